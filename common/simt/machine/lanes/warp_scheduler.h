// A warp from one barrier to the next: which of its lanes may go on, and when its log is read. And the time that a
// launch may take, which ends at a loop's next way back.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "faults/fault_log.h"
#include "lanes/exchanges.h"
#include "lanes/lane_scheduler.h"
#include "lanes/phase_barriers.h"
#include "lanes/running_lane.h"
#include "loading/launch.h"
#include "races/access_order.h"
#include "requests/request_grouping.h"
#include "requests/request_judge.h"
#include "requests/warp_log.h"

namespace simt {

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
        faults_(parts.faults) {}

  void begin_launch(Launch& launch);
  void begin_time() { time_is_up_ = false; }
  // Called by a signal handler: the running lane is stopped at the next way back of a loop.
  void end_time() {
    time_is_up_.store(true, std::memory_order_relaxed);
    context_.log_limit = nullptr;
  }

  // Runs all lanes to the barrier or the end, in several steps where they fill their logs, exchange values or ask for
  // the time. False when they only fill logs, and other warps of the block should go on first. `phase`: how many
  // barriers the block has passed.
  bool advance(Warp& warp, std::uint64_t phase, bool others_wait);

  // --- called on a lane's fiber
  void ask(std::uint32_t place);  // at a loop's way back
  std::uint32_t active_lanes(std::uint32_t place);
  std::uint64_t read_clock(std::uint32_t place);

 private:
  void set_log(Warp& warp);
  bool make_room(Warp& warp, bool to_the_end);
  bool let_lowest_go_on(Warp& warp);
  bool stop_for_time(const Warp& warp);
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
  Launch* launch_ = nullptr;
  std::atomic<bool> time_is_up_{false};
  std::vector<std::unique_ptr<WarpLog>> logs_;  // all that there are
  std::vector<WarpLog*> free_logs_;
  std::uint32_t log_places_ = 0;  // the number of places that logs_ are made for
};

}  // namespace simt
