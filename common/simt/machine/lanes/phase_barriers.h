// Barriers with phases (mbarrier, cuda::barrier), which threads arrive at and wait for apart. PTX ISA, "Parallel
// Synchronization and Communication Instructions: mbarrier". What a thread did before it arrived comes before what
// others do behind their wait.
//
// A wait that cannot end is a fault: no thread of the block can go on, and some wait for arrivals.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "faults/fault_log.h"
#include "lanes/lane_scheduler.h"
#include "lanes/running_lane.h"
#include "loading/launch.h"
#include "memory/memory_map.h"
#include "races/access_order.h"
#include "requests/request_judge.h"

namespace simt {

// The 8 bytes of a barrier in shared memory, as the machine keeps them.
struct PhaseBarrier {
  static constexpr std::uint32_t kMostArrivals = (1U << 20U) - 1;  // PTX ISA, "mbarrier.init"

  std::uint32_t expected = 0;  // arrivals, from the next phase on
  std::uint32_t pending = 0;   // arrivals that this phase still waits for
  std::uint32_t parity = 0;    // the parity of the current phase

  // Returns false if no barrier has been initialised at this address.
  bool load(std::uint64_t address) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const void*>(address), sizeof bits);
    expected = static_cast<std::uint32_t>(bits) & kMostArrivals;
    pending = static_cast<std::uint32_t>(bits >> kPendingShift) & kMostArrivals;
    parity = static_cast<std::uint32_t>(bits >> kParityShift) & 1U;
    return bits >> kSignShift == kSign;
  }
  void store(std::uint64_t address) const {
    const std::uint64_t bits = kSign << kSignShift | std::uint64_t{parity} << kParityShift |
                               std::uint64_t{pending} << kPendingShift | expected;
    std::memcpy(reinterpret_cast<void*>(address), &bits, sizeof bits);
  }
  void end_phase() {
    parity ^= 1U;
    pending = expected;
  }

 private:
  static constexpr unsigned kPendingShift = 20;
  static constexpr unsigned kParityShift = 40;
  static constexpr unsigned kSignShift = 41;
  // Tells a barrier from what else may be there: all ones and all zeros are none.
  static constexpr std::uint64_t kSign = 0x2ABA5E;
};

class PhaseBarriers {
 public:
  PhaseBarriers(RunningLane& lane, MemoryMap& memory, AccessOrder& order, RequestJudge& judge,
                LaneScheduler& lanes, FaultLog& faults)
      : lane_(lane), memory_(memory), order_(order), judge_(judge), lanes_(lanes), faults_(faults) {}

  void begin_launch(Launch& launch) { launch_ = &launch; }
  // A block begins, or goes on behind a barrier that every thread has passed: all know of what was made before.
  void forget_initialisations() { made_.clear(); }
  // The block's barriers by address, and when each was initialised.
  using Initialised = std::vector<std::pair<std::uint64_t, Mark>>;
  Initialised set_aside() { return std::exchange(made_, {}); }
  void take_up(Initialised&& made) { made_ = std::move(made); }

  // --- called on a lane's fiber; `base`: the pointer that the address was computed from, or 0
  void init(std::uint32_t place, std::uint64_t address, std::uint64_t base, std::uint32_t count);
  // `step`: see module_abi.h.
  std::uint32_t arrive(std::uint32_t place, std::uint64_t address, std::uint64_t base, std::uint32_t count,
                       std::uint32_t step);
  std::uint32_t wait(std::uint32_t place, std::uint64_t address, std::uint64_t base, std::uint32_t parity,
                     std::uint32_t how);

  // --- called between the turns of lanes
  // The warp has its turn: does it get on, or do its lanes only look at barriers?
  void note_turn(Warp& warp);
  // Lets those go on whose phase is over, and maybe those that look once. True when a phase is over.
  bool release(Warp& warp, bool looking_too);

  // How far the block has come, to be compared with how far it comes.
  struct Progress {
    std::uint64_t steps = 0;      // turns of warps that did more than look at a barrier
    std::uint64_t log_fills = 0;  // turns of warps with a lane that may wait for others in a loop
  };
  const Progress& progress() const { return progress_; }
  // Whether no thread of the block can go on, after a turn of all its warps.
  bool is_stuck(const Progress& before);
  void stop_stuck();

 private:
  const std::string& check(std::uint32_t place, std::uint64_t address, std::uint64_t base);
  void check_made_before(std::uint32_t place, std::uint64_t address, const std::string& name);
  PhaseBarrier at(std::uint32_t place, std::uint64_t address, std::uint64_t base);

  RunningLane& lane_;
  MemoryMap& memory_;
  AccessOrder& order_;
  RequestJudge& judge_;
  LaneScheduler& lanes_;
  FaultLog& faults_;
  Launch* launch_ = nullptr;
  Initialised made_;
  Progress progress_;
  unsigned turns_in_vain_ = 0;  // turns in a row in which threads only looked at barriers
};

}  // namespace simt
