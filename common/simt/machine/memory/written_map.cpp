#include "memory/written_map.h"

#include <algorithm>
#include <cstring>

namespace simt {

void WrittenMap::set(std::size_t offset, std::size_t bytes, bool written) {
  const std::size_t end = offset + bytes;
  while (offset < end && (offset % kWordBytes != 0 || end - offset < kWordBytes)) {  // a word's part
    const auto bit = mask<1>(offset);
    std::uint8_t& word = *word_of(offset++);
    word = static_cast<std::uint8_t>(written ? word | bit : word & ~bit);
  }
  const std::size_t words = (end - offset) / kWordBytes;
  if (words == 0) return;
  std::fill_n(word_of(offset), words, written ? kAll : std::uint8_t{0});
  set(offset + words * kWordBytes, end - offset - words * kWordBytes, written);
}

void WrittenMap::mark_row(std::size_t offset, std::size_t bytes) {
  if ((offset | bytes) % kWordBytes == 0) {
    std::memset(word_of(offset), kAll, bytes / kWordBytes);
    return;
  }
  for (std::size_t i = 0; i < bytes; ++i) mark<1>(offset + i);
}

bool WrittenMap::is_row_marked(std::size_t offset, std::size_t bytes) const {
  constexpr std::uint64_t kEightWords = 0x0F0F0F0F0F0F0F0FULL;
  if (offset % kWordBytes != 0 || bytes % (kWordBytes * sizeof kEightWords) != 0)
    return all_marked(offset, bytes);
  std::uint64_t all = kEightWords;
  for (std::size_t i = 0; i < bytes / kWordBytes; i += sizeof all) {
    std::uint64_t words = 0;
    std::memcpy(&words, word_of(offset) + i, sizeof words);
    all &= words;
  }
  return all == kEightWords;
}

bool WrittenMap::all_marked(std::size_t offset, std::size_t bytes) const {
  const std::size_t end = offset + bytes;
  for (; offset < end && offset % kWordBytes != 0; ++offset) {
    if (!is_marked<1>(offset)) return false;
  }
  for (; end - offset >= kWordBytes && offset < end; offset += kWordBytes) {
    if (*word_of(offset) != kAll) return false;
  }
  for (; offset < end; ++offset) {
    if (!is_marked<1>(offset)) return false;
  }
  return true;
}

}  // namespace simt
