// Where lanes of a warp meet: shuffles, votes, __syncwarp. All lanes that a mask names and that have not
// returned must come, with the same mask (CUDA C++ Programming Guide, "Warp Shuffle Functions").
#include <algorithm>
#include <array>

#include "worker.h"

namespace simt {

std::uint32_t Worker::live_lanes(unsigned warp) const {
  std::uint32_t live = 0;
  const std::size_t first = std::size_t{warp} * kWarpSize;
  for (unsigned i = 0; i < kWarpSize && first + i < lanes_.size(); ++i) {
    if (lanes_[first + i].state != LaneState::done) live |= 1U << i;
  }
  return live;
}

// The lanes that wait with this mask.
std::uint32_t Worker::lanes_meeting(unsigned warp, std::uint32_t mask) const {
  std::uint32_t there = 0;
  const std::size_t first = std::size_t{warp} * kWarpSize;
  for (unsigned i = 0; i < kWarpSize && first + i < lanes_.size(); ++i) {
    const Lane& lane = lanes_[first + i];
    if (lane.state == LaneState::meeting && lane.meeting_mask == mask) there |= 1U << i;
  }
  return there;
}

// Gives each of the lanes the values of all, and lets them go on.
void Worker::exchange(unsigned warp, std::uint32_t lanes) {
  std::array<std::uint64_t, kWarpSize> values{};
  Lane* const first = &lanes_[std::size_t{warp} * kWarpSize];
  for (unsigned i = 0; i < kWarpSize; ++i) {
    if ((lanes >> i & 1U) != 0) values[i] = first[i].meeting_value;
  }
  for (unsigned i = 0; i < kWarpSize; ++i) {
    if ((lanes >> i & 1U) == 0) continue;
    std::copy(values.begin(), values.end(), first[i].meeting_values);
    first[i].state = LaneState::paused;
  }
  clock_.warp_sync(lanes);
}

// Lets go on whoever is complete; whether anybody does. A warp whose lanes all stand still, one of them at an
// intrinsic whose mask names a lane that will not come, is stopped.
bool Worker::hold_meetings(unsigned warp) {
  const std::size_t first = std::size_t{warp} * kWarpSize;
  const std::uint32_t live = live_lanes(warp);
  bool some_met = false;
  bool some_paused = false;
  std::size_t stuck = SIZE_MAX;
  for (unsigned i = 0; i < kWarpSize && first + i < lanes_.size(); ++i) {
    some_paused |= lanes_[first + i].state == LaneState::paused;
    if (lanes_[first + i].state != LaneState::meeting) continue;
    const std::uint32_t mask = lanes_[first + i].meeting_mask;
    const std::uint32_t there = lanes_meeting(warp, mask);
    if ((mask >> i & 1U) == 0) {
      stop_meeting(first + i, "its mask does not name the calling lane itself");
      return false;
    }
    if (there == (mask & live)) {
      exchange(warp, there);
      some_met = true;
    } else if (stuck == SIZE_MAX) {
      stuck = first + i;
    }
  }
  if (!some_met && !some_paused && stuck != SIZE_MAX)
    stop_meeting(stuck, why_stuck(warp, lanes_[stuck].meeting_mask));
  return some_met;
}

std::string Worker::why_stuck(unsigned warp, std::uint32_t mask) const {
  const auto absent =
      static_cast<unsigned>(__builtin_ctz(mask & live_lanes(warp) & ~lanes_meeting(warp, mask)));
  const Lane& lane = lanes_[std::size_t{warp} * kWarpSize + absent];
  const SourceMap& sources = *launch_->module->sources;
  const std::string line = "line " + std::to_string(sources.line_before(lane.barrier_pc).line);
  return "its mask names lane " + std::to_string(absent) + ", which waits " +
         (lane.state == LaneState::waiting ? "at the __syncthreads() in " : "with another mask in ") + line;
}

void Worker::stop_meeting(std::size_t lane, const std::string& why) {
  faults_.stop = RawStop{FaultKind::bad_warp_mask,
                         "warp intrinsic that cannot complete: " + why,
                         {lanes_[lane].barrier_pc, true, block_, static_cast<unsigned>(lane)},
                         0};
  announce_stop();
}

}  // namespace simt
