// Changes the sign of certain words while they are in shared memory: see Machine::mark_in_shared.
//
// A word changes at the first barrier or __syncwarp() after it was stored: no other lane may read it before.
// What it has become is none of the buffer's words, so it changes once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>

namespace simt {

class SharedMemory;

class SharedMarks {
 public:
  SharedMarks() = default;
  // The words of `memory` that are marked under this key.
  SharedMarks(const void* memory, std::size_t bytes, std::uint64_t key);

  bool empty() const { return words_.empty(); }
  // Whether it is one of the words that change.
  bool holds(std::uint32_t word) const { return words_.count(word) != 0; }
  void change_words_in(const SharedMemory& memory) const;

 private:
  std::unordered_set<std::uint32_t> words_;
};

}  // namespace simt
