// Records a launch's traffic for the model of time, one worker's blocks. Whoever judges a request tells it, where somebody
// asked for times: else there is none.
//
// Every block is recorded, because nobody knows beforehand which is the heaviest; most are forgotten at their end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "common/for_each_lane.h"
#include "common/progression_cost.h"
#include "simt/request.h"
#include "traffic/launch_traffic.h"

namespace simt {

inline StepKind kind_of(Op op) {
  return op == Op::load ? StepKind::load : op == Op::store ? StepKind::store : StepKind::atomic;
}

inline std::uint16_t at_most_16_bits(std::uint32_t value) {
  return static_cast<std::uint16_t>(std::min<std::uint32_t>(value, UINT16_MAX));
}

inline bool goes_to_l2(Space space) { return space == Space::global || space == Space::texture; }

class TrafficRecorder {
 public:
  // `blocks` of `threads` threads each.
  void begin_launch(const abi::Module& module, std::uint64_t blocks, std::uint64_t threads);
  void forget() { traffic_ = {}; }
  void begin_block(std::uint64_t block);
  void finish_block();
  // The warp whose steps come next, so many barriers after its block began. `stopped_at`: the place of the last.
  void begin_warp(unsigned warp, std::uint64_t phase, std::uint32_t stopped_at);

  // A request of all 32 lanes, each address `step` behind its neighbour's. Most requests are, so it is inline.
  void note_progression(std::uint32_t place, const Progression& lanes, const RequestCost& cost);
  // …in each half of the warp. Not of atomic operations.
  void note_halves(std::uint32_t place, const Halves& lanes, const RequestCost& cost);
  void note_request(std::uint32_t place, const Request& request, const RequestCost& cost);
  // The source of an asynchronous copy.
  void note_copy(std::uint32_t place, const Request& request, const RequestCost& cost);
  // A step that is no request.
  void note(StepKind kind, std::uint32_t place, std::uint32_t lanes, std::uint64_t value = 0);

  // What this worker's blocks left, to be merged with the others'.
  LaunchTraffic& traffic() { return traffic_; }

 private:
  // A warp's steps beyond these are only counted, and so are the steps of a block whose lanes' addresses take more.
  static constexpr std::size_t kMostSteps = 2048;
  // Each warp has its part of these addresses, so that none is cut short sooner than the others.
  static constexpr std::size_t kMostAddresses = std::size_t{1} << 17U;

  void note_look(std::uint32_t place);
  void note_lines_of_stretch(std::uint32_t place, const Progression& lanes);
  void note_lines_apart(std::uint32_t place, const Progression& lanes);
  bool is_any_sampled(std::uint64_t first, std::uint64_t bytes) const;
  LineTouch touch_of(std::uint64_t line, std::uint32_t place, Op op, bool is_regular) const;
  void add_touch(LineTouch touch);
  void find_touched();
  void note_any(StepKind kind, std::uint32_t place, const Request& request, const RequestCost& cost);
  bool has_room(std::uint64_t work);
  Step& add_step(StepKind kind, std::uint32_t place, std::uint32_t lanes);
  void note_lines(std::uint32_t place, const Request& request, bool is_regular);
  void note_atomic(std::uint32_t place, const Request& request);
  void note_swaps(std::uint32_t place, const Request& request);
  void note_passes(std::uint32_t place, const Request& request);

  LaunchTraffic traffic_;
  std::vector<std::uint16_t> instructions_;  // abi::Place::instructions of each place
  std::uint64_t blocks_ = 0;
  BlockTraffic running_;
  // Of the block's sampled lines and the places that touched them: the last touch. A place is a number of 16 bits.
  static constexpr unsigned kPlaceBits = 16;
  std::unordered_map<std::uint64_t, std::size_t> touched_;
  std::uint64_t atomics_ = 0;  // requests of the block, to global memory
  bool may_look_ = false;      // some load of the module finds what a compare-and-swap is to expect
  WarpTraffic* warp_ = nullptr;
  std::size_t most_addresses_ = kMostAddresses;  // of a warp
};

// Whether the step is kept, and not only counted.
[[gnu::always_inline]] inline bool TrafficRecorder::has_room(std::uint64_t work) {
  WarpTraffic& warp = *warp_;
  warp.work += work;
  ++warp.taken;
  if (__builtin_expect(warp.steps.size() < kMostSteps && warp.addresses + kWarpSize <= most_addresses_, 1))
    return true;
  warp.unrecorded_work += work;
  return false;
}

// Members are set where they stay: a step that is copied there is read whole while its parts are still being written, and a processor
// waits for them. That was two thirds of the recorder's time.
[[gnu::always_inline]] inline Step& TrafficRecorder::add_step(StepKind kind, std::uint32_t place,
                                                              std::uint32_t lanes) {
  Step& step = warp_->steps.emplace_back();
  step.lanes = lanes;
  step.place = static_cast<std::uint16_t>(place);
  step.kind = kind;
  return step;
}

// Whether a line of these bytes is.
[[gnu::always_inline]] inline bool TrafficRecorder::is_any_sampled(std::uint64_t first,
                                                                   std::uint64_t bytes) const {
  const std::uint64_t last = (first + bytes - 1) / kLineBytes;
  bool any = false;
  for (std::uint64_t line = first / kLineBytes; line <= last; ++line)
    any |= is_sampled_line(line, traffic_.sample_shift);
  return any;
}

[[gnu::always_inline]] inline void TrafficRecorder::note_progression(std::uint32_t place,
                                                                     const Progression& lanes,
                                                                     const RequestCost& cost) {
  const bool is_counted_by_sectors = lanes.op == Op::atomic && lanes.space == Space::global;
  if (has_room(std::uint64_t{instructions_[place]} + cost.sectors + cost.wavefronts)) {
    Step& step = add_step(kind_of(lanes.op), place, kWholeWarp);
    step.first = lanes.first;
    step.step = lanes.step;
    step.wavefronts = at_most_16_bits(is_counted_by_sectors ? cost.sectors : cost.wavefronts);
    step.space = lanes.space;
    step.width = lanes.width;
  }
  if (!goes_to_l2(lanes.space)) return;
  if (__builtin_expect(lanes.op == Op::atomic || lanes.step > lanes.width, 0))
    return note_lines_apart(place, lanes);
  // The lanes' elements lie side by side, or are one: few lines, one behind the other.
  if (__builtin_expect(may_look_, 0)) note_look(place);
  const std::uint64_t bytes = (kWarpSize - 1) * lanes.step + lanes.width;
  if (__builtin_expect(is_any_sampled(lanes.first, bytes), 0)) note_lines_of_stretch(place, lanes);
}

// All workers' traffic as one, which takes the parts' blocks.
LaunchTraffic merged(const std::vector<LaunchTraffic*>& parts);

}  // namespace simt
