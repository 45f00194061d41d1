// Changes the sign of certain words while they are in shared memory: see Machine::mark_in_shared.
//
// A word changes at the first barrier, __syncwarp() or fence of its thread after it was stored: no other lane may read it before.
// What it has become is none of the buffer's words, so it changes once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <unordered_set>

namespace simt {

class SharedMemory;

// Marks are on words of 4 bytes, and change the first bit.
inline constexpr unsigned kMarkedBytes = sizeof(std::uint32_t);
inline constexpr std::uint32_t kMarkedSign = 0x80000000;

inline std::uint32_t marked_word_at(std::uintptr_t address) {
  std::uint32_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
}

class SharedMarks {
 public:
  SharedMarks() = default;
  // The words of `memory` that are marked under this key.
  SharedMarks(const void* memory, std::size_t bytes, std::uint64_t key);

  bool empty() const { return words_.empty(); }
  // Whether it is one of the words that change.
  bool holds(std::uint32_t word) const { return words_.count(word) != 0; }
  void change_words_in(SharedMemory& memory) const;
  // The same, of what somebody has just stored there: a whole word, several, or a part of one that others may have stored the rest of.
  void change_words_at(std::uintptr_t address, unsigned bytes) const {
    const std::uintptr_t begin = address / kMarkedBytes * kMarkedBytes;
    change_words_between(begin, (address + bytes + kMarkedBytes - 1) / kMarkedBytes * kMarkedBytes);
  }

 private:
  void change_words_between(std::uintptr_t begin, std::uintptr_t end) const;

  std::unordered_set<std::uint32_t> words_;
};

}  // namespace simt
