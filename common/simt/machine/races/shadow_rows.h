// Shadow memory for the request that nearly all are: 32 lanes, each with the element behind its neighbour's,
// where nobody else has been. All cells are looked at together.
#pragma once

#include "races/shadow.h"

namespace simt {

// The cells of the request are in a row: `cells_a_lane` of lane 0, then lane 1's, and so on.
struct RowAccess {
  Mark first_mark;  // lane 0's; the others' threads follow
  unsigned cells_a_lane = 1;
  std::uint64_t scope = 0;          // marks below are too old to conflict
  std::uint64_t written_since = 0;  // loads: a cell whose last write is older was never written
  // Shared memory in a kernel without fences: a reader in scope is of this block, and behind its last barrier.
  bool is_of_block = false;
  const EpochClock* clock = nullptr;  // what its last barrier orders is in nobody's way
};

// Whether no access of another thread can conflict, and all was written that is loaded: then the accesses are
// noted. If not, nothing is, and each lane must be looked at by itself.
bool load_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access);
// `was_loaded`: somebody may have read there in this launch.
bool store_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access, bool was_loaded);
// The same for 16 lanes: a warp of a block 16 threads wide takes two rows.
bool load_half_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access);
bool store_half_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access, bool was_loaded);
// The same for some of 32 lanes, with one or two cells each. Those of the others are neither read nor written.
bool load_part_of_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access,
                      std::uint32_t lanes);
bool store_part_of_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access,
                       std::uint32_t lanes, bool was_loaded);

}  // namespace simt
