#include "memory/shared_marks.h"

#include <cstring>

#include "memory/shared_memory.h"
#include "simt/marked_words.h"

namespace simt {

SharedMarks::SharedMarks(const void* memory, std::size_t bytes, std::uint64_t key) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  for (std::size_t at = 0; at + kMarkedBytes <= bytes; at += kMarkedBytes) {
    const std::uint32_t word = marked_word_at(begin + at);
    if (is_marked(word, key)) words_.insert(word);
  }
}

void SharedMarks::change_words_in(const SharedMemory& memory) const {
  if (words_.empty()) return;
  for (const Region& array : memory.arrays()) {
    for (std::uintptr_t at = array.begin; at + kMarkedBytes <= array.end; at += kMarkedBytes) {
      const std::uint32_t word = marked_word_at(at);
      if (words_.count(word) == 0) continue;
      const std::uint32_t changed = word ^ kMarkedSign;
      std::memcpy(reinterpret_cast<void*>(at), &changed, kMarkedBytes);
    }
  }
}

}  // namespace simt
