#include "lanes/block_barrier.h"

#include <optional>
#include <utility>

#include "common/for_each_lane.h"
#include "simt/words.h"

namespace simt {

void BlockBarrier::wait_for_grid(std::uint32_t place) {
  if (!launch_->shape.is_cooperative) {
    lane_.stop(
        FaultKind::crash, "grid.sync() in a launch that is not cooperative", place,
        "launch the kernel with cudaLaunchCooperativeKernel(kernel, grid, block, arguments): `<<<…>>>` does "
        "not keep all blocks of the grid on the GPU at once. grid.is_valid() says which of the two it was");
  }
  arrivals_.is_of_grid = true;
  wait(place, false);
}

BlockBarrier::Reached BlockBarrier::reached() {
  unsigned waiting = 0;
  for (const Warp& warp : lanes_.warps()) waiting += lanes_in(warp.in(LaneState::at_barrier));
  if (waiting == 0) return Reached::end;
  if (arrivals_.has_two_places) stop_at_two_places();
  if (arrivals_.is_of_grid && !faults_.stop && waiting != lanes_.threads()) stop_at_returned(waiting);
  if (faults_.stop) return Reached::end;
  if (arrivals_.is_of_grid) return Reached::grid_barrier;
  if (waiting != lanes_.threads()) {
    faults_.note(
        RawRemark{arrivals_.place, lane_.block(), static_cast<unsigned>(lanes_.threads()) - waiting});
  }
  count_ = arrivals_.votes;
  ++passed_;
  return Reached::barrier;
}

void BlockBarrier::release() {
  for (Warp& warp : lanes_.warps())
    warp.move_all(warp.in(LaneState::at_barrier), LaneState::at_barrier, LaneState::runnable);
}

// Stops a block of which some threads wait at one barrier and some at another: undefined in CUDA, a hang or
// worse. A line that was compiled twice is one barrier.
void BlockBarrier::stop_at_two_places() {
  std::uint32_t place = kNoPlace;  // where the block's first waiting thread waits
  unsigned thread = 0;
  std::optional<std::uint32_t> other_place;
  std::size_t here = 0;
  std::size_t elsewhere = 0;
  for (const Warp& warp : lanes_.warps()) {
    for (std::uint32_t lanes = warp.in(LaneState::at_barrier); lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(lanes));
      if (place == kNoPlace) {
        place = warp.stopped_at[lane];
        thread = warp.first_thread + lane;
      }
      const bool same = launch_->is_same_line(warp.stopped_at[lane], place);
      if (!same && !other_place) other_place = warp.stopped_at[lane];
      ++(same ? here : elsewhere);
    }
  }
  if (elsewhere == 0) return;
  const std::size_t returned = lanes_.threads() - here - elsewhere;
  const char* const barrier =
      arrivals_.is_of_grid ? "divergent grid.sync(): " : "divergent __syncthreads(): ";
  std::string message = barrier + plural(here, "thread") + " of the block's " +
                        std::to_string(lanes_.threads()) + " " + word_for(here, "waits", "wait") + " here, " +
                        plural(elsewhere, "thread") + " at another barrier";
  if (returned > 0) message += ", " + plural(returned, "thread") + " returned before it";
  faults_.stop = RawStop{
      FaultKind::divergent_barrier, std::move(message), {place, lane_.block(), thread}, other_place, {}};
}

// Some threads of the block have returned, so the grid would wait for them forever.
void BlockBarrier::stop_at_returned(unsigned waiting) {
  const std::size_t returned = lanes_.threads() - waiting;
  unsigned thread = 0;
  for (const Warp& warp : lanes_.warps()) {
    if (const std::uint32_t lanes = warp.in(LaneState::at_barrier); lanes != 0) {
      thread = warp.first_thread + static_cast<unsigned>(__builtin_ctz(lanes));
      break;
    }
  }
  faults_.stop = RawStop{FaultKind::divergent_barrier,
                         "grid.sync() that not all threads of the grid reach: " + plural(returned, "thread") +
                             " of the block returned before it",
                         {arrivals_.place, lane_.block(), thread},
                         std::nullopt,
                         kAllThreadsOfTheGrid};
}

}  // namespace simt
