#include "traffic/traffic_recorder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "common/for_each_lane.h"
#include "common/vectorised.h"

namespace simt {
namespace {

// Of Progression or Halves.
template <class Lanes>
Request request_of(const Lanes& lanes, std::uint32_t active = kWholeWarp) {
  Request request;
  request.space = lanes.space;
  request.op = lanes.op;
  request.width = lanes.width;
  request.form = lanes.form;
  request.active = active;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) request.addresses[lane] = lanes.address_of(lane);
  return request;
}

// Whether one of the lanes' lines may be sampled. Most requests have none, and end here.
SIMT_VECTORISED
bool any_is_sampled(const std::uint64_t* addresses, unsigned shift) {
  bool any = false;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    any |= is_sampled_line(addresses[lane] / kLineBytes, shift);
  return any;
}

// Beyond so many, fewer lines are sampled. A worker that has as many by itself thins them no more than all together must be
// thinned, so that what is left does not depend on who ran which block.
constexpr std::size_t kMostTouches = 1U << 14U;

void thin(LaunchTraffic& traffic) {
  ++traffic.sample_shift;
  const auto is_left_out = [&](const LineTouch& touch) {
    return !is_sampled_line(touch.line, traffic.sample_shift);
  };
  traffic.touches.erase(std::remove_if(traffic.touches.begin(), traffic.touches.end(), is_left_out),
                        traffic.touches.end());
}

constexpr std::uint64_t kSampledAtomics = 8;

// Where each address belongs among all of them. Lanes that take no part come last.
SIMT_VECTORISED
void rank(const std::uint64_t* addresses, std::uint32_t active, std::uint32_t* ranks) {
  constexpr std::uint64_t kLast = std::uint64_t{1} << 63U;
  std::array<std::uint64_t, kWarpSize> keys;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  // The lane makes them different. Addresses of programs have 57 bits at most.
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    keys[lane] = ((active >> lane & 1U) != 0 ? addresses[lane] << 5U : kLast) | lane;
  std::array<std::uint64_t, kWarpSize> before{};
  for (unsigned other = 0; other < kWarpSize; ++other) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) before[lane] += keys[other] < keys[lane] ? 1U : 0U;
  }
  for (unsigned lane = 0; lane < kWarpSize; ++lane) ranks[lane] = static_cast<std::uint32_t>(before[lane]);
}

// The addresses of a request's active lanes, in order.
struct SortedLanes {
  explicit SortedLanes(const Request& request) : count(lanes_in(request.active)) {
    std::array<std::uint32_t, kWarpSize> ranks;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    rank(request.addresses.data(), request.active, ranks.data());
    for (unsigned lane = 0; lane < kWarpSize; ++lane) addresses[ranks[lane]] = request.addresses[lane];
  }

  std::array<std::uint64_t, kWarpSize>
      addresses;  // NOLINT(cppcoreguidelines-pro-type-member-init): up to count
  std::size_t count = 0;
};

bool feeds_compare(const abi::Place& place) { return (place.flags & abi::kFeedsCompare) != 0; }

}  // namespace

unsigned sample_shift_of(std::uint64_t threads) {
  constexpr std::uint64_t kAllBelow = 1U << 13U;
  constexpr unsigned kMost = 9;
  unsigned shift = 0;
  while (shift < kMost && threads >> shift > kAllBelow) ++shift;
  return shift;
}

void TrafficRecorder::begin_launch(const abi::Module& module, std::uint64_t blocks, std::uint64_t threads) {
  traffic_ = {};
  traffic_.module = &module;
  traffic_.sample_shift = sample_shift_of(blocks * threads);
  blocks_ = blocks;
  most_addresses_ = kMostAddresses / std::max<std::uint64_t>(1, (threads + kWarpSize - 1) / kWarpSize);
  instructions_.resize(module.place_count);
  std::transform(module.places, module.places + module.place_count, instructions_.begin(),
                 [](const abi::Place& place) { return place.instructions; });
  may_look_ = std::any_of(module.places, module.places + module.place_count, feeds_compare);
}

void TrafficRecorder::begin_block(std::uint64_t block) {
  running_.block = block;
  running_.addresses.clear();
  running_.answers = 0;
  touched_.clear();
  atomics_ = 0;
  for (WarpTraffic& warp : running_.warps) {
    warp.steps.clear();
    warp.phase = warp.work = warp.unrecorded_work = warp.addresses = 0;
    warp.taken = 0;
  }
}

void TrafficRecorder::finish_block() {
  running_.sum_up();
  traffic_.work += running_.work;
  if (is_sampled(running_.block, blocks_)) traffic_.blocks.push_back(running_);
  if (running_.is_longer_than(traffic_.longest)) traffic_.longest = running_;
  if (traffic_.heaviest.warps.empty() || running_.is_heavier_than(traffic_.heaviest))
    std::swap(running_, traffic_.heaviest);
}

void TrafficRecorder::begin_warp(unsigned warp, std::uint64_t phase, std::uint32_t stopped_at) {
  if (running_.warps.size() <= warp) running_.warps.resize(warp + 1);
  warp_ = &running_.warps[warp];
  for (; warp_->phase < phase; ++warp_->phase) {
    const std::uint64_t instructions = instructions_[stopped_at];
    if (has_room(instructions)) add_step(StepKind::barrier, stopped_at, 0);
  }
}

void TrafficRecorder::note(StepKind kind, std::uint32_t place, std::uint32_t lanes, std::uint64_t value) {
  std::uint64_t instructions = instructions_[place];
  if (kind == StepKind::computed) instructions += value;
  if (has_room(instructions)) add_step(kind, place, lanes).first = value;
}

void TrafficRecorder::note_look(std::uint32_t place) {
  traffic_.has_looks |= feeds_compare(traffic_.module->places[place]);
}

// Out of line, since most requests are stretches: a request of addresses takes 256 bytes of the stack.
[[gnu::noinline]] void TrafficRecorder::note_lines_apart(std::uint32_t place, const Progression& lanes) {
  if (lanes.op != Op::atomic) note_look(place);
  const Request request = request_of(lanes);
  note_lines(place, request, true);
  if (lanes.op == Op::atomic) note_atomic(place, request);
}

void TrafficRecorder::note_lines_of_stretch(std::uint32_t place, const Progression& lanes) {
  const std::uint64_t end = lanes.first + (kWarpSize - 1) * lanes.step + lanes.width;
  for (std::uint64_t line = lanes.first / kLineBytes; line * kLineBytes < end; ++line) {
    if (!is_sampled_line(line, traffic_.sample_shift)) continue;
    const std::uint64_t from = std::max(lanes.first, line * kLineBytes) % kLineBytes;
    const std::uint64_t bytes = std::min(end - line * kLineBytes, kLineBytes) - from;
    LineTouch touch = touch_of(line, place, lanes.op, true);
    for (std::uint64_t word = 0; word < 2; ++word) {
      const std::uint64_t begin = std::max<std::uint64_t>(from, 64 * word);
      const std::uint64_t last = std::min<std::uint64_t>(from + bytes, 64 * (word + 1));
      if (last > begin) touch.bytes[word] = ~std::uint64_t{0} >> (64 - (last - begin)) << begin % 64;
    }
    add_touch(touch);
  }
}

void TrafficRecorder::note_halves(std::uint32_t place, const Halves& lanes, const RequestCost& cost) {
  const auto step_in_half = static_cast<std::int32_t>(lanes.step);
  const auto apart = static_cast<std::int32_t>(lanes.second - lanes.first);
  const bool fits = static_cast<std::uint64_t>(std::int64_t{step_in_half}) == lanes.step &&
                    static_cast<std::uint64_t>(std::int64_t{apart}) == lanes.second - lanes.first;
  if (!fits) return note_request(place, request_of(lanes, lanes.active), cost);
  const std::uint64_t instructions = instructions_[place];
  if (has_room(instructions + cost.sectors + cost.wavefronts)) {
    Step& step = add_step(kind_of(lanes.op), place, lanes.active);
    step.first = lanes.first;
    step.step = static_cast<std::uint32_t>(step_in_half) | std::uint64_t{static_cast<std::uint32_t>(apart)}
                                                               << 32U;
    step.wavefronts = at_most_16_bits(cost.wavefronts);
    step.space = lanes.space;
    step.width = lanes.width;
    step.is_progression = false;
    step.are_halves = true;
    // It takes none, but is as many of the block's steps as if it did.
    warp_->addresses += lanes_in(lanes.active);
  }
  if (!goes_to_l2(lanes.space)) return;
  note_look(place);
  const auto has_sample = [&](unsigned half) {
    const Halves::Run run = lanes.run_of(half);
    return run.count != 0 &&
           is_any_sampled(lanes.address_of(run.lane), (run.count - 1) * lanes.step + lanes.width);
  };
  if (lanes.step <= lanes.width && !has_sample(0) && !has_sample(1)) return;
  note_lines(place, request_of(lanes, lanes.active), false);
}

LineTouch TrafficRecorder::touch_of(std::uint64_t line, std::uint32_t place, Op op, bool is_regular) const {
  LineTouch touch;
  touch.line = line;
  touch.block = running_.block;
  touch.place = place;
  touch.step = warp_->taken - 1;
  touch.op = op;
  touch.is_regular = is_regular;
  return touch;
}

// What a block asks for again soon, L1 or L2 has by then: such requests are one touch. Or else a table that is read over and over would
// fill the sample by itself, until nothing else is sampled.
void TrafficRecorder::add_touch(LineTouch touch) {
  constexpr std::uint32_t kSoon = 16;  // steps: all warps together touch less in these than L2 has room for
  constexpr std::uint32_t kAtOnce = 4;
  touch.last_step = touch.step;
  touch.sectors = static_cast<std::uint32_t>(__builtin_popcount(sectors_of(touch.bytes)));
  const auto [known, is_new] =
      touched_.try_emplace(touch.line << kPlaceBits | touch.place, traffic_.touches.size());
  if (!is_new) {
    LineTouch& before = traffic_.touches[known->second];
    const bool is_soon = touch.step <= before.last_step + kSoon && before.last_step <= touch.step + kSoon;
    if (is_soon) {
      before.bytes[0] |= touch.bytes[0];
      before.bytes[1] |= touch.bytes[1];
      before.last_step = touch.step;
      before.at_once += touch.step <= before.step + kAtOnce ? 1U : 0U;
      before.sectors += touch.sectors;
      ++before.requests;
      return;
    }
    known->second = traffic_.touches.size();
  }
  traffic_.touches.push_back(touch);
  if (traffic_.touches.size() <= kMostTouches) return;
  thin(traffic_);
  find_touched();
}

void TrafficRecorder::find_touched() {
  touched_.clear();
  for (std::size_t i = traffic_.touches.size(); i > 0 && traffic_.touches[i - 1].block == running_.block; --i)
    touched_.try_emplace(traffic_.touches[i - 1].line << kPlaceBits | traffic_.touches[i - 1].place, i - 1);
}

void TrafficRecorder::note_request(std::uint32_t place, const Request& request, const RequestCost& cost) {
  note_any(kind_of(request.op), place, request, cost);
}

void TrafficRecorder::note_copy(std::uint32_t place, const Request& request, const RequestCost& cost) {
  note_any(StepKind::copy_source, place, request, cost);
}

void TrafficRecorder::note_any(StepKind kind, std::uint32_t place, const Request& request,
                               const RequestCost& cost) {
  const std::uint64_t instructions = instructions_[place];
  if (has_room(instructions + cost.sectors + cost.wavefronts)) {
    const bool is_counted_by_sectors = request.op == Op::atomic && request.space == Space::global;
    Step& step = add_step(kind, place, request.active);
    step.first = running_.addresses.size();
    step.wavefronts = at_most_16_bits(is_counted_by_sectors ? cost.sectors : cost.wavefronts);
    step.space = request.space;
    step.width = request.width;
    step.is_progression = false;
    const std::size_t first = running_.addresses.size();
    running_.addresses.resize(first + lanes_in(request.active));
    std::uint64_t* address = &running_.addresses[first];
    for_each_lane(request.active, [&](unsigned lane) { *address++ = request.addresses[lane]; });
    warp_->addresses += lanes_in(request.active);
  }
  if (!goes_to_l2(request.space)) return;
  note_look(place);
  note_lines(place, request, false);
  if (request.op == Op::atomic) note_atomic(place, request);
}

void TrafficRecorder::note_lines(std::uint32_t place, const Request& request, bool is_regular) {
  if (!any_is_sampled(request.addresses.data(), traffic_.sample_shift)) return;
  std::uint32_t left = 0;
  for_each_lane(request.active, [&](unsigned lane) {
    left |= is_sampled_line(request.addresses[lane] / kLineBytes, traffic_.sample_shift) ? 1U << lane : 0U;
  });
  while (left != 0) {
    const std::uint64_t line = request.addresses[static_cast<unsigned>(__builtin_ctz(left))] / kLineBytes;
    LineTouch touch = touch_of(line, place, request.op, is_regular);
    const std::uint64_t bytes = (std::uint64_t{1} << request.width) - 1;
    for_each_lane(left, [&](unsigned lane) {
      if (request.addresses[lane] / kLineBytes != line) return;
      left &= ~(1U << lane);
      const std::uint64_t at = request.addresses[lane] % kLineBytes;
      touch.bytes[at / 64] |= bytes << at % 64;
    });
    add_touch(touch);
  }
}

void TrafficRecorder::note_atomic(std::uint32_t place, const Request& request) {
  running_.answers += (traffic_.module->places[place].flags & abi::kAnswerUsed) != 0 ? 1U : 0U;
  if ((traffic_.module->places[place].flags & abi::kSwaps) != 0) {
    note_swaps(place, request);
  } else if (!traffic_.swaps.empty() && request.form != AtomicForm::load) {
    for_each_lane(request.active, [&](unsigned lane) {
      const std::uint64_t at = request.addresses[lane];
      if (traffic_.swaps.count(at) != 0) ++traffic_.releases[at];
    });
  }
  // One request in so many is looked at further, in another order in each block.
  if ((running_.block + atomics_++) % kSampledAtomics == 0) note_passes(place, request);
}

// Of the lanes that want one word, one succeeds at a time.
void TrafficRecorder::note_swaps(std::uint32_t place, const Request& request) {
  const bool claims = (traffic_.module->places[place].flags & abi::kClaims) != 0;
  const SortedLanes lanes(request);
  for (std::size_t i = 0; i < lanes.count; ++i) {
    if (i != 0 && lanes.addresses[i] == lanes.addresses[i - 1]) continue;
    ++traffic_.swaps[lanes.addresses[i]];
    if (claims) ++traffic_.claims[lanes.addresses[i]];
  }
}

// A slice of L2 serves a request's lanes in one sector together as long as each wants another word: it passes over the sector
// as often as some word is wanted, once where nvcc has made one operation of the warp's (AtomicForm::once). Floating
// point takes a slice as long, but a sector can be passed over again only after 2.4 times as long; a compare-and-swap takes a slice
// 1.5 times as long.
// (Measured: docs/measurements/time_model.md.)
void TrafficRecorder::note_passes(std::uint32_t place, const Request& request) {
  constexpr std::uint64_t kInteger = 10;
  constexpr std::uint64_t kFloating = 24;
  constexpr std::uint64_t kSwap = 15;
  const bool swaps = (traffic_.module->places[place].flags & abi::kSwaps) != 0;
  const std::uint64_t pass_of_slice = swaps ? kSwap : kInteger;
  const std::uint64_t pass = request.form == AtomicForm::compare_and_swap ? kFloating : kInteger;
  const SortedLanes lanes(request);
  const auto& sorted = lanes.addresses;
  traffic_.sector_passes.resize(kSectorCounters);
  std::uint64_t* of_slice = nullptr;  // neighbouring sectors mostly are of one slice
  std::uint64_t slice = 0;
  for (std::size_t i = 0; i < lanes.count;) {
    const std::uint64_t sector = sorted[i] / kSectorBytes;
    const std::size_t first = i;
    std::uint64_t passes = 0;
    std::uint64_t wanted = 0;
    for (; i < lanes.count && sorted[i] / kSectorBytes == sector; ++i) {
      wanted = i > first && sorted[i] == sorted[i - 1] ? wanted + 1 : 1;
      passes = std::max(passes, wanted);
    }
    if (request.form == AtomicForm::once) passes = 1;
    if (of_slice == nullptr || slice != slice_of(sorted[first])) {
      slice = slice_of(sorted[first]);
      of_slice = &traffic_.atomic_passes[slice];
    }
    *of_slice += kSampledAtomics * pass_of_slice * passes;
    traffic_.sector_passes[counter_of(sector)] += kSampledAtomics * pass * passes;
  }
}

LaunchTraffic merged(const std::vector<LaunchTraffic*>& parts) {
  LaunchTraffic all;
  for (LaunchTraffic* const part : parts) {
    if (part->module == nullptr) continue;
    all.module = part->module;
    all.sample_shift = std::max(all.sample_shift, part->sample_shift);
    all.work += part->work;
    if (all.heaviest.warps.empty() || part->heaviest.is_heavier_than(all.heaviest))
      all.heaviest = std::move(part->heaviest);
    if (part->longest.is_longer_than(all.longest)) all.longest = std::move(part->longest);
    all.blocks.insert(all.blocks.end(), std::make_move_iterator(part->blocks.begin()),
                      std::make_move_iterator(part->blocks.end()));
    all.touches.insert(all.touches.end(), part->touches.begin(), part->touches.end());
    for (const auto& [slice, passes] : part->atomic_passes) all.atomic_passes[slice] += passes;
    if (!part->sector_passes.empty()) all.sector_passes.resize(kSectorCounters);
    for (std::size_t i = 0; i < part->sector_passes.size(); ++i)
      all.sector_passes[i] += part->sector_passes[i];
    for (const auto& [word, swaps] : part->swaps) all.swaps[word] += swaps;
    for (const auto& [word, claims] : part->claims) all.claims[word] += claims;
    for (const auto& [word, releases] : part->releases) all.releases[word] += releases;
    all.has_looks |= part->has_looks;
  }
  std::sort(all.blocks.begin(), all.blocks.end(),
            [](const auto& a, const auto& b) { return a.block < b.block; });
  const unsigned widest = all.sample_shift;
  all.touches.erase(
      std::remove_if(all.touches.begin(), all.touches.end(),
                     [&](const LineTouch& touch) { return !is_sampled_line(touch.line, widest); }),
      all.touches.end());
  while (all.touches.size() > kMostTouches) thin(all);
  std::stable_sort(all.touches.begin(), all.touches.end(),
                   [](const LineTouch& a, const LineTouch& b) { return a.block < b.block; });
  return all;
}

}  // namespace simt
