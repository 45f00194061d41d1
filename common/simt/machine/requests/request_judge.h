// Judges the requests of a worker's warps: what each costs, whether its accesses race, and the sums of all.
//
// A request comes from a warp's log: a place of the program, the lanes that were there together, their
// addresses. Most are all 32 lanes with neighbouring elements, and are judged in a few vector instructions.
#pragma once

#include <array>
#include <cstdint>

#include "common/progression_cost.h"
#include "memory/memory_map.h"
#include "races/access_checker.h"
#include "races/async_copies.h"
#include "requests/copy_judge.h"
#include "requests/place_uses.h"
#include "requests/request_sums.h"
#include "requests/texel_judge.h"
#include "requests/warp.h"
#include "requests/warp_rows.h"

namespace simt {

class RequestJudge {
 public:
  RequestJudge(MemoryMap& memory, AccessOrder& order, FaultLog& faults);

  // `traffic`: null where nobody asked for times.
  void begin_launch(Launch& launch, TrafficRecorder* traffic);
  void forget_totals() { sums_.begin_launch(0); }
  void begin_block(std::uint64_t block);
  void begin_warp(Warp& warp, std::uint64_t phase) { sums_.begin_warp(warp, phase); }
  // These lanes begin another round of a loop, or a function, or end it.
  void begin_round(std::uint32_t place, std::uint32_t lanes) {
    if (!counts_) return;
    sums_.begin_round(lanes);
    if (sums_.traffic() != nullptr) sums_.traffic()->note(StepKind::round, place, lanes);
  }
  // These lanes have ended a loop without accesses.
  void note_computed(std::uint32_t lanes, const std::uint64_t* entries);
  void finish_warp(Warp& warp) { sums_.finish_warp(warp); }
  // The block is over, or others go on in its place.
  void finish_block();

  // All 32 lanes of the warp were at the row's place.
  void judge_row(const std::uint64_t* row, const RowShape& shape) {
    PlaceUse& use = uses_.at(row[0]);
    if (__builtin_expect(use.instruction != Instruction::plain, 0))
      return judge_matrices(use, kWholeWarp, row);
    if (__builtin_expect(use.has_texels, 0)) return texels_.judge(use, kWholeWarp, row, checks_when_read_);
    const std::uint64_t first = abi::address_of(row[0]);
    if (shape.is_progression && judge_progression(use, first, shape.step)) return;
    if (shape.are_halves && judge_halves(use, first, abi::address_of(row[Halves::kLanes]), shape.step))
      return;
    judge_part(use, kWholeWarp, row);
  }
  // Only these lanes of the warp were at the place. The entries of others say nothing.
  void judge_lanes(std::uint32_t lanes, const std::uint64_t* entries);

  // A step of these lanes' asynchronous copies.
  void judge_copy_step(Warp& warp, std::uint32_t lanes, const std::uint64_t* entries);

  // Checks an access for races as soon as it is made, lane by lane, in a kernel with fences: before anybody
  // knows which requests the accesses belong to. Returns what of shared memory it may have changed.
  enum class Changed : std::uint8_t { nothing, what_it_names, anything };
  Changed check_now(std::uint64_t entry, unsigned thread);

  // An access that no log tells of, in such a kernel.
  void check_unlogged(std::uint32_t place, Op op, std::uint64_t address, unsigned thread);
  AsyncCopies& copies() { return copies_; }

  // Whether anything is to be found out of a warp's log.
  bool learns_from_logs() const { return learns_from_logs_ || sums_.is_clock_read(); }

  PlaceUses& uses() { return uses_; }
  TexelJudge& texels() { return texels_; }
  const RequestSums& sums() const { return sums_; }
  abi::PlaceKind kind(std::uint32_t place) const { return uses_.of(place).kind; }

 private:
  bool lie_within(const Region& region, const Lanes& lanes) const;
  // A warp that has read its clock goes on by what its requests cost.
  bool counts() const { return counts_ || sums_.is_clock_read(); }
  bool judge_progression(PlaceUse& use, std::uint64_t first, std::uint64_t step);
  bool count_progression(PlaceUse& use, std::uint64_t first, std::uint64_t step);
  Lanes progression(std::uint64_t first, std::uint64_t step);
  bool judge_halves(PlaceUse& use, std::uint64_t first, std::uint64_t second, std::uint64_t step,
                    std::uint32_t active = kWholeWarp);
  void count_halves(PlaceUse& use, const Halves& halves);
  void check_halves(PlaceUse& use, const Halves& halves);
  void check_part(PlaceUse& use, const Halves& halves, std::uint32_t lanes);
  Lanes lanes_of(const Halves& halves);
  RequestCost cost_by_rule(PlaceUse& use, std::uint64_t first, std::uint64_t step);
  void keep_progression(PlaceUse& use, const RequestCost& cost, std::uint64_t first, std::uint64_t step);
  void check_progression(PlaceUse& use, std::uint64_t first, std::uint64_t step);
  void note_groups(std::uint32_t lanes, const std::uint64_t* entries);
  void judge_part(PlaceUse& use, std::uint32_t lanes, const std::uint64_t* entries);
  void judge_matrices(PlaceUse& use, std::uint32_t lanes, const std::uint64_t* entries);
  void judge_addresses(PlaceUse& use, const Lanes& lanes);
  void judge_scattered(const PlaceUse& use, Lanes lanes);
  void count_together(const PlaceUse& use, const Region& first, const Lanes& lanes);
  void count_by_array(const PlaceUse& use, const Region& first, Lanes lanes);
  void count(PlaceTotals& totals, const PlaceUse& use, const Lanes& lanes);

  MemoryMap& memory_;
  AccessOrder& order_;
  AsyncCopies copies_;
  AccessChecker checker_;
  RequestSums sums_;
  PlaceUses uses_;
  TexelJudge texels_;
  CopyJudge copy_judge_;
  bool checks_when_read_ = true;  // races are looked for when a request is read, or
  bool checks_at_once_ = false;   // …lane by lane
  bool counts_ = true;
  bool learns_from_logs_ = true;
  std::array<std::uint64_t, kWarpSize> addresses_{};
};

// Returns false if the lanes must be judged one by one.
[[gnu::always_inline]] inline bool RequestJudge::judge_progression(PlaceUse& use, std::uint64_t first,
                                                                   std::uint64_t step) {
  const std::uint64_t last = first + (kWarpSize - 1) * step;
  if (!uses_.set_region(use, first) || !use.region->holds(last)) return false;
  if (__builtin_expect(counts(), 1) && !count_progression(use, first, step)) return false;
  if (use.space == Space::global && step == use.access.width) {
    use.next_block.fetch(sums_.block(), first, std::size_t{kWarpSize} * use.access.width, *use.region,
                         use.access.op);
  }
  if (checks_when_read_ && !AccessChecker::has_nothing_to_check(use.access, *use.region)) {
    if (step == use.access.width) {
      checker_.check_row(use.access, *use.region, first, sums_.first_thread());
    } else {
      check_progression(use, first, step);
    }
  }
  return true;
}

// The same.
[[gnu::always_inline]] inline bool RequestJudge::count_progression(PlaceUse& use, std::uint64_t first,
                                                                   std::uint64_t step) {
  Progression lanes{use.space, use.access.op, use.access.width, use.form, first, step};
  if (use.space == Space::local) {
    // Each lane accesses the same element of its own local memory.
    if (step != LocalMemory::kStride) return false;
    lanes.first = first - memory_.local().of(sums_.first_thread());
    lanes.step = 0;
  }
  RequestCost cost;
  if (!set_cost(lanes, cost)) cost = cost_by_rule(use, first, step);
  use.totals->add(cost, kWarpSize);
  sums_.note_share(use.space);
  if (sums_.traffic() != nullptr) sums_.traffic()->note_progression(use.access.place, lanes, cost);
  if (__builtin_expect(sums_.wants_description(*use.totals, cost), 0))
    keep_progression(use, cost, first, step);
  sums_.note_in_flight(use, use.space, kWholeWarp);
  return true;
}

}  // namespace simt
