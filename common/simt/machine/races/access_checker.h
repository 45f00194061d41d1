// Looks for races, and for reads of memory that nothing wrote, in the accesses of one worker's blocks.
//
// Stored bytes are marked in the map of written bytes, every access of memory that others may store to in
// shadow memory. What was found goes to the worker's log of faults.
#pragma once

#include <cstdint>

#include "faults/fault_log.h"
#include "loading/launch.h"
#include "memory/region.h"
#include "memory/shared_memory.h"
#include "races/access_order.h"
#include "races/async_copies.h"
#include "races/shadow_rows.h"

namespace simt {

// One place of the program and what it accesses there: the same for all lanes of a request.
struct PlaceAccess {
  std::uint32_t place = 0;
  Op op = Op::load;
  std::uint8_t width = 0;
  bool is_volatile = false;
  bool feeds_compare = false;
  bool is_pending = false;  // an asynchronous copy's store: not over yet
  bool is_fetch = false;    // from a texture: it may read what was there before the launch
  bool is_of_block_scope = false;
  bool copies_words = false;  // abi::kCopiesWords
  std::uint16_t padding = 0;  // abi::Place::padding

  // Volatile accesses of global memory are atomic among themselves, as is a load that a compare-and-swap tests. Those of
  // shared memory are so with atomic operations alone (AccessOrder): `volatile` is written there where a barrier is missing.
  bool is_atomic(Space space) const {
    return op == Op::atomic || feeds_compare || (is_volatile && space == Space::global);
  }
};

class AccessChecker {
 public:
  AccessChecker(AccessOrder& order, SharedMemory& shared, FaultLog& faults, const AsyncCopies& copies)
      : order_(order), shared_(shared), faults_(faults), copies_(copies) {}

  void begin_launch(Launch& launch);
  void begin_block(std::uint64_t block) { block_ = block; }

  // One thread of the block.
  void check(const PlaceAccess& access, Region& region, std::uint64_t address, unsigned thread);
  // Checks lanes of the warp whose first thread is given. All their addresses are in the region; lanes that
  // take no part have any address.
  void check_lanes(const PlaceAccess& access, Region& region, std::uint32_t lanes,
                   const std::uint64_t* addresses, unsigned first_thread);
  // All 32, each with the element behind its neighbour's.
  void check_row(const PlaceAccess& access, Region& region, std::uint64_t first_address,
                 unsigned first_thread) {
    if (!check_row_quickly(access, region, first_address, first_thread))
      check_part_slowly(access, region, first_address, first_thread, ~0U);
  }
  // All 32, each with the element behind its neighbour's in its half of the warp.
  void check_half_rows(const PlaceAccess& access, Region& region, std::uint64_t first_address,
                       std::uint64_t second_address, unsigned first_thread) {
    check_half_row(access, region, first_address, first_thread, 0);
    check_half_row(access, region, second_address, first_thread + kWarpSize / 2, 0);
  }
  // These lanes, among them the lowest, each with the element that is as far behind the first as the lane is.
  void check_part_of_row(const PlaceAccess& access, Region& region, std::uint64_t first_address,
                         unsigned first_thread, std::uint32_t lanes) {
    if (!check_part_quickly(access, region, first_address, first_thread, lanes))
      check_part_slowly(access, region, first_address, first_thread, lanes);
  }
  // All 32, or so many of them, at one address.
  void check_one_address(const PlaceAccess& access, Region& region, std::uint64_t address,
                         unsigned first_thread, unsigned lanes = kWarpSize);

  // Memory that no kernel can write has no races, and a lane's local memory belongs to that lane alone.
  static bool has_nothing_to_check(const PlaceAccess& access, const Region& region) {
    if (region.space == Space::constant || region.space == Space::local) return true;
    return region.all_written && access.op == Op::load && !region.looks_for_races();
  }

 private:
  std::uint64_t scope_of(const Region& region) const {
    return region.space == Space::shared ? order_.clock.barrier_bits() : order_.clock.launch_bits();
  }
  // `lanes`: 32, or 16 of them.
  bool check_row_quickly(const PlaceAccess& access, Region& region, std::uint64_t first_address,
                         unsigned first_thread, unsigned lanes = kWarpSize);
  void check_runs(const PlaceAccess& access, Region& region, const std::uint64_t* addresses,
                  std::uint32_t as_before, unsigned first_thread);
  void check_rows(const PlaceAccess& access, Region& region, std::uint32_t lanes,
                  const std::uint64_t* addresses, std::uint32_t linked, unsigned first_thread);
  bool check_part_quickly(const PlaceAccess& access, Region& region, std::uint64_t first_address,
                          unsigned first_thread, std::uint32_t lanes);
  void check_part_slowly(const PlaceAccess& access, Region& region, std::uint64_t first_address,
                         unsigned first_thread, std::uint32_t lanes);
  void check_half_row(const PlaceAccess& access, Region& region, std::uint64_t first_address,
                      unsigned first_thread, unsigned known);
  RowAccess row_of(const PlaceAccess& access, const Region& region, unsigned first_thread) const;
  bool can_be_row(const PlaceAccess& access, const Region& region) const {
    return !access.is_atomic(region.space) && !access.is_fetch;
  }
  void check_apart(const PlaceAccess& access, Region& region, std::uint32_t lanes,
                   const std::uint64_t* addresses, unsigned first_thread);
  bool has_cells_for(const PlaceAccess& access, Region& region) {
    if (!region.looks_for_races()) return false;
    return access.width >= 1U << region.shadow.granule_shift || split_cells(region);
  }
  bool split_cells(Region& region);
  bool check_written(const PlaceAccess& access, const Region& region, std::uint64_t address);
  bool lacks_only_padding(const PlaceAccess& access, const Region& region, std::uint64_t address) const;
  bool is_written(const Region& region, std::uint64_t place) const;
  void check_cells(const PlaceAccess& access, Region& region, std::uint64_t address, unsigned thread,
                   bool was_written);
  template <Op op>
  void check_each(const PlaceAccess& access, Region& region, std::uint32_t lanes,
                  const std::uint64_t* addresses, unsigned first_thread);
  void note_unwritten(const PlaceAccess& access, const Region& region, std::uint64_t address,
                      unsigned thread);
  void note_race(const PlaceAccess& access, const Region& region, std::uint64_t address, unsigned thread,
                 const Conflict& conflict, bool is_in_lockstep = false);
  void note_lockstep(const PlaceAccess& access, const Region& region, std::uint64_t address,
                     const ShadowAccess& noted, std::size_t cell);

  AccessOrder& order_;
  SharedMemory& shared_;
  FaultLog& faults_;
  const AsyncCopies& copies_;
  Launch* launch_ = nullptr;
  WrittenMap* written_ = nullptr;
  std::uint64_t arena_begin_ = 0;
  std::uint64_t block_ = 0;
};

// Returns false if something was found or may be found. The caller then checks each lane by itself.
inline bool AccessChecker::check_row_quickly(const PlaceAccess& access, Region& region,
                                             std::uint64_t first_address, unsigned first_thread,
                                             unsigned lanes) {
  const bool is_shared = region.space == Space::shared;
  if (!region.all_written && !is_shared) {
    const std::size_t bytes = std::size_t{lanes} * access.width;
    if (access.op == Op::store) {
      written_->mark_row(first_address - arena_begin_, bytes);
    } else if (!written_->is_row_marked(first_address - arena_begin_, bytes)) {
      return false;
    }
  }
  if (!has_cells_for(access, region)) return true;
  const RowAccess row = row_of(access, region, first_thread);
  if (row.cells_a_lane > 4 || !can_be_row(access, region)) return false;
  const std::size_t cell = (first_address - region.begin) >> region.shadow.granule_shift;
  if (lanes == kWarpSize) {
    return access.op == Op::load ? load_row(region.shadow, cell, row)
                                 : store_row(region.shadow, cell, row, region.has_readers());
  }
  return access.op == Op::load ? load_half_row(region.shadow, cell, row)
                               : store_half_row(region.shadow, cell, row, region.has_readers());
}

inline RowAccess AccessChecker::row_of(const PlaceAccess& access, const Region& region,
                                       unsigned first_thread) const {
  const bool is_shared = region.space == Space::shared;
  RowAccess row;
  row.cells_a_lane = access.width >> region.shadow.granule_shift;
  row.first_mark = Mark(order_.clock.now(), first_thread, access.place, false);
  row.scope = scope_of(region);
  row.written_since = is_shared ? order_.clock.birth_bits() : 0;
  row.is_of_block = is_shared && !order_.has_fences();
  row.clock = &order_.clock;
  return row;
}

}  // namespace simt
