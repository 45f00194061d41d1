// Which bytes of global memory were written: four bits a 4-byte word, one byte of map a word.
//
// Workers mark it side by side. A store of whole words owns its words' bytes of the map, as it owns the
// words; narrower stores of two workers can meet in one byte of the map and mark it atomically.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/reservation.h"

namespace simt {

class WrittenMap {
 public:
  // A map for `bytes` of memory, a multiple of 4. Nothing is committed yet.
  explicit WrittenMap(std::size_t bytes) : map_(bytes / kWordBytes) {}
  // is_cleared: what is released in the file is cleared by its owner.
  WrittenMap(int file, std::size_t bytes, bool is_cleared = false)
      : map_(file, bytes / kWordBytes, is_cleared) {}

  // Commits memory in which nothing is marked as written.
  void commit(std::size_t offset, std::size_t bytes) {
    map_.commit(offset / kWordBytes, bytes / kWordBytes);
    if (!map_.is_cleared()) set(offset, bytes, false);
  }
  void decommit(std::size_t offset, std::size_t bytes) {
    map_.decommit(offset / kWordBytes, bytes / kWordBytes);
  }

  // One access of Width bytes at `offset`, which Width divides.
  template <unsigned Width>
  void mark(std::size_t offset) {
    std::uint8_t* const word = word_of(offset);
    if constexpr (Width < kWordBytes) {
      __atomic_fetch_or(word, mask<Width>(offset), __ATOMIC_RELAXED);
    } else {
      __builtin_memset(word, kAll, Width / kWordBytes);
    }
  }

  template <unsigned Width>
  bool is_marked(std::size_t offset) const {
    const std::uint8_t* const word = word_of(offset);
    if constexpr (Width < kWordBytes) {
      return (~*word & mask<Width>(offset)) == 0;
    } else {
      std::uint8_t all = kAll;
      for (unsigned i = 0; i < Width / kWordBytes; ++i) all &= word[i];
      return all == kAll;
    }
  }

  // Neighbouring elements, from `offset` on; whole words where they begin and end at words.
  void mark_row(std::size_t offset, std::size_t bytes);
  bool is_row_marked(std::size_t offset, std::size_t bytes) const;

  // Any bytes; for the host.
  void set(std::size_t offset, std::size_t bytes, bool written);
  bool all_marked(std::size_t offset, std::size_t bytes) const;
  // The map of so many bytes, whose first one is at a multiple of 4: to copy it, and to put it back.
  static std::size_t size_for(std::size_t bytes) { return (bytes + kWordBytes - 1) / kWordBytes; }
  std::uint8_t* map_of(std::size_t offset) const { return word_of(offset); }

 private:
  static constexpr std::size_t kWordBytes = 4;
  static constexpr std::uint8_t kAll = 0xF;

  template <unsigned Width>
  static std::uint8_t mask(std::size_t offset) {
    return static_cast<std::uint8_t>(((1U << Width) - 1U) << offset % kWordBytes);
  }
  std::uint8_t* word_of(std::size_t offset) const {
    return reinterpret_cast<std::uint8_t*>(map_.begin()) + offset / kWordBytes;
  }

  Reservation map_;
};

}  // namespace simt
