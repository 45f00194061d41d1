// The timed runs behind a measurement.
#pragma once

#include <utility>
#include <vector>

#include "lab/measure.h"

namespace lab {

constexpr int kWarmUpRounds = 3;
constexpr int kTimedRounds = 21;

// A kernel's output was wrong, or a kernel faulted, in a timed run.
class BrokenRun : public simt::Error {
 public:
  BrokenRun(TimedKernel kernel, const std::string& what) : simt::Error(what), kernel_(std::move(kernel)) {}
  const TimedKernel& kernel() const { return kernel_; }

 private:
  TimedKernel kernel_;
};

// Seconds of each kernel, in each round. Throws BrokenRun, and GpuError when the GPU cannot be used.
std::vector<std::vector<double>> timed_rounds(const std::vector<TimedKernel>& kernels);

}  // namespace lab
