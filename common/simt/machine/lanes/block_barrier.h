// The barriers that all threads of a block come to: __syncthreads(), and grid.sync(). A barrier counts arrivals:
// threads that have returned are not waited for (PTX ISA, exit), and threads at two barriers are a fault.
#pragma once

#include <cstdint>
#include <string>

#include "faults/fault_log.h"
#include "lanes/grid_barrier.h"
#include "lanes/lane_scheduler.h"
#include "lanes/running_lane.h"
#include "loading/launch.h"

namespace simt {

class BlockBarrier {
 public:
  BlockBarrier(RunningLane& lane, LaneScheduler& lanes, FaultLog& faults)
      : lane_(lane), lanes_(lanes), faults_(faults) {}

  void begin_launch(const Launch& launch) { launch_ = &launch; }
  void forget_passed() { passed_ = 0; }
  // How many barriers the launch's blocks have passed.
  std::uint64_t passed() const { return passed_; }

  // --- called on a lane's fiber
  [[gnu::always_inline]] void wait(std::uint32_t place, bool predicate) {
    if (place_ == kNoPlace) place_ = place;
    has_two_places_ |= place_ != place;
    votes_ += predicate ? 1 : 0;
    lane_.wait(LaneState::at_barrier, place);
  }
  void wait_for_grid(std::uint32_t place);
  // How many threads gave a true predicate to the last barrier.
  std::int32_t count() const { return count_; }

  // --- called between the turns of lanes
  // Nobody has come to the next barrier yet.
  void begin_phase() {
    place_ = kNoPlace;
    has_two_places_ = false;
    is_of_grid_ = false;
    votes_ = 0;
  }
  // Where the block stopped: all its threads wait at a barrier, or at one that the whole grid waits at; or all have
  // returned or the launch is stopped.
  enum class Reached : std::uint8_t { barrier, grid_barrier, end };
  Reached reached();
  std::uint32_t place() const { return place_; }
  // Lets all lanes that wait at the barrier run on.
  void release();

 private:
  void stop_at_two_places();
  void stop_at_returned(unsigned waiting);

  RunningLane& lane_;
  LaneScheduler& lanes_;
  FaultLog& faults_;
  const Launch* launch_ = nullptr;
  std::uint32_t place_ = kNoPlace;  // where the first thread came to
  bool has_two_places_ = false;
  bool is_of_grid_ = false;
  std::int32_t votes_ = 0;
  std::int32_t count_ = 0;
  std::uint64_t passed_ = 0;
};

}  // namespace simt
