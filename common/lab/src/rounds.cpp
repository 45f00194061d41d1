#include "rounds.h"

#include <algorithm>

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

}  // namespace lab
