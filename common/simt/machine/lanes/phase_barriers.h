// Barriers with phases (mbarrier, cuda::barrier), which threads arrive at and wait for apart. PTX ISA, "Parallel
// Synchronization and Communication Instructions: mbarrier". What a thread did before it arrived comes before what
// others do behind their wait.
// And a block's barriers by number (bar.sync with a number of threads, bar.arrive), which a part of its threads comes to. PTX ISA,
// "barrier{.cta}": to each phase as many threads come as its first one says.
//
// A wait that cannot end is a fault: no thread of the block can go on, and some wait for arrivals.
#pragma once

#include <array>
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

// A barrier, and the 8 bytes of one in shared memory, as the machine keeps them.
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
  static constexpr std::uint32_t kNumbers = 16;  // PTX ISA, "barrier{.cta}"
  static constexpr std::size_t kMostThreads = 1024;
  struct NumberedBarrier : PhaseBarrier {
    std::uint32_t first_place = kNoPlace;  // where its phase began; kNoPlace: it has not
    std::array<std::uint32_t, kMostThreads / kWarpSize> lanes{};  // of each warp that have come in this phase
    std::uint32_t again = 0;                                      // how often one came that had come already
  };
  // What is known of a block's barriers: by address, when each was initialised; and those with a number.
  struct OfBlock {
    std::vector<std::pair<std::uint64_t, Mark>> made;
    std::array<NumberedBarrier, kNumbers> numbered{};
  };
  // A block begins, or goes on behind a barrier that every thread has passed: all know of what was made before.
  void forget_block() { block_ = {}; }
  OfBlock set_aside() { return std::exchange(block_, {}); }
  void take_up(OfBlock&& block) { block_ = std::move(block); }

  // --- called on a lane's fiber; `base`: the pointer that the address was computed from, or 0
  void init(std::uint32_t place, std::uint64_t address, std::uint64_t base, std::uint32_t count);
  // `step`: see module_abi.h.
  std::uint32_t arrive(std::uint32_t place, std::uint64_t address, std::uint64_t base, std::uint32_t count,
                       std::uint32_t step);
  std::uint32_t wait(std::uint32_t place, std::uint64_t address, std::uint64_t base, std::uint32_t parity,
                     std::uint32_t how);
  // The thread comes to the barrier of this number, which so many threads come to.
  void meet(std::uint32_t place, std::uint32_t number, std::uint32_t threads, bool waits);

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
  // One in shared memory by its address, else by its number: no array is at so low an address. False: there is none.
  bool find(std::uint64_t address_or_number, PhaseBarrier& barrier) const;
  NumberedBarrier& begin_meeting(std::uint32_t place, std::uint32_t number, std::uint32_t threads);
  std::uint32_t arrivals_at(const NumberedBarrier& barrier) const;
  bool ends_phase(std::uint32_t number);
  std::string name_of_barrier(std::uint64_t address_or_number) const;

  RunningLane& lane_;
  MemoryMap& memory_;
  AccessOrder& order_;
  RequestJudge& judge_;
  LaneScheduler& lanes_;
  FaultLog& faults_;
  Launch* launch_ = nullptr;
  OfBlock block_;
  Progress progress_;
  unsigned turns_in_vain_ = 0;  // turns in a row in which threads only looked at barriers
};

}  // namespace simt
