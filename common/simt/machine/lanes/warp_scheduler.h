// A warp from one barrier to the next: which of its lanes may go on, and when its log is read. And the time that a
// launch may take, which ends at a loop's next way back.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "faults/fault_log.h"
#include "lanes/exchanges.h"
#include "lanes/lane_scheduler.h"
#include "lanes/phase_barriers.h"
#include "lanes/running_lane.h"
#include "loading/launch.h"
#include "memory/memory_map.h"
#include "races/access_order.h"
#include "requests/request_grouping.h"
#include "requests/request_judge.h"
#include "requests/warp_log.h"

namespace simt {

// A value that a lane reads again and again: up to 16 bytes, which one access can read.
struct PolledValue {
  using Bytes = std::array<unsigned char, 16>;

  std::uint64_t address = 0;
  Bytes value{};
  unsigned width = 0;

  Bytes read() const {
    Bytes bytes{};
    std::memcpy(bytes.data(), reinterpret_cast<const void*>(address), width);
    return bytes;
  }
};

class WarpScheduler {
 public:
  // The parts of the worker that a warp's turn needs.
  struct Parts {
    abi::Context& context;
    RunningLane& lane;
    LaneScheduler& lanes;
    RequestJudge& judge;
    RequestGrouping& grouping;
    AccessOrder& order;
    Exchanges& exchanges;
    PhaseBarriers& phases;
    FaultLog& faults;
    MemoryMap& memory;
  };
  explicit WarpScheduler(const Parts& parts)
      : context_(parts.context),
        lane_(parts.lane),
        lanes_(parts.lanes),
        judge_(parts.judge),
        grouping_(parts.grouping),
        order_(parts.order),
        exchanges_(parts.exchanges),
        phases_(parts.phases),
        faults_(parts.faults),
        memory_(parts.memory) {}

  void begin_launch(Launch& launch);
  void begin_time() {
    time_is_up_ = false;
    are_held_up_ = false;
  }
  // Called by a signal handler: the running lane is stopped at the next way back of a loop.
  void end_time() {
    time_is_up_.store(true, std::memory_order_relaxed);
    context_.log_limit = nullptr;
  }

  // Whether all blocks that a GPU holds at a time only wait, so that those cannot begin that they may wait for.
  void set_held_up(bool are_held_up) { are_held_up_ = are_held_up; }

  // Where a warp's turn ended: all its lanes are at the barrier or have returned; they wait for a phase's end; they only read the
  // same few addresses again and again; or they fill their logs, and other warps of the block should go on first.
  enum class Turn : std::uint8_t { arrived, at_phase, polls, fills_logs };
  // Runs all lanes to the barrier or the end, in several steps where they fill their logs, exchange values or ask for
  // the time. `phase`: how many barriers the block has passed.
  Turn advance(Warp& warp, std::uint64_t phase);
  // What the warps whose turns ended so have read last in global memory, since the last call.
  std::vector<PolledValue> take_polled() { return std::exchange(polled_, {}); }

  // --- called on a lane's fiber
  void ask(std::uint32_t place);  // at a loop's way back
  // …of a lane, or of several, that has come back from its code to ask, and waits by itself: what for.
  LaneState waits_for(std::uint32_t place);
  std::uint32_t active_lanes(std::uint32_t place);
  std::uint64_t read_clock(std::uint32_t place);
  // Before an atomic operation. Where the lane uses its answer, returns when those lanes have come to it that a GPU's warp would
  // do it with. They do it in turn, and only then does one of them come to the next one.
  void meet_at_atomic(std::uint32_t place) {
    const bool is_met = (lane_.place(place).flags & abi::kAnswerUsed) != 0;
    if (is_met || launch_->has(abi::kInLockstep)) lane_.wait(LaneState::at_access, place);
  }

 private:
  // Which access was let through last, how often in a row while others waited at another, and how often none was,
  // because lanes elsewhere come first.
  struct AccessTurns {
    std::uint32_t place = 0;
    unsigned in_a_row = 0;
    unsigned passed_over = 0;
  };
  void set_log(Warp& warp);
  // What the lanes did whose part of the log was read.
  struct Room {
    bool in_vain = false;  // nothing but ask again, while others are held up by them, and come no further
    bool polls = false;    // nothing but read the same few addresses again, which others may change
  };
  bool drop_repeated_polls(WarpLog& log, std::uint32_t full) const;
  Room make_room(Warp& warp, bool to_the_end);
  void note_polled(const WarpLog& log, unsigned lane, std::uint32_t end);
  bool all_poll_at_access(const Warp& warp) const;
  std::uint32_t lanes_at_next_access(Warp& warp);
  bool let_access_through(Warp& warp, AccessTurns& turns);
  static bool let_all_accesses_through(Warp& warp);
  bool let_lowest_go_on(Warp& warp);
  Turn stop_for_time(const Warp& warp);
  [[noreturn]] void stop_for_time(std::uint32_t place);

  abi::Context& context_;
  RunningLane& lane_;
  LaneScheduler& lanes_;
  RequestJudge& judge_;
  RequestGrouping& grouping_;
  AccessOrder& order_;
  Exchanges& exchanges_;
  PhaseBarriers& phases_;
  FaultLog& faults_;
  MemoryMap& memory_;
  Launch* launch_ = nullptr;
  std::atomic<bool> time_is_up_{false};
  bool are_held_up_ = false;
  bool has_polled_ = false;  // in this launch
  std::vector<PolledValue> polled_;
  std::vector<std::unique_ptr<WarpLog>> logs_;  // all that there are
  std::vector<WarpLog*> free_logs_;
  std::uint32_t log_places_ = 0;  // the number of places that logs_ are made for
};

}  // namespace simt
