#include "memory/shared_marks.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "memory/shared_memory.h"
#include "simt/marked_words.h"

namespace simt {
namespace {

constexpr std::size_t kChunk = 64;  // bytes

}  // namespace

SharedMarks::SharedMarks(const void* memory, std::size_t bytes, std::uint64_t key) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  for (std::size_t at = 0; at + kMarkedBytes <= bytes; at += kMarkedBytes) {
    const std::uint32_t word = marked_word_at(begin + at);
    if (is_marked(word, key)) words_.insert(word);
  }
}

void SharedMarks::change_words_in(SharedMemory& memory) const {
  if (words_.empty()) return;
  for (std::size_t number = 0; number < memory.arrays().size(); ++number) {
    // A thread that waits for a flag fences over and over, and one that arrives has changed little since the last one did.
    std::vector<std::uint8_t>& known = memory.as_looked_at(number);
    const std::uintptr_t begin = memory.arrays()[number].begin;
    if (std::memcmp(reinterpret_cast<const void*>(begin), known.data(), known.size()) == 0) continue;
    for (std::size_t at = 0; at < known.size(); at += kChunk) {
      const std::size_t bytes = std::min(kChunk, known.size() - at);
      if (std::memcmp(reinterpret_cast<const void*>(begin + at), &known[at], bytes) == 0) continue;
      change_words_between(begin + at, begin + at + bytes);
      std::memcpy(&known[at], reinterpret_cast<const void*>(begin + at), bytes);
    }
  }
}

void SharedMarks::change_words_between(std::uintptr_t begin, std::uintptr_t end) const {
  for (std::uintptr_t at = begin; at + kMarkedBytes <= end; at += kMarkedBytes) {
    const std::uint32_t word = marked_word_at(at);
    if (words_.count(word) == 0) continue;
    const std::uint32_t changed = word ^ kMarkedSign;
    std::memcpy(reinterpret_cast<void*>(at), &changed, kMarkedBytes);
  }
}

}  // namespace simt
