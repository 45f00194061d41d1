#include "memory/shared_marks.h"

#include <cstring>

#include "memory/shared_memory.h"
#include "simt/marked_words.h"

namespace simt {
namespace {

constexpr std::size_t kWordBytes = sizeof(std::uint32_t);
constexpr std::uint32_t kSign = 0x80000000;

std::uint32_t word_at(const void* address) {
  std::uint32_t word = 0;
  std::memcpy(&word, address, kWordBytes);
  return word;
}

}  // namespace

SharedMarks::SharedMarks(const void* memory, std::size_t bytes, std::uint64_t key) {
  const auto* const begin = static_cast<const unsigned char*>(memory);
  for (std::size_t at = 0; at + kWordBytes <= bytes; at += kWordBytes) {
    const std::uint32_t word = word_at(begin + at);
    if (is_marked(word, key)) words_.insert(word);
  }
}

void SharedMarks::change_words_in(const SharedMemory& memory) const {
  if (words_.empty()) return;
  for (const Region& array : memory.arrays()) {
    for (std::uintptr_t at = array.begin; at + kWordBytes <= array.end; at += kWordBytes) {
      auto* const address = reinterpret_cast<void*>(at);
      const std::uint32_t word = word_at(address);
      if (words_.count(word) == 0) continue;
      const std::uint32_t changed = word ^ kSign;
      std::memcpy(address, &changed, kWordBytes);
    }
  }
}

}  // namespace simt
