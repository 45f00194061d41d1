#include "requests/request_judge.h"

#include <algorithm>
#include <numeric>

#include "common/for_each_lane.h"
#include "requests/request_clock.h"

namespace simt {
namespace {

bool is_plain(AtomicForm form) { return form == AtomicForm::load || form == AtomicForm::store; }

Op op_of(const abi::Place& place) {
  const auto form = static_cast<AtomicForm>(place.atomic_form);
  switch (place.kind) {
    case abi::PlaceKind::store:
    case abi::PlaceKind::copy_target:
      return Op::store;
    case abi::PlaceKind::atomic:
      return form == AtomicForm::load ? Op::load : form == AtomicForm::store ? Op::store : Op::atomic;
    default:
      return Op::load;
  }
}

// An addition of 1 that nobody reads the result of is cheaper than any other.
AtomicForm form_of(const abi::Place& place) {
  const auto form = static_cast<AtomicForm>(place.atomic_form);
  const bool is_answer_used = (place.flags & abi::kAnswerUsed) != 0;
  return form == AtomicForm::count && is_answer_used ? AtomicForm::plain : form;
}

// Notes that a shared array was used. Shared arrays belong to this worker alone; others are shared by all
// workers.
void note_use(Region& region) {
  if (region.space == Space::shared) region.is_used = true;
}

}  // namespace

RequestJudge::RequestJudge(MemoryMap& memory, AccessOrder& order, FaultLog& faults)
    : memory_(memory), order_(order), checker_(order, memory.shared(), faults, copies_) {}

void RequestJudge::begin_launch(Launch& launch) {
  const abi::Module& module = *launch.module.table;
  checks_when_read_ = !launch.has(abi::kHasFence);
  checker_.begin_launch(launch);
  copies_.begin_launch(launch.shape.block.volume());
  totals_.begin_launch(module.place_count);
  in_flight_totals_ = {};
  warp_shares_ = {};
  uses_.assign(module.place_count, {});
  for (std::uint32_t i = 0; i < module.place_count; ++i) {
    const abi::Place& place = module.places[i];
    PlaceUse& use = uses_[i];
    use.kind = place.kind;
    use.form = form_of(place);
    use.instruction = static_cast<Instruction>(place.instruction);
    use.access = {i,
                  op_of(place),
                  place.width,
                  (place.flags & abi::kVolatile) != 0,
                  (place.flags & abi::kFeedsCompare) != 0 || is_plain(use.form),
                  place.kind == abi::PlaceKind::copy_target};
    use.access.padding = place.padding;
    use.bypasses_l1 = (place.flags & abi::kBypassesL1) != 0;
    use.load_waits = place.load_waits;
    use.region = &nowhere_;
  }
}

void RequestJudge::forget_totals() {
  totals_.begin_launch(0);
  in_flight_totals_ = {};
  warp_shares_ = {};
}

void RequestJudge::begin_block(std::uint64_t block) {
  texels_.clear();
  moment_.block = block;
  checker_.begin_block(block);
  requests_of_warps_.fill(0);
}

void RequestJudge::finish_block() {
  copies_.end_block();
  const auto& requests = requests_of_warps_;
  warp_shares_.requests += std::accumulate(requests.begin(), requests.end(), std::uint64_t{0});
  warp_shares_.busiest += *std::max_element(requests.begin(), requests.end());
}

void RequestJudge::begin_warp(Warp& warp, std::uint64_t phase) {
  moment_.phase = phase;
  moment_.warp = warp.number;
  first_thread_ = warp.first_thread;
  clock_ = &warp.clock;
  in_flight_ = &warp.in_flight;
}

void RequestJudge::note_texture(std::uint32_t place, std::uint32_t bytes, Op op, bool is_fetch) {
  PlaceUse& use = uses_[place];
  use.is_texture = true;
  use.kind = op == Op::store ? abi::PlaceKind::store : abi::PlaceKind::load;
  use.access.op = op;
  use.access.is_fetch = is_fetch;
  use.access.width = static_cast<std::uint8_t>(bytes);
}

std::uint64_t RequestJudge::note_texels(std::uint32_t place, std::uint32_t bytes, Op op, bool is_fetch,
                                        const TexelAccess& texels) {
  note_texture(place, bytes, op, is_fetch);
  uses_[place].has_texels = true;
  return texels_.add(texels);
}

// Lanes may access several objects: each array has its part of the request.
void RequestJudge::judge_texels(const PlaceUse& use, std::uint32_t lanes, const std::uint64_t* entries) {
  for_each_lane(lanes, [&](unsigned lane) {
    texels_of_lanes_[lane] = texels_.take(abi::address_of(entries[lane]));
    addresses_[lane] = texels_of_lanes_[lane].addresses[0];
  });
  bool is_split = false;
  while (lanes != 0) {
    const auto first = static_cast<unsigned>(__builtin_ctz(lanes));
    Region* const region = memory_.find(addresses_[first]);
    std::uint32_t together = 1U << first;
    for_each_lane(lanes, [&](unsigned lane) {
      if (region != nullptr && region->holds(addresses_[lane])) together |= 1U << lane;
    });
    if (region != nullptr) count_texels(use, *region, together, is_split);
    is_split |= region != nullptr;
    lanes &= ~together;
  }
}

void RequestJudge::count_texels(const PlaceUse& use, Region& region, std::uint32_t lanes, bool is_split) {
  PlaceTotals& totals = totals_of(use, Space::texture, region);
  totals.split_requests += is_split ? 1 : 0;
  set_request(use, Space::texture, {lanes, addresses_.data()});
  note_in_flight(use, Space::texture, lanes);
  const RequestCost cost = texel_cost(texels_of_lanes_, lanes, use.access.width, use.access.is_fetch);
  totals.add(cost, static_cast<unsigned>(__builtin_popcount(lanes)));
  advance_clock(cost);
  keep_if_worst(totals, cost);
  if (!checks_when_read_) return;
  for_each_lane(lanes, [&](unsigned lane) {
    const TexelAccess& texels = texels_of_lanes_[lane];
    for (unsigned i = 0; i < texels.count; ++i)
      checker_.check(use.access, region, texels.addresses[i], first_thread_ + lane);
  });
}

Space RequestJudge::space_in(const PlaceUse& use, const Region& region) const {
  return use.is_texture ? Space::texture : region.space;
}

PlaceTotals& RequestJudge::totals_of(const PlaceUse& use, Space space, const Region& region) {
  PlaceTotals& totals = totals_.of(use.access.place, space, region);
  totals.op = use.access.op;
  totals.width = use.access.width;
  totals.instruction = use.instruction;
  return totals;
}

// Sets the region that holds the address. Returns false if there is none.
bool RequestJudge::find_region(PlaceUse& use, std::uint64_t address) {
  Region* const region = memory_.find(address);
  if (region == nullptr) return false;
  use.region = region;
  use.space = space_in(use, *region);
  use.totals = &totals_of(use, use.space, *region);
  note_use(*region);
  return true;
}

bool RequestJudge::lie_within(const Region& region, const Lanes& lanes) const {
  if (lanes.active == kWholeWarp) return all_within(lanes.addresses, region.begin, region.end - region.begin);
  bool all = true;
  for_each_lane(lanes.active, [&](unsigned lane) { all &= region.holds(lanes.addresses[lane]); });
  return all;
}

void RequestJudge::judge_whole_row(PlaceUse& use, const std::uint64_t* row) {
  copy_addresses(row, addresses_.data());
  judge_addresses(use, {kWholeWarp, addresses_.data()});
}

void RequestJudge::judge_lanes(std::uint32_t lanes, const std::uint64_t* entries) {
  PlaceUse& use = uses_[abi::place_of(entries[__builtin_ctz(lanes)])];
  if (use.instruction != Instruction::plain) return judge_matrices(use, lanes, entries);
  if (use.has_texels) return judge_texels(use, lanes, entries);
  for_each_lane(lanes, [&](unsigned lane) { addresses_[lane] = abi::address_of(entries[lane]); });
  judge_addresses(use, {lanes, addresses_.data()});
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
  for (unsigned lane = 0; lane < kWarpSize; ++lane) addresses_[lane] = first + lane * step;
  set_request(use, use.space, {kWholeWarp, addresses_.data()});
  return cost_of(request_);
}

void RequestJudge::keep_progression(PlaceUse& use, const RequestCost& cost, std::uint64_t first,
                                    std::uint64_t step) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) addresses_[lane] = first + lane * step;
  set_request(use, use.space, {kWholeWarp, addresses_.data()});
  advance_clock(cost);
  keep_if_worst(*use.totals, cost);
}

void RequestJudge::check_progression(PlaceUse& use, std::uint64_t first, std::uint64_t step) {
  if (step == 0) return checker_.check_one_address(use.access, *use.region, first, first_thread_);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) addresses_[lane] = first + lane * step;
  checker_.check_lanes(use.access, *use.region, kWholeWarp, addresses_.data(), first_thread_);
}

void RequestJudge::judge_addresses(PlaceUse& use, const Lanes& lanes) {
  const std::uint64_t first = lanes.addresses[__builtin_ctz(lanes.active)];
  if (!set_region(use, first) || !lie_within(*use.region, lanes)) return judge_scattered(use, lanes);
  count(*use.totals, use, lanes);
  if (checks_when_read_)
    checker_.check_lanes(use.access, *use.region, lanes.active, lanes.addresses, first_thread_);
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
      if (space_in(use, *region) != space_in(use, *first)) continue;
      together |= 1U << lane;
      note_use(*region);
      if (checks_when_read_) checker_.check(use.access, *region, lanes.addresses[lane], first_thread_ + lane);
    }
    if (first == nullptr) return;
    const Space space = space_in(use, *first);
    const bool has_sectors = space == Space::global || space == Space::texture;
    const Lanes request{together, lanes.addresses};
    if (has_sectors) {
      count_by_array(use, *first, request);
    } else {
      count_together(use, *first, request);
    }
    left &= ~together;
  }
}

void RequestJudge::count_together(const PlaceUse& use, const Region& first, const Lanes& lanes) {
  count(totals_of(use, space_in(use, first), first), use, lanes);
}

// The clock goes on by the request as a whole.
void RequestJudge::count_by_array(const PlaceUse& use, const Region& first, Lanes lanes) {
  const Space space = space_in(use, first);
  set_request(use, space, lanes);
  note_in_flight(use, space, lanes.active);
  note_share(space);
  advance_clock(cost_of(request_));
  const Region* region = &first;
  while (lanes.active != 0) {
    Lanes of_array{0, lanes.addresses};
    for_each_lane(lanes.active, [&](unsigned lane) {
      of_array.active |= (region->holds(lanes.addresses[lane]) ? 1U : 0U) << lane;
    });
    PlaceTotals& totals = totals_of(use, space, *region);
    totals.split_requests += region == &first ? 0 : 1;
    set_request(use, space, of_array);
    const RequestCost cost = cost_of(request_);
    totals.add(cost, static_cast<unsigned>(__builtin_popcount(of_array.active)));
    keep_if_worst(totals, cost);
    lanes.active &= ~of_array.active;
    if (lanes.active != 0) region = memory_.find(lanes.addresses[__builtin_ctz(lanes.active)]);
  }
}

void RequestJudge::set_request(const PlaceUse& use, Space space, const Lanes& lanes) {
  request_.space = space;
  request_.op = use.access.op;
  request_.width = use.access.width;
  request_.form = use.form;
  request_.instruction = use.instruction;
  request_.active = lanes.active;
  for_each_lane(lanes.active, [&](unsigned lane) { request_.addresses[lane] = lanes.addresses[lane]; });
  if (space != Space::local) return;
  for_each_lane(lanes.active,
                [&](unsigned lane) { request_.addresses[lane] -= memory_.local().of(first_thread_ + lane); });
}

void RequestJudge::count(PlaceTotals& totals, const PlaceUse& use, const Lanes& lanes) {
  set_request(use, totals.space, lanes);
  note_in_flight(use, totals.space, lanes.active);
  note_share(totals.space);
  const RequestCost cost = cost_of(request_);
  totals.add(cost, static_cast<unsigned>(__builtin_popcount(lanes.active)));
  advance_clock(cost);
  keep_if_worst(totals, cost);
}

// Advances the warp's clock by the cycles of the current request.
void RequestJudge::advance_clock(const RequestCost& cost) {
  if (clock_->is_read) clock_->cycles += cycles_of(request_, cost);
}

void RequestJudge::keep_if_worst(PlaceTotals& totals, const RequestCost& cost) {
  if (!totals.is_worst(cost, moment_)) return;
  totals.worst = request_;
  totals.worst_cost = cost;
  totals.worst_at = moment_;
}

void RequestJudge::check_now(std::uint64_t entry, unsigned thread) {
  const PlaceUse& use = uses_[abi::place_of(entry)];
  if (abi::is_copy(use.kind)) return note_copy_step(entry, thread);
  const std::uint64_t address = abi::address_of(entry);
  if (use.has_texels) {
    const TexelAccess& texels = texels_.peek(address);
    Region* const touched = memory_.find(texels.addresses[0]);
    for (unsigned i = 0; touched != nullptr && i < texels.count; ++i)
      checker_.check(use.access, *touched, texels.addresses[i], thread);
    return;
  }
  if (address == 0 || use.kind > abi::PlaceKind::atomic) return;
  Region* const region = memory_.find(address);
  if (region == nullptr) return;
  const bool is_global = region->space == Space::global;
  if (use.kind == abi::PlaceKind::atomic || (use.access.is_volatile && is_global))
    order_.note_atomic(thread, is_global);
  checker_.check(use.access, *region, address, thread);
}

}  // namespace simt
