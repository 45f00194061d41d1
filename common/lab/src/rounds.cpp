#include "rounds.h"

#include <algorithm>
#include <chrono>
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

using Clock = std::chrono::steady_clock;

class Rounds {
 public:
  Rounds() : gpu_(Session::current().gpu()), sweep_(gpu_), start_(gpu_), end_(gpu_) {}

  // The time that a run takes before its kernel, by this computer's clock.
  double rehearsal(const TimedKernel& kernel, std::uint64_t seed) {
    kernel.prepare(seed);
    sweep_.run();
    return host_seconds_until_done();
  }

  struct Taken {
    double seconds = 0;
    double host_seconds = 0;  // includes what comes before the kernel
  };

  Taken timed_run(const TimedKernel& kernel, std::uint64_t seed) {
    double host_seconds = 0;
    try {
      kernel.prepare(seed);
      sweep_.run();
      start_.record();
      kernel.launch();
      end_.record();
      host_seconds = host_seconds_until_done();
    } catch (const KernelFault& fault) {
      throw BrokenRun(kernel, fault.what());
    }
    const Taken taken{end_.seconds_since(start_), host_seconds};
    if (const std::string wrong = kernel.verify(seed); !wrong.empty()) {
      throw BrokenRun(kernel, "a timed run gave a wrong result: " + wrong);
    }
    return taken;
  }

 private:
  // The time excludes that of sending messages: many launches are many messages.
  double host_seconds_until_done() {
    gpu_.deliver();
    const auto began = Clock::now();
    gpu_.wait();
    return std::chrono::duration<double>(Clock::now() - began).count();
  }

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

std::vector<KernelTimes> timed_rounds(const std::vector<TimedKernel>& kernels) {
  std::mt19937_64 seeds = Session::current().random("measurement");
  std::vector<KernelTimes> times(kernels.size());
  std::vector<std::vector<double>> before(kernels.size());
  std::vector<std::vector<double>> whole(kernels.size());
  Rounds rounds;
  for (int round = -kWarmUpRounds; round < kTimedRounds; ++round) {
    for (std::size_t turn = 0; turn < kernels.size(); ++turn) {
      // Each goes first in its turn: what the one before leaves behind (heat, a raised clock) meets all
      // alike.
      const std::size_t k = (turn + static_cast<std::size_t>(round + kWarmUpRounds)) % kernels.size();
      const auto taken = rounds.timed_run(kernels[k], seeds());
      if (round < 0) {
        before[k].push_back(rounds.rehearsal(kernels[k], seeds()));
      } else {
        times[k].seconds.push_back(taken.seconds);
        whole[k].push_back(taken.host_seconds);
      }
    }
  }
  for (std::size_t k = 0; k < kernels.size(); ++k)
    times[k].host_seconds = std::max(0.0, middle_of(whole[k]).median - middle_of(before[k]).median);
  return times;
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

// A kernel could reach the events' memory on the GPU, but not this computer's clock: it must bear them out.
std::string why_impossible(const TimedKernel& kernel, const KernelTimes& times) {
  constexpr double kTimes = 2;
  // The way to the GPU's process and back, on a computer that has other work.
  constexpr double kMostOnTheWay = 500e-6;
  const GpuInfo& info = Session::current().gpu().info();
  const double least = floor_seconds(kernel.bytes, info.l2_bytes, info.peak_bytes_per_s);
  const double fastest = *std::min_element(times.seconds.begin(), times.seconds.end());
  const double median = middle_of(times.seconds).median;
  std::string against;
  if (!(fastest > 0 && fastest >= least)) {
    against = "a run of " + kernel.name + " took " + microseconds(fastest) + ", and the memory of this " +
              info.name + " needs " + microseconds(least) + " for its bytes";
  } else if (times.host_seconds > kTimes * median + kMostOnTheWay) {
    against = "a run of " + kernel.name + " took " + microseconds(median) + " by the GPU's clock, and " +
              microseconds(times.host_seconds) + " by this computer's";
  }
  return against.empty() ? "" : against + ": this clock is not to be trusted";
}

namespace {

// ASCII's separators never occur in a kernel's name or in what the driver says.
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
