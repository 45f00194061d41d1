// Judges the requests of a worker's warps: what each costs, whether its accesses race, and the sums of all.
//
// A request comes from a warp's log: a place of the program, the lanes that were there together, their
// addresses. Most are all 32 lanes with neighbouring elements, and are judged in a few vector instructions.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "memory/memory_map.h"
#include "races/access_checker.h"
#include "races/async_copies.h"
#include "requests/access_totals.h"
#include "requests/async_copy_rules.h"
#include "requests/next_block.h"
#include "requests/progression_cost.h"
#include "requests/texel_requests.h"
#include "requests/warp.h"
#include "requests/warp_rows.h"

namespace simt {

class RequestJudge {
 public:
  RequestJudge(MemoryMap& memory, AccessOrder& order, FaultLog& faults);

  void begin_launch(Launch& launch);
  void forget_totals();
  void begin_block(std::uint64_t block);
  // The warp whose requests come next, so many barriers after its block began.
  void begin_warp(Warp& warp, std::uint64_t phase);
  // These lanes begin another round of a loop, or a function.
  void begin_round(std::uint32_t lanes) { in_flight_->arrive(lanes, in_flight_totals_); }
  void finish_warp(Warp& warp) { warp.in_flight.arrive(~0U, in_flight_totals_); }

  // All 32 lanes of the warp were at the row's place.
  void judge_row(const std::uint64_t* row, const RowShape& shape) {
    PlaceUse& use = uses_[abi::place_of(row[0])];
    if (__builtin_expect(use.instruction != Instruction::plain, 0))
      return judge_matrices(use, kWholeWarp, row);
    if (__builtin_expect(use.has_texels, 0)) return judge_texels(use, kWholeWarp, row);
    if (shape.is_progression && judge_progression(use, abi::address_of(row[0]), shape.step)) return;
    judge_whole_row(use, row);
  }
  // Only these lanes of the warp were at the place. The entries of others are not read.
  void judge_lanes(std::uint32_t lanes, const std::uint64_t* entries);

  // A step of these lanes' asynchronous copies.
  void judge_copy_step(Warp& warp, std::uint32_t lanes, const std::uint64_t* entries);

  // Checks an access for races as soon as it is made, lane by lane, in a kernel with fences: before anybody
  // knows which requests the accesses belong to.
  void check_now(std::uint64_t entry, unsigned thread);

  // An access that no log tells of, in such a kernel.
  void check_unlogged(std::uint32_t place, Op op, std::uint64_t address, unsigned thread);
  // The block is over, or others go on in its place.
  void finish_block();
  AsyncCopies& copies() { return copies_; }

  // A place accesses a texture or a surface, with elements of so many bytes.
  void note_texture(std::uint32_t place, std::uint32_t bytes, Op op, bool is_fetch);
  // Notes an access to these texels. Returns the number that stands for them in the lane's log.
  std::uint64_t note_texels(std::uint32_t place, std::uint32_t bytes, Op op, bool is_fetch,
                            const TexelAccess& texels);
  abi::PlaceKind kind(std::uint32_t place) const { return uses_[place].kind; }

  const AccessTotals& totals() const { return totals_; }
  const BytesInFlight& in_flight() const { return in_flight_totals_.sum(); }
  const WarpShares& warp_shares() const { return warp_shares_; }

 private:
  static constexpr std::uint32_t kWholeWarp = ~0U;
  static constexpr std::size_t kMostWarps = 32;  // the warps of a block of 1,024 threads

  // What is known of a place, and the array of its last request: most places only ever access one.
  struct PlaceUse {
    PlaceAccess access;
    abi::PlaceKind kind = abi::PlaceKind::intrinsic;
    AtomicForm form = AtomicForm::plain;
    Instruction instruction = Instruction::plain;
    std::uint32_t load_waits = 0;
    bool is_texture = false;
    bool bypasses_l1 = false;
    bool has_texels = false;  // entries are numbers of TexelAccess
    Space space = Space::global;
    Region* region = nullptr;
    PlaceTotals* totals = nullptr;
    NextBlock next_block;
  };
  // The lanes of a request, all in one memory space.
  struct Lanes {
    std::uint32_t active = 0;
    const std::uint64_t* addresses = nullptr;
  };

  bool set_region(PlaceUse& use, std::uint64_t address) {
    return use.region->holds(address) || find_region(use, address);
  }
  bool find_region(PlaceUse& use, std::uint64_t address);
  Space space_in(const PlaceUse& use, const Region& region) const;
  PlaceTotals& totals_of(const PlaceUse& use, Space space, const Region& region);
  bool lie_within(const Region& region, const Lanes& lanes) const;

  bool judge_progression(PlaceUse& use, std::uint64_t first, std::uint64_t step);
  RequestCost cost_by_rule(PlaceUse& use, std::uint64_t first, std::uint64_t step);
  void keep_progression(PlaceUse& use, const RequestCost& cost, std::uint64_t first, std::uint64_t step);
  void check_progression(PlaceUse& use, std::uint64_t first, std::uint64_t step);
  void judge_texels(const PlaceUse& use, std::uint32_t lanes, const std::uint64_t* entries);
  void count_texels(const PlaceUse& use, Region& region, std::uint32_t lanes, bool is_split);
  void judge_whole_row(PlaceUse& use, const std::uint64_t* row);
  void judge_matrices(PlaceUse& use, std::uint32_t lanes, const std::uint64_t* entries);
  void judge_addresses(PlaceUse& use, const Lanes& lanes);
  void judge_copies(Warp& warp, std::uint32_t lanes, const std::uint64_t* entries);
  void count_copy(PlaceUse& use, const RequestCost& cost, std::uint32_t lanes,
                  const std::array<std::uint64_t, kWarpSize>& addresses);
  void note_copy_step(std::uint64_t entry, unsigned thread);
  void check_source(const PlaceUse& use, std::uint64_t entry, unsigned thread);
  void judge_scattered(const PlaceUse& use, Lanes lanes);
  void count_together(const PlaceUse& use, const Region& first, const Lanes& lanes);
  void count_by_array(const PlaceUse& use, const Region& first, Lanes lanes);
  void count(PlaceTotals& totals, const PlaceUse& use, const Lanes& lanes);
  void keep_if_worst(PlaceTotals& totals, const RequestCost& cost);
  void advance_clock(const RequestCost& cost);
  void note_in_flight(const PlaceUse& use, Space space, std::uint32_t lanes) {
    if (use.access.op != Op::load || (space != Space::global && space != Space::texture)) return;
    if (lanes == kWholeWarp) {
      in_flight_->load(use.load_waits, use.access.width, in_flight_totals_);
    } else {
      in_flight_->load_by(lanes, use.load_waits, use.access.width, in_flight_totals_);
    }
  }
  void set_request(const PlaceUse& use, Space space, const Lanes& lanes);
  void note_share(Space space) { requests_of_warps_[moment_.warp] += space == Space::global ? 1 : 0; }

  MemoryMap& memory_;
  AccessOrder& order_;
  AsyncCopies copies_;
  AccessChecker checker_;
  AccessTotals totals_;
  std::vector<PlaceUse> uses_;
  Region nowhere_;
  bool checks_when_read_ = true;
  Moment moment_;
  unsigned first_thread_ = 0;
  WarpClock* clock_ = nullptr;
  WarpInFlight* in_flight_ = nullptr;
  InFlightTotals in_flight_totals_;
  // Global-memory requests of each warp of the running block
  std::array<std::uint64_t, kMostWarps> requests_of_warps_{};
  WarpShares warp_shares_;
  Request request_;
  CopyRequest copy_;
  std::array<std::uint64_t, kWarpSize> sources_{};  // the source address of each lane of copy_
  std::array<std::uint64_t, kWarpSize> addresses_{};
  TexelAccesses texels_;
  std::array<TexelAccess, kWarpSize> texels_of_lanes_;
};

// Returns false if the lanes must be judged one by one.
[[gnu::always_inline]] inline bool RequestJudge::judge_progression(PlaceUse& use, std::uint64_t first,
                                                                   std::uint64_t step) {
  const std::uint64_t last = first + (kWarpSize - 1) * step;
  if (!set_region(use, first) || !use.region->holds(last)) return false;
  Progression lanes{use.space, use.access.op, use.access.width, use.form, first, step};
  if (use.space == Space::local) {
    // Each lane accesses the same element of its own local memory.
    if (step != LocalMemory::kStride) return false;
    lanes.first = first - memory_.local().of(first_thread_);
    lanes.step = 0;
  }
  RequestCost cost;
  if (!set_cost(lanes, cost)) cost = cost_by_rule(use, first, step);
  use.totals->add(cost, kWarpSize);
  note_share(use.space);
  if (__builtin_expect(clock_->is_read || use.totals->is_worst(cost, moment_), 0))
    keep_progression(use, cost, first, step);
  note_in_flight(use, use.space, kWholeWarp);
  if (use.space == Space::global && step == use.access.width) {
    use.next_block.fetch(moment_.block, first, std::size_t{kWarpSize} * use.access.width, *use.region,
                         use.access.op);
  }
  if (checks_when_read_ && !AccessChecker::has_nothing_to_check(use.access, *use.region)) {
    if (step == use.access.width) {
      checker_.check_row(use.access, *use.region, first, first_thread_);
    } else {
      check_progression(use, first, step);
    }
  }
  return true;
}

}  // namespace simt
