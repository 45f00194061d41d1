// Fetches into the cache what the next block will want: lanes run one after another, so that each waits alone
// for memory that a GPU's warps would wait for together.
//
// Where the next block's request of a place will be is guessed from how far the last two blocks' lay apart.
#pragma once

#include <cstdint>

#include "memory/region.h"

namespace simt {

class NextBlock {
 public:
  // The place's next request begins at `first` and has so many bytes, all of one region in global memory.
  void fetch(std::uint64_t block, std::uint64_t first, std::size_t bytes, const Region& region, Op op) {
    if (block != block_) {
      distance_ = first - first_in_block_;
      first_in_block_ = first;
      block_ = block;
    }
    const std::uint64_t next = first + distance_;
    if (distance_ == 0 || !region.holds(next)) return;
    fetch_bytes(next, bytes);
    const Shadow& shadow = region.shadow;
    if (!region.looks_for_races() || shadow.granule_shift != 2) return;
    const std::uint64_t* const marks = op == Op::load ? shadow.reads : shadow.writes;
    const std::size_t cell = (next - region.begin) >> 2U;
    fetch_bytes(reinterpret_cast<std::uint64_t>(marks + cell), 2 * bytes);
    if (op == Op::load) fetch_bytes(reinterpret_cast<std::uint64_t>(shadow.writes + cell), 2 * bytes);
  }

 private:
  static void fetch_bytes(std::uint64_t begin, std::size_t bytes) {
    constexpr std::uint64_t kCacheLine = 64;
    for (std::uint64_t at = begin; at < begin + bytes; at += kCacheLine)
      __builtin_prefetch(reinterpret_cast<const void*>(at));
  }

  std::uint64_t block_ = UINT64_MAX;
  std::uint64_t first_in_block_ = 0;
  std::uint64_t distance_ = 0;  // modulo 2^64
};

}  // namespace simt
