#include "workers/worker_pool.h"

#include <algorithm>

#include "workers/fault_signals.h"

namespace simt {

namespace {

// GPU threads. Waking a worker takes as long as running a few hundred of them.
constexpr std::uint64_t kSmallLaunch = 1024;

}  // namespace

WorkerPool::WorkerPool(unsigned workers) {
  const unsigned wanted = workers != 0 ? workers : std::max(1U, std::thread::hardware_concurrency());
  const unsigned count = std::min(wanted, EpochClock::kMostWorkers);
  for (unsigned i = 0; i < count; ++i) workers_.push_back(std::make_unique<Worker>());
  for (unsigned i = 1; i < count; ++i) threads_.emplace_back([this, i] { serve(i); });
}

WorkerPool::~WorkerPool() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::run(Launch& launch) {
  thread_local const SignalStack signal_stack;
  const std::uint64_t all_blocks = launch.shape.grid.volume();
  const std::uint64_t blocks = all_blocks - std::min(all_blocks, launch.shape.first_block);
  // Blocks that hand each other what they know run on one worker: who read what is then the same in each run. So do those that tell each
  // other what they have read (published_reads.h), where that matters; and those whose order is drawn.
  launch.tells_of_reads = launch.looks_for_races && launch.has(abi::kHasFence) &&
                          launch.has(abi::kTellsBlocks) && may_work_in_place(launch);
  const bool is_small = blocks <= 1 || blocks * launch.shape.block.volume() <= kSmallLaunch ||
                        launch.has(abi::kHasDeviceFence) || launch.tells_of_reads ||
                        !launch.schedule.is_in_order();
  launch.workers = is_small ? 1U : static_cast<unsigned>(workers_.size());
  launch.grid_barrier = &grid_barrier_;
  grid_barrier_.begin(is_small ? 1U : static_cast<unsigned>(workers_.size()));
  if (is_small) {
    for (std::size_t i = 1; i < workers_.size(); ++i) workers_[i]->sit_out(launch, static_cast<unsigned>(i));
    workers_.front()->run(launch, 0);
    return;
  }
  begin_others(launch);
  std::exception_ptr failure;
  try {
    workers_.front()->run(launch, 0);
  } catch (...) {
    failure = std::current_exception();
  }
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return busy_ == 0; });
  if (failure) std::rethrow_exception(failure);
  if (failure_) std::rethrow_exception(failure_);
}

void WorkerPool::begin_others(Launch& launch) {
  const std::scoped_lock lock(mutex_);
  launch_ = &launch;
  busy_ = threads_.size();
  failure_ = nullptr;
  ++round_;
  changed_.notify_all();
}

void WorkerPool::serve(std::size_t index) {
  const SignalStack signal_stack;
  std::uint64_t served = 0;
  for (;;) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return ending_ || round_ != served; });
    if (ending_) return;
    served = round_;
    Launch& launch = *launch_;
    lock.unlock();
    std::exception_ptr failure;
    try {
      workers_[index]->run(launch, static_cast<unsigned>(index));
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure) failure_ = failure;
    if (--busy_ == 0) changed_.notify_all();
  }
}

}  // namespace simt
