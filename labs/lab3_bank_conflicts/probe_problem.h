// Runs of conflict_probe, and what they must have done.
#pragma once

#include <string>

#include "lab/buffer.h"
#include "lab/kernel.h"

namespace probe {

using ProbeKernel = lab::Kernel<void(float*, long long*, int, int)>;

// All loads of shared memory of one launch.
struct SharedLoads {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  simt::SourceLine where;  // of the line with the most of them; line 0: there are none

  double wavefronts_a_load() const;
};

SharedLoads shared_loads(const simt::LaunchReport& report);

std::string figure(double value);  // "7.25", "64"

class Problem {
 public:
  Problem(int stride, int rounds);

  lab::LaunchResult run(const ProbeKernel& kernel);

  // Every lane's sum is right and stored by the kernel, and so are the cycles. Says what went wrong, once.
  bool expect_sums(const lab::LaunchResult& run) const;

  // Exactly one load of shared memory a round, each with exactly the stride's wavefronts.
  bool expect_conflict(const lab::LaunchResult& run) const;

  bool expect_timed(const lab::LaunchResult& run) const;

  // At the line that loads; where loads are missing, that is the cause, and said instead.
  void fail_at_loads(const lab::LaunchResult& run, const std::string& message) const;

  double cycles_a_load() const;  // NaN when the kernel stored none

 private:
  std::string diagnosis(const SharedLoads& loads) const;

  int stride_ = 0;
  int rounds_ = 0;
  lab::Buffer<float> out_;
  lab::Buffer<long long> cycles_;
};

}  // namespace probe
