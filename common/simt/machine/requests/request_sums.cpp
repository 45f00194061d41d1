#include "requests/request_sums.h"

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

}  // namespace

void PlaceUses::begin_launch(const abi::Module& module) {
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
    use.access.copies_words = place.kind == abi::PlaceKind::load && (place.flags & abi::kCopiesWords) != 0;
    use.access.is_of_block_scope = (place.flags & abi::kOfBlockScope) != 0;
    use.swaps = (place.flags & abi::kSwaps) != 0;
    use.bypasses_l1 = place.kind == abi::PlaceKind::copy_target && (place.flags & abi::kBypassesL1) != 0;
    use.load_waits = place.load_waits;
    use.region = &nowhere_;
  }
}

void PlaceUses::note_texture(std::uint32_t place, std::uint32_t bytes, Op op, bool is_fetch) {
  PlaceUse& use = uses_[place];
  use.is_texture = true;
  use.kind = op == Op::store ? abi::PlaceKind::store : abi::PlaceKind::load;
  use.access.op = op;
  use.access.is_fetch = is_fetch;
  use.access.width = static_cast<std::uint8_t>(bytes);
}

PlaceTotals& PlaceUses::totals_of(const PlaceUse& use, Space space, const Region& region) {
  PlaceTotals& totals = totals_.of(use.access.place, space, region);
  totals.op = use.access.op;
  totals.width = use.access.width;
  totals.instruction = use.instruction;
  return totals;
}

bool PlaceUses::find_region(PlaceUse& use, std::uint64_t address) {
  Region* const region = memory_.find(address);
  if (region == nullptr) return false;
  use.region = region;
  use.space = use.space_in(*region);
  use.totals = &totals_of(use, use.space, *region);
  note_use(*region);
  return true;
}

void RequestSums::begin_launch(std::uint32_t places) {
  totals_.begin_launch(places);
  in_flight_totals_ = {};
  warp_shares_ = {};
}

void RequestSums::begin_block(std::uint64_t block) {
  moment_.block = block;
  requests_of_warps_.fill(0);
  if (traffic_ != nullptr) traffic_->begin_block(block);
}

void RequestSums::finish_block() {
  const auto& requests = requests_of_warps_;
  warp_shares_.requests += std::accumulate(requests.begin(), requests.end(), std::uint64_t{0});
  warp_shares_.busiest += *std::max_element(requests.begin(), requests.end());
  if (traffic_ != nullptr) traffic_->finish_block();
}

void RequestSums::begin_warp(Warp& warp, std::uint64_t phase) {
  moment_.phase = phase;
  moment_.warp = warp.number;
  first_thread_ = warp.first_thread;
  clock_ = &warp.clock;
  in_flight_ = &warp.in_flight;
  if (traffic_ == nullptr) return;
  const std::uint32_t live = warp.live();
  traffic_->begin_warp(warp.number, phase,
                       live == 0 ? 0 : warp.stopped_at[static_cast<unsigned>(__builtin_ctz(live))]);
}

const Request& RequestSums::describe(const PlaceUse& use, Space space, const Lanes& lanes) {
  request_.space = space;
  request_.op = use.access.op;
  request_.width = use.access.width;
  request_.form = use.form;
  request_.instruction = use.instruction;
  request_.active = lanes.active;
  for_each_lane(lanes.active, [&](unsigned lane) { request_.addresses[lane] = lanes.addresses[lane]; });
  if (space == Space::local) {
    for_each_lane(lanes.active,
                  [&](unsigned lane) { request_.addresses[lane] -= local_.of(first_thread_ + lane); });
  }
  return request_;
}

// Advances the warp's clock by the cycles of the request that was described last.
void RequestSums::advance_clock(const RequestCost& cost) {
  if (clock_->is_read) clock_->cycles += cycles_of(request_, cost);
}

void RequestSums::keep_if_worst(PlaceTotals& totals, const RequestCost& cost) {
  if (!totals.is_worst(cost, moment_)) return;
  totals.worst = request_;
  totals.worst_cost = cost;
  totals.worst_at = moment_;
}

}  // namespace simt
