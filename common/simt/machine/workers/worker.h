// One host thread that runs blocks. The running lane sees it as an abi::Context; what a lane asks for, its parts do,
// each with a state of its own:
//
//   RunningLane      the lane: its log, how it waits, how it stops the launch
//   AccessDoor       accesses outside of a place's window, atomic operations
//   AsyncCopySides   asynchronous copies
//   Exchanges        shuffles, votes, __syncwarp(), tensor-core instructions
//   PhaseBarriers    barriers with phases
//   BlockBarrier     __syncthreads() and grid.sync()
//   TextureDoor      fetches from textures, loads from and stores to surfaces
//   DevicePrint      printf()
//   WarpScheduler    a warp from one barrier to the next: who may go on, when its log is read
//   ResidentBlocks   blocks of a cooperative launch that wait at grid.sync()
//   WaitingBlocks    blocks that wait for what others do, or that the schedule sets aside
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "faults/fault_log.h"
#include "lanes/access_door.h"
#include "lanes/async_copy_sides.h"
#include "lanes/block_barrier.h"
#include "lanes/device_print.h"
#include "lanes/exchanges.h"
#include "lanes/lane_scheduler.h"
#include "lanes/phase_barriers.h"
#include "lanes/read_backs.h"
#include "lanes/running_lane.h"
#include "lanes/texture_door.h"
#include "lanes/warp_scheduler.h"
#include "loading/launch.h"
#include "memory/memory_map.h"
#include "races/access_order.h"
#include "requests/request_grouping.h"
#include "requests/request_judge.h"
#include "simt/machine.h"
#include "workers/fault_signals.h"
#include "workers/resident_blocks.h"
#include "workers/waiting_blocks.h"

namespace simt {

// The functions that a module calls (runtime_calls.cpp).
extern const abi::Runtime kRuntime;

class Worker : public abi::Context {
 public:
  Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  static Worker& of(abi::Context* context) { return *static_cast<Worker*>(context); }

  // Takes blocks from the launch until none is left, on the calling thread.
  void run(Launch& launch, unsigned index);
  // Does nothing of this launch, and has nothing of the last one any more.
  void sit_out(Launch& launch, unsigned index);
  // The clock begins anew: marks that shadow memory keeps are no good any more.
  void forget_accesses() { memory_.shared().forget_accesses(); }

  // Called on a fiber whose lanes run side by side: the n-th of them is the running one.
  void run_as(unsigned number) { lanes_.run_as(number); }
  // Called on a lane's fiber. A fence orders for the block, or for the whole device.
  void fence(std::uint32_t place, bool whole_device);
  // By zero: a number of the program, or the step of a loop whose rounds are counted.
  void stop_at_division(std::uint32_t place);

  // --- asked by signal handlers
  static Worker* current() { return current_; }
  const LaneScheduler& lanes() const { return lanes_; }
  void look_at_time() {
    if (time_limit_ != nullptr && time_limit_->is_over()) warps.end_time();
  }

  // --- read by the machine when the launch is over
  // The block that this worker ran in an epoch of the launch.
  std::uint64_t block_in(std::uint64_t epoch) const;
  std::uint64_t next_tick() const { return order_.clock.next_tick(); }
  const RequestJudge& judge() const { return judge_; }
  LaunchTraffic& traffic() { return traffic_.traffic(); }
  const FaultLog& faults() const { return faults_; }
  const SharedMemory& shared_memory() const { return memory_.shared(); }
  BarrierCounts barriers() const;
  // What the atomic operations of each place found, where the order of turns is drawn.
  const std::map<std::uint32_t, AtomicDigest>& atomic_digests() const { return atomic_digests_; }

  // Called on a lane's fiber, which found this value by an atomic operation.
  void note_found(std::uint32_t place, std::uint64_t found) {
    if (__builtin_expect(!launch_->schedule.is_in_order(), 0)) add_to_digest(place, found);
  }
  const MarkedPassage& passage() const { return read_backs_.counts(); }

 private:
  void add_to_digest(std::uint32_t place, std::uint64_t found);
  void begin(Launch& launch, unsigned index);
  void prepare();
  LaneScheduler::StopHook stop_hook() const;
  static LaneState stopped(abi::Context& context, abi::StopKind kind, std::uint32_t place);
  void forget_launch();
  bool take_block();
  void begin_block(std::uint64_t block);
  void set_block(std::uint64_t block);
  // Where a block's turn ended.
  enum class Stop : std::uint8_t { grid_barrier, end, behind_barrier, in_phase };
  Stop run_on(bool is_in_phase);
  BlockBarrier::Reached run_phase(bool is_begun);
  bool run_warps(bool all_of_them);
  void run_apart();
  void run_together();
  void finish_turn(Stop stop);
  void set_aside(bool is_in_phase);
  void take_up_waiting();
  void announce_stop();

  static __thread Worker* current_;  // thread_local would ask at each access whether it is initialised

  Launch* launch_ = nullptr;
  CpuTimeLimit* time_limit_ = nullptr;  // of the launch that runs
  bool is_prepared_ = false;            // whether the worker is ready for the launch
  std::uint64_t block_ = 0;
  std::uint64_t phase_ = 0;  // how many barriers the block has passed
  std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks_begun_;  // epoch and block, in order of time

  MemoryMap memory_;
  AccessOrder order_;
  FaultLog faults_;
  RequestJudge judge_;
  TrafficRecorder traffic_;
  RequestGrouping grouping_;
  LaneScheduler lanes_;
  std::map<std::uint32_t, AtomicDigest> atomic_digests_;  // by place
  ResidentBlocks resident_;
  WaitingBlocks waiting_;
  ReadBacks read_backs_;

 public:
  RunningLane lane;
  AccessDoor door;
  AsyncCopySides copies;
  Exchanges exchanges;
  PhaseBarriers phases;
  BlockBarrier barrier;
  TextureDoor textures;
  DevicePrint prints;
  WarpScheduler warps;
};

}  // namespace simt
