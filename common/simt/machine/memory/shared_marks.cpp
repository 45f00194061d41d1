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

void SharedMarks::change_words_in(SharedMemory& memory) const {
  if (words_.empty()) return;
  for (std::size_t number = 0; number < memory.arrays().size(); ++number) {
    if (memory.is_as_looked_at(number)) continue;  // a thread that waits for a flag fences over and over
    const Region& array = memory.arrays()[number];
    for (std::uintptr_t at = array.begin; at + kMarkedBytes <= array.end; at += kMarkedBytes) {
      const std::uint32_t word = marked_word_at(at);
      if (words_.count(word) == 0) continue;
      const std::uint32_t changed = word ^ kMarkedSign;
      std::memcpy(reinterpret_cast<void*>(at), &changed, kMarkedBytes);
    }
    memory.note_looked_at(number);
  }
}

}  // namespace simt
