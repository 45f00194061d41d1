#include "requests/request_judge.h"

#include <algorithm>
#include <array>

#include "common/for_each_lane.h"

namespace simt {
namespace {

constexpr std::uint32_t kFirstHalf = (1U << Halves::kLanes) - 1U;

// Whether lanes took different sides of the branches in a loop. Lanes of as many rounds say so; of others it shows in how much of a
// round they went by.
bool went_apart(const abi::Computed* begin, const abi::Computed* end) {
  constexpr std::uint64_t kAlike = abi::kWholeShare / 50;
  const auto [least, most] =
      std::minmax_element(begin, end, [](const auto& a, const auto& b) { return a.share < b.share; });
  if (most->share - least->share > kAlike) return true;
  return std::any_of(begin, end, [&](const abi::Computed& lane) {
    return lane.whole == begin->whole && lane.sides != begin->sides;
  });
}

}  // namespace

RequestJudge::RequestJudge(MemoryMap& memory, AccessOrder& order, FaultLog& faults)
    : memory_(memory),
      order_(order),
      checker_(order, memory.shared(), faults, copies_),
      sums_(memory.local()),
      uses_(memory, sums_.totals()),
      texels_(memory, uses_, sums_, checker_),
      copy_judge_(memory, order, uses_, sums_, checker_, copies_) {}

void RequestJudge::begin_launch(Launch& launch, TrafficRecorder* traffic) {
  sums_.set_traffic(traffic);
  checks_when_read_ = launch.looks_for_races && !launch.has(abi::kHasFence);
  checks_at_once_ = launch.looks_for_races && launch.has(abi::kHasFence);
  counts_ = launch.counts;
  learns_from_logs_ = launch.learns_from_logs();
  checker_.begin_launch(launch);
  copies_.begin_launch(launch.shape.block.volume());
  sums_.begin_launch(launch.module.table->place_count);
  uses_.begin_launch(*launch.module.table);
}

void RequestJudge::begin_block(std::uint64_t block) {
  texels_.begin_block();
  sums_.begin_block(block);
  checker_.begin_block(block);
}

void RequestJudge::finish_block() {
  copies_.end_block();
  sums_.finish_block();
}

bool RequestJudge::lie_within(const Region& region, const Lanes& lanes) const {
  if (lanes.active == kWholeWarp) return all_within(lanes.addresses, region.begin, region.end - region.begin);
  bool all = true;
  for_each_lane(lanes.active, [&](unsigned lane) { all &= region.holds(lanes.addresses[lane]); });
  return all;
}

// Lanes at the edge of a tile often take no part.
void RequestJudge::judge_part(PlaceUse& use, std::uint32_t lanes, const std::uint64_t* entries) {
  const PartShape part = part_of(entries, lanes, use.access.width, addresses_.data());
  if (part.active == 0) return;
  const bool are_runs = part.are_runs && use.access.op != Op::atomic;
  if (are_runs && judge_halves(use, part.first, part.second, use.access.width, part.active)) return;
  judge_addresses(use, {part.active, addresses_.data()});
}

void RequestJudge::judge_lanes(std::uint32_t lanes, const std::uint64_t* entries) {
  PlaceUse& use = uses_.at(entries[__builtin_ctz(lanes)]);
  if (use.instruction != Instruction::plain) return judge_matrices(use, lanes, entries);
  if (use.has_texels) return texels_.judge(use, lanes, entries, checks_when_read_);
  judge_part(use, lanes, entries);
}

// Judges ldmatrix and stmatrix. Only the lanes that give a row's address access memory.
void RequestJudge::judge_matrices(PlaceUse& use, std::uint32_t lanes, const std::uint64_t* entries) {
  const unsigned rows = lanes_with_rows(use.instruction);
  if (rows < kWarpSize) lanes &= (1U << rows) - 1U;
  if (lanes == 0) return;
  for_each_lane(lanes, [&](unsigned lane) { addresses_[lane] = abi::address_of(entries[lane]); });
  judge_addresses(use, {lanes, addresses_.data()});
}

RequestCost RequestJudge::cost_by_rule(PlaceUse& use, std::uint64_t first, std::uint64_t step) {
  return cost_of(sums_.describe(use, use.space, progression(first, step)));
}

void RequestJudge::keep_progression(PlaceUse& use, const RequestCost& cost, std::uint64_t first,
                                    std::uint64_t step) {
  sums_.describe(use, use.space, progression(first, step));
  sums_.advance_clock(cost);
  sums_.keep_if_worst(*use.totals, cost);
}

// All 32 lanes, each `step` behind its neighbour.
Lanes RequestJudge::progression(std::uint64_t first, std::uint64_t step) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) addresses_[lane] = first + lane * step;
  return {kWholeWarp, addresses_.data()};
}

void RequestJudge::check_progression(PlaceUse& use, std::uint64_t first, std::uint64_t step) {
  if (step == 0) return checker_.check_one_address(use.access, *use.region, first, sums_.first_thread());
  const Lanes lanes = progression(first, step);
  checker_.check_lanes(use.access, *use.region, lanes.active, lanes.addresses, sums_.first_thread());
}

// Returns false if the lanes must be judged one by one.
bool RequestJudge::judge_halves(PlaceUse& use, std::uint64_t first, std::uint64_t second, std::uint64_t step,
                                std::uint32_t active) {
  Halves halves{Space::global, use.access.op, use.access.width, use.form, first, second, step, active};
  if (!uses_.set_region(use, halves.address_of(static_cast<unsigned>(__builtin_ctz(active))))) return false;
  if (use.space == Space::local) return false;
  halves.space = use.space;
  const Region& region = *use.region;
  for (unsigned half = 0; half < 2; ++half) {
    const Halves::Run run = halves.run_of(half);
    if (run.count == 0) continue;
    if (!region.holds(halves.address_of(run.lane)) ||
        !region.holds(halves.address_of(run.lane + run.count - 1)))
      return false;
  }
  if (counts()) count_halves(use, halves);
  if (checks_when_read_ && !AccessChecker::has_nothing_to_check(use.access, region))
    check_halves(use, halves);
  return true;
}

void RequestJudge::count_halves(PlaceUse& use, const Halves& halves) {
  RequestCost cost;
  if (!set_cost(halves, cost)) return count(*use.totals, use, lanes_of(halves));
  use.totals->add(cost, lanes_in(halves.active));
  sums_.note_share(use.space);
  sums_.note_in_flight(use, use.space, halves.active);
  if (sums_.traffic() != nullptr) sums_.traffic()->note_halves(use.access.place, halves, cost);
  if (!sums_.wants_description(*use.totals, cost)) return;
  sums_.describe(use, use.space, lanes_of(halves));
  sums_.advance_clock(cost);
  sums_.keep_if_worst(*use.totals, cost);
}

void RequestJudge::check_halves(PlaceUse& use, const Halves& halves) {
  if (halves.op != Op::atomic && halves.step == halves.width) {
    if (halves.active == kWholeWarp) {
      return checker_.check_half_rows(use.access, *use.region, halves.first, halves.second,
                                      sums_.first_thread());
    }
    const bool is_one_row = halves.second - halves.first == Halves::kLanes * halves.step;
    check_part(use, halves, is_one_row ? halves.active : halves.active & kFirstHalf);
    if (!is_one_row) check_part(use, halves, halves.active & ~kFirstHalf);
    return;
  }
  if (halves.op == Op::load && halves.step == 0) {
    for (const unsigned lane : {0U, Halves::kLanes}) {
      checker_.check_one_address(use.access, *use.region, halves.address_of(lane),
                                 sums_.first_thread() + lane, Halves::kLanes);
    }
    return;
  }
  const Lanes lanes = lanes_of(halves);
  checker_.check_lanes(use.access, *use.region, lanes.active, lanes.addresses, sums_.first_thread());
}

// Some of the lanes, which are in one row.
void RequestJudge::check_part(PlaceUse& use, const Halves& halves, std::uint32_t lanes) {
  if (lanes == 0) return;
  const auto first = static_cast<unsigned>(__builtin_ctz(lanes));
  checker_.check_part_of_row(use.access, *use.region, halves.address_of(first), sums_.first_thread() + first,
                             lanes >> first);
}

Lanes RequestJudge::lanes_of(const Halves& halves) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) addresses_[lane] = halves.address_of(lane);
  return {halves.active, addresses_.data()};
}

void RequestJudge::judge_addresses(PlaceUse& use, const Lanes& lanes) {
  if (lanes.active == 0) return;
  const std::uint64_t first = lanes.addresses[__builtin_ctz(lanes.active)];
  if (!uses_.set_region(use, first) || !lie_within(*use.region, lanes)) return judge_scattered(use, lanes);
  if (counts()) count(*use.totals, use, lanes);
  if (checks_when_read_)
    checker_.check_lanes(use.access, *use.region, lanes.active, lanes.addresses, sums_.first_thread());
}

// Judges a request to several arrays. Those of one memory space are one request all the same. Arrays begin on
// sectors of their own, so each array gets its part of the request's sectors. Passes over the banks of shared
// memory, and over the words of constants, belong to the whole request.
void RequestJudge::judge_scattered(const PlaceUse& use, Lanes lanes) {
  std::uint32_t left = lanes.active;
  while (left != 0) {
    Region* first = nullptr;
    std::uint32_t together = 0;
    for (std::uint32_t open = left; open != 0; open &= open - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(open));
      Region* const region = memory_.find(lanes.addresses[lane]);
      if (region == nullptr) {
        left &= ~(1U << lane);
        continue;
      }
      if (first == nullptr) first = region;
      if (use.space_in(*region) != use.space_in(*first)) continue;
      together |= 1U << lane;
      note_use(*region);
      if (checks_when_read_)
        checker_.check(use.access, *region, lanes.addresses[lane], sums_.first_thread() + lane);
    }
    if (first == nullptr) return;
    left &= ~together;
    if (!counts()) continue;
    const Space space = use.space_in(*first);
    const bool has_sectors = space == Space::global || space == Space::texture;
    const Lanes request{together, lanes.addresses};
    if (has_sectors) {
      count_by_array(use, *first, request);
    } else {
      count_together(use, *first, request);
    }
  }
}

void RequestJudge::count_together(const PlaceUse& use, const Region& first, const Lanes& lanes) {
  count(uses_.totals_of(use, use.space_in(first), first), use, lanes);
}

// The warp's clock goes on by the request as a whole.
void RequestJudge::count_by_array(const PlaceUse& use, const Region& first, Lanes lanes) {
  const Space space = use.space_in(first);
  const RequestCost whole = cost_of(sums_.describe(use, space, lanes));
  sums_.note_request(use, space, whole, lanes.active);
  const Region* region = &first;
  while (lanes.active != 0) {
    Lanes of_array{0, lanes.addresses};
    for_each_lane(lanes.active, [&](unsigned lane) {
      of_array.active |= (region->holds(lanes.addresses[lane]) ? 1U : 0U) << lane;
    });
    PlaceTotals& totals = uses_.totals_of(use, space, *region);
    totals.split_requests += region == &first ? 0 : 1;
    sums_.count(totals, cost_of(sums_.describe(use, space, of_array)), of_array);
    lanes.active &= ~of_array.active;
    if (lanes.active != 0) region = memory_.find(lanes.addresses[__builtin_ctz(lanes.active)]);
  }
}

void RequestJudge::count(PlaceTotals& totals, const PlaceUse& use, const Lanes& lanes) {
  const RequestCost cost = cost_of(sums_.describe(use, totals.space, lanes));
  sums_.note_request(use, totals.space, cost, lanes.active);
  sums_.count(totals, cost, lanes);
}

// The warp goes round as often as the lane that stays longest, and in each round by both sides if its lanes go apart.
void RequestJudge::note_computed(std::uint32_t lanes, const std::uint64_t* entries) {
  if (sums_.traffic() == nullptr) return;
  std::array<abi::Computed, kWarpSize> computed;
  abi::Computed* end = computed.data();
  for_each_lane(lanes, [&](unsigned lane) { *end++ = abi::computed_of(abi::address_of(entries[lane])); });
  const bool apart = went_apart(computed.data(), end);
  std::uint64_t most = 0;
  std::for_each(computed.data(), end,
                [&](const abi::Computed& lane) { most = std::max(most, apart ? lane.whole : lane.taken()); });
  sums_.traffic()->note(most == 0 ? StepKind::side : StepKind::computed,
                        abi::place_of(entries[__builtin_ctz(lanes)]), lanes, most);
}

void RequestJudge::judge_copy_step(Warp& warp, std::uint32_t lanes, const std::uint64_t* entries) {
  if (checks_when_read_) {
    for_each_lane(lanes,
                  [&](unsigned lane) { copy_judge_.note_step(entries[lane], sums_.first_thread() + lane); });
  }
  if (counts()) copy_judge_.judge_step(warp, lanes, entries);
  if (sums_.traffic() != nullptr) note_groups(lanes, entries);
}

// The ends of groups of copies, and the waits for them.
void RequestJudge::note_groups(std::uint32_t lanes, const std::uint64_t* entries) {
  const std::uint64_t entry = entries[__builtin_ctz(lanes)];
  const std::uint32_t place = abi::place_of(entry);
  if (kind(place) == abi::PlaceKind::copy_commit) sums_.traffic()->note(StepKind::copy_commit, place, lanes);
  if (kind(place) != abi::PlaceKind::copy_wait) return;
  const std::uint64_t address = abi::address_of(entry);
  sums_.traffic()->note(StepKind::copy_wait, place, lanes, address == 0 ? 0 : address - 1);
}

RequestJudge::Changed RequestJudge::check_now(std::uint64_t entry, unsigned thread) {
  if (!checks_at_once_) return Changed::nothing;
  const PlaceUse& use = uses_.at(entry);
  if (abi::is_copy(use.kind)) {
    copy_judge_.note_step(entry, thread);
    return Changed::anything;
  }
  if (use.has_texels) {
    texels_.check(use, entry, thread);
    return Changed::nothing;
  }
  const std::uint64_t address = abi::address_of(entry);
  if (address == 0 || use.kind > abi::PlaceKind::atomic) return Changed::nothing;
  Region* const region = memory_.find(address);
  if (region == nullptr) return Changed::nothing;
  const auto changed = [&](bool writes) {
    return writes && region->space == Space::shared ? Changed::what_it_names : Changed::nothing;
  };
  const bool is_atomic = use.kind == abi::PlaceKind::atomic;
  const bool is_strong = is_atomic || use.access.is_volatile;
  checker_.check(use.access, *region, address, thread);
  if (!is_strong) return changed(use.access.op != Op::load);
  const StrongAccess access = use.strong_access(address, region->space);
  order_.access_strongly(thread, access);
  return changed(access.writes);
}

void RequestJudge::check_unlogged(std::uint32_t place, Op op, std::uint64_t address, unsigned thread) {
  Region* const region = checks_at_once_ ? memory_.find(address) : nullptr;
  if (region == nullptr) return;
  PlaceAccess access;
  access.place = place;
  access.op = op;
  access.width = 8;
  checker_.check(access, *region, address, thread);
}

}  // namespace simt
