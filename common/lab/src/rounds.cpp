#include "rounds.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "measuring.h"

namespace lab {
namespace {

// Reads more zeros than L2 holds, so that nothing of what was filled and poisoned is found there. Reads, not
// writes: what was written would have to leave L2 again, in the timed run.
class L2Sweep {
 public:
  explicit L2Sweep(Gpu& gpu)
      : zeros_(gpu, "zeros to sweep L2 with", bytes_for(gpu)),
        sink_(gpu, "sink", sizeof(unsigned)),
        kernel_("measuring_sweep", From::kit) {
    zeros_.set(0);
  }

  void run() const {
    simt::LaunchShape shape;
    shape.grid.x = 2048;
    shape.block.x = 256;
    kernel_.enqueue(shape, static_cast<const uint4*>(zeros_.address()), zeros_.bytes() / sizeof(uint4),
                    static_cast<unsigned*>(sink_.address()));
  }

 private:
  // Four times its size: L2 does not always put out what was used longest ago.
  static std::size_t bytes_for(const Gpu& gpu) {
    constexpr std::size_t kLeast = std::size_t{32} << 20;
    return std::max(4 * gpu.info().l2_bytes, kLeast);
  }

  GpuMemory zeros_;
  GpuMemory sink_;
  Kernel<decltype(measuring_sweep)> kernel_;
};

class Rounds {
 public:
  Rounds() : gpu_(Session::current().gpu()), sweep_(gpu_), start_(gpu_), end_(gpu_) {}

  double timed_run(const TimedKernel& kernel, std::uint64_t seed) {
    try {
      kernel.prepare(seed);
      sweep_.run();
      start_.record();
      kernel.launch();
      end_.record();
      gpu_.wait();
    } catch (const KernelFault& fault) {
      throw BrokenRun(kernel, fault.what());
    }
    const double seconds = end_.seconds_since(start_);
    if (const std::string wrong = kernel.verify(seed); !wrong.empty()) {
      throw BrokenRun(kernel, "a timed run gave a wrong result: " + wrong);
    }
    return seconds;
  }

 private:
  Gpu& gpu_;
  L2Sweep sweep_;
  GpuEvent start_;
  GpuEvent end_;
};

std::string microseconds(double seconds) {
  char text[64];
  std::snprintf(text, sizeof text, "%.1f us", seconds * 1e6);
  return text;
}

}  // namespace

std::vector<std::vector<double>> timed_rounds(const std::vector<TimedKernel>& kernels) {
  std::mt19937_64 seeds = Session::current().random("measurement");
  std::vector<std::vector<double>> seconds(kernels.size());
  Rounds rounds;
  for (int round = -kWarmUpRounds; round < kTimedRounds; ++round) {
    for (std::size_t turn = 0; turn < kernels.size(); ++turn) {
      // Each goes first in its turn: what the one before leaves behind (heat, a raised clock) meets all
      // alike.
      const std::size_t k = (turn + static_cast<std::size_t>(round + kWarmUpRounds)) % kernels.size();
      const double taken = rounds.timed_run(kernels[k], seeds());
      if (round >= 0) seconds[k].push_back(taken);
    }
  }
  return seconds;
}

std::vector<double> rates_of(const TimedKernel& kernel, const std::vector<double>& seconds) {
  std::vector<double> rates(seconds.size());
  std::transform(seconds.begin(), seconds.end(), rates.begin(), [&](double s) { return kernel.bytes / s; });
  return rates;
}

Middle note_rate(const std::string& shape, const TimedKernel& kernel, const std::vector<double>& seconds) {
  constexpr double kGiga = 1e9;
  const Middle rate = middle_of(rates_of(kernel, seconds));
  note({shape,
        kernel.name,
        "GB/s",
        {rate.median / kGiga, rate.low / kGiga, rate.high / kGiga},
        static_cast<int>(seconds.size())});
  std::printf("%s, %s: %.0f GB/s\n", kernel.name.c_str(), shape.c_str(), rate.median / kGiga);
  return rate;
}

std::string why_impossible(const TimedKernel& kernel, const std::vector<double>& seconds) {
  const GpuInfo& info = Session::current().gpu().info();
  const double least = floor_seconds(kernel.bytes, info.l2_bytes, info.peak_bytes_per_s);
  const double fastest = *std::min_element(seconds.begin(), seconds.end());
  if (fastest > 0 && fastest >= least) return "";
  return "a run of " + kernel.name + " took " + microseconds(fastest) + ", and the memory of this " +
         info.name + " needs " + microseconds(least) + " for its bytes: this clock is not to be trusted";
}

namespace {

// Never in a kernel's name or in what the driver says: ASCII's own separators.
constexpr char kBetweenFields = '\x1f';
constexpr char kAfterLaunch = '\x1e';

std::string given_launches() {
  const char* const value = std::getenv(kFatalLaunches);
  return value == nullptr ? "" : value;
}

}  // namespace

std::vector<FatalLaunch> fatal_launches() {
  std::vector<FatalLaunch> launches;
  std::istringstream text(given_launches());
  for (FatalLaunch launch; std::getline(text, launch.what, kBetweenFields);) {
    std::getline(text, launch.why, kAfterLaunch);
    launches.push_back(launch);
  }
  return launches;
}

std::string with(const FatalLaunch& launch) {
  return given_launches() + launch.what + kBetweenFields + launch.why + kAfterLaunch;
}

}  // namespace lab
