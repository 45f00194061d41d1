#include "simt/machine.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

#include "arena.h"
#include "fault_signals.h"
#include "launch_limits.h"
#include "report_builder.h"
#include "worker.h"
#include "worker_pool.h"

namespace simt {

namespace {

// Clocks go on from launch to launch, whichever machine makes them: a module's variables outlive machines.
std::atomic<std::uint64_t> next_tick{1};

std::uint64_t first_tick() {
  if (next_tick > BlockClock::kMostTicks / 2)
    throw Error("this program has run too many launches: start it again");
  return next_tick;
}

void reserve_ticks(std::uint64_t up_to) {
  std::uint64_t now = next_tick;
  while (now < up_to && !next_tick.compare_exchange_weak(now, up_to)) {
  }
}

}  // namespace

struct Machine::State {
  explicit State(const MachineOptions& given) : options(given), pool(given.workers) {}

  MachineOptions options;
  Arena arena;
  WorkerPool pool;
};

Machine::Machine(const MachineOptions& options) : state_(std::make_unique<State>(options)) {
  install_fault_signals();
}

Machine::~Machine() = default;

void* Machine::allocate(std::size_t bytes, const std::string& name, std::size_t element_bytes) {
  return state_->arena.allocate(bytes, name, element_bytes);
}

void Machine::release(void* memory) { state_->arena.release(memory); }

void Machine::mark_written(const void* memory, std::size_t bytes, bool written) {
  state_->arena.written().set(state_->arena.offset_of(memory), bytes, written);
}

bool Machine::is_written(const void* memory, std::size_t bytes) const {
  return state_->arena.written().all_marked(state_->arena.offset_of(memory), bytes);
}

LaunchReport Machine::launch(const Module& module, const LaunchShape& shape,
                             const std::function<void()>& thread_body) {
  LaunchReport refused;
  if (const std::string reason = why_refused(shape); !reason.empty()) {
    Fault fault;
    fault.kind = FaultKind::launch_refused;
    fault.message = reason;
    refused.faults.push_back(fault);
    return refused;
  }
  Launch launch;
  launch.module = &module.image();
  launch.arena = &state_->arena;
  launch.shape = shape;
  launch.thread_body = &thread_body;
  launch.schedule_seed = state_->options.schedule_seed;
  launch.time_limit_seconds = state_->options.time_limit_seconds;
  launch.first_tick = first_tick();
  state_->pool.run(launch);
  for (const auto& worker : state_->pool.workers()) reserve_ticks(worker->next_tick());
  return build_report(launch, state_->pool.workers());
}

const char* name_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::out_of_bounds:
      return "out of bounds";
    case FaultKind::misaligned:
      return "misaligned access";
    case FaultKind::bad_warp_mask:
      return "warp mask";
    case FaultKind::divergent_barrier:
      return "divergent barrier";
    case FaultKind::crash:
      return "crash";
    case FaultKind::stack_overflow:
      return "stack overflow";
    case FaultKind::time_limit:
      return "time limit";
    case FaultKind::launch_refused:
      return "launch refused";
    case FaultKind::race:
      return "race";
    case FaultKind::uninitialized_read:
      return "uninitialised read";
  }
  return "fault";
}

}  // namespace simt
