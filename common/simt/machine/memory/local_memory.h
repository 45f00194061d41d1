// The lanes' own memory of one worker: arrays that a compiler cannot keep in registers.
#pragma once

#include <cstdint>

#include "memory/reservation.h"

namespace simt {

class LocalMemory {
 public:
  static constexpr std::size_t kBytes = std::size_t{128} * 1024;  // a lane
  // The bytes that a function finds in the local memory that it takes, whatever ran there before: NaN as a
  // float.
  static constexpr unsigned char kPoison = 0xFF;
  // Memories a power of two apart would put every lane's first array in the same few cache sets.
  static constexpr std::size_t kStride = kBytes + 4096 + 192;

  LocalMemory() : memory_(kStride * kMostThreads) { memory_.commit(0, memory_.size()); }

  std::uintptr_t begin() const { return memory_.begin(); }
  std::uintptr_t end() const { return memory_.begin() + memory_.size(); }
  // Returns where the local memory of a thread of the block begins.
  std::uintptr_t of(unsigned thread) const { return memory_.begin() + thread * kStride; }

 private:
  static constexpr std::size_t kMostThreads = 1024;

  Reservation memory_;
};

}  // namespace simt
