// The barriers that all threads of a block come to: __syncthreads(), and grid.sync(). A barrier counts arrivals:
// threads that have returned are not waited for (PTX ISA, exit), and threads at two barriers are a fault.
#pragma once

#include <cstdint>
#include <string>

#include "faults/fault_log.h"
#include "lanes/lane_scheduler.h"
#include "lanes/running_lane.h"
#include "loading/launch.h"

namespace simt {

// The advice where a grid.sync() cannot be passed.
inline constexpr const char* kAllThreadsOfTheGrid =
    "every thread of the grid must come to the same grid.sync(): outside of every `if`, and with no `return` "
    "before it. A thread without an element skips its work, not the barrier";

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
    arrivals_.votes += predicate ? 1 : 0;
    note_arrival(place);
    lane_.wait(LaneState::at_barrier, place);
  }
  // A lane, or several, has come to a barrier whose votes nobody counts, and waits by itself.
  void note_arrival(std::uint32_t place) {
    if (arrivals_.place == kNoPlace) arrivals_.place = place;
    arrivals_.has_two_places |= arrivals_.place != place;
  }
  void wait_for_grid(std::uint32_t place);
  // How many threads gave a true predicate to the last barrier.
  std::int32_t count() const { return count_; }

  // --- called between the turns of lanes
  // Nobody has come to the next barrier yet.
  void begin_phase() { arrivals_ = {}; }
  // Where the block stopped: all its threads wait at a barrier, or at one that the whole grid waits at; or all have
  // returned or the launch is stopped; or some read again and again what another block may write, and the others wait for them.
  enum class Reached : std::uint8_t { barrier, grid_barrier, end, polls };
  // Who has come to the next barrier.
  struct Arrivals {
    std::uint32_t place = kNoPlace;  // where the first thread came to
    bool has_two_places = false;
    bool is_of_grid = false;
    std::int32_t votes = 0;
  };
  const Arrivals& arrivals() const { return arrivals_; }
  void set_arrivals(const Arrivals& arrivals) { arrivals_ = arrivals; }
  Reached reached();
  std::uint32_t place() const { return arrivals_.place; }
  // Lets all lanes that wait at the barrier run on.
  void release();

 private:
  void stop_at_two_places();
  void stop_at_returned(unsigned waiting);

  RunningLane& lane_;
  LaneScheduler& lanes_;
  FaultLog& faults_;
  const Launch* launch_ = nullptr;
  Arrivals arrivals_;
  std::int32_t count_ = 0;
  std::uint64_t passed_ = 0;
};

}  // namespace simt
