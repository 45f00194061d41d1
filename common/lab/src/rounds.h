// The timed runs behind a measurement.
#pragma once

#include <string>
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

// Bytes a second, run by run.
std::vector<double> rates_of(const TimedKernel& kernel, const std::vector<double>& seconds);

// Notes the kernel's bandwidth as a reading, prints it, and returns its middle in bytes a second.
Middle note_rate(const std::string& shape, const TimedKernel& kernel, const std::vector<double>& seconds);

// Why a kernel's times cannot be right; empty when they can.
std::string why_impossible(const TimedKernel& kernel, const std::vector<double>& seconds);

}  // namespace lab
