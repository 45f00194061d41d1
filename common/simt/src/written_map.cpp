#include "written_map.h"

#include <algorithm>

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

bool WrittenMap::all_marked(std::size_t offset, std::size_t bytes) const {
  for (std::size_t i = 0; i < bytes; ++i) {
    if (!is_marked<1>(offset + i)) return false;
  }
  return true;
}

}  // namespace simt
