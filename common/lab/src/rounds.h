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

struct KernelTimes {
  std::vector<double> seconds;  // each round's time, by the GPU's own events
  double host_seconds = 0;      // a round's time, by this computer's clock, with the way to the GPU and back
};

// Returns the times of each kernel. Throws BrokenRun, and GpuError if the GPU cannot be used.
std::vector<KernelTimes> timed_rounds(const std::vector<TimedKernel>& kernels);

// Returns bytes a second, run by run.
std::vector<double> rates_of(const TimedKernel& kernel, const std::vector<double>& seconds);

// Notes the kernel's bandwidth as a reading, prints it, and returns its middle in bytes a second.
Middle note_rate(const std::string& shape, const TimedKernel& kernel, const std::vector<double>& seconds);

// Says why a kernel's times cannot be right, or "" if they can.
std::string why_impossible(const TimedKernel& kernel, const KernelTimes& times);

// --- A survey that lost the GPU to one launch begins again without it.

// A launch that took the GPU from an earlier process of this program.
struct FatalLaunch {
  std::string what;  // "transpose_tiled, 1024 x 1024"
  std::string why;
};

// Returns the launches that this program was started to leave out.
std::vector<FatalLaunch> fatal_launches();

// The environment variable that tells it, for a process that is to do without one more.
constexpr const char* kFatalLaunches = "COALESCE_FATAL_LAUNCHES";
std::string with(const FatalLaunch& launch);

// Starts this program afresh with that environment variable. Returns only where that cannot be done. Survey
// programs and the kit's tests each define it.
void begin_again(const std::string& fatal_launches);

}  // namespace lab
