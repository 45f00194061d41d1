// The machine's workers, and their threads: the first works on the thread that asks for a launch, the others
// have one each. They live as long as the machine, with the stacks and logs that they have made.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "workers/grid_barrier.h"
#include "workers/worker.h"

namespace simt {

class WorkerPool {
 public:
  // 0: one a core.
  explicit WorkerPool(unsigned workers);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Returns when every worker is done with the launch. Throws what a worker threw (out of memory).
  void run(Launch& launch);

  const std::vector<std::unique_ptr<Worker>>& workers() const { return workers_; }

 private:
  void begin_others(Launch& launch);
  void serve(std::size_t index);

  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;
  GridBarrier grid_barrier_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Launch* launch_ = nullptr;
  std::uint64_t round_ = 0;  // counts launches, so that a worker takes each one once
  std::size_t busy_ = 0;
  bool ending_ = false;
  std::exception_ptr failure_;
};

}  // namespace simt
