// A kernel of the lab on one problem: its arrays, its launch, the right answer, and the least that it needs.
// Checks, timed rounds and the profiler's launches (survey.cpp) are all made of exercises, the student's
// kernel and the given one alike.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/expectations.h"
#include "lab/problem.h"
#include "lab/rounded_sum.h"
#include "profile_and_fix.h"

namespace fixes {

// Two numbers that a kernel's problem is made of: rows and columns, or a length and what comes before it.
struct Size {
  int first = 0;
  int second = 0;
};

// The least that a kernel needs, and so the most that it may take.
struct Limits {
  std::vector<lab::SectorLimit> sectors;
  std::uint64_t shared_bytes = 0;       // a block's shared memory
  std::uint64_t block_barriers = 0;     // barriers that a block passes
  std::uint64_t warp_barriers = 0;      // barriers that a warp passes, on average
  std::uint64_t atomics = 0;            // requests that a block makes
  double bytes_in_flight = 0;           // at least, of a thread that waits for loads; 0: not asked
  std::uint64_t floats_in_vectors = 0;  // each way: at least so many move 16 bytes at a time; 0: not asked
};

class Exercise : public lab::Problem {
 public:
  // `kernel`: the student's, or the given one with its parameters.
  virtual lab::Call call(const std::string& kernel, lab::From from) const = 0;

  // Checked: every value is right and was stored by the kernel; else adds a failure.
  virtual bool expect_values(const lab::LaunchResult& run) const = 0;

  virtual Limits limits() const = 0;

  // Checked: what neither values nor counts of a launch tell, in a launch of its own.
  virtual bool expect_more(const std::string& /*kernel*/) const { return true; }

  // Timed: the student's kernel, or the given one as messages call it.
  lab::TimedKernel timed(const std::string& kernel, lab::From from, const std::string& name,
                         const std::string& right);

 protected:
  using Problem::Problem;

  // An output of floats holds `right`, up to rounding: `tolerance` times max(1, |right|).
  static bool expect_floats(const lab::LaunchResult& run, const lab::Array<float>& found,
                            const std::vector<float>& right, float tolerance);

  // An output of sums of products holds `right`, up to `rounding` times the sum of their magnitudes.
  static bool expect_sums(const lab::LaunchResult& run, const lab::Array<float>& found,
                          const std::vector<lab::RoundedSum>& right, double rounding);
};

// The launch takes no more than these, each by itself; else adds a failure for the first that it takes too
// much of. What the kernel's fault is about is weighed first: records show that.
bool expect_within(const lab::LaunchResult& run, FaultOfKernel fault, const Limits& limits);

// One of the eight: what the lab's checks need to know of it.
struct Kernel {
  const char* name;
  DiagnosedKernel number;
  FaultOfKernel fault;                 // the given kernel's fault
  std::vector<Size> (*small_sizes)();  // the sizes at which values are checked
  Size (*weighed_size)();              // drawn from the seed
  std::unique_ptr<Exercise> (*make)(const Size& size, const lab::Use& use);

  std::string given() const { return std::string(name) + "_as_given"; }
};

// Returns the kernels in the order of DiagnosedKernel.
const std::vector<Kernel>& kernels();

// Made in matrices.cpp, exchanges.cpp and lists.cpp.
extern const Kernel kAddBias;
extern const Kernel kTranspose;
extern const Kernel kRmsNorm;
extern const Kernel kCausalConv;
extern const Kernel kQuantize;
extern const Kernel kScalePiece;
extern const Kernel kSumLosses;
extern const Kernel kRelu;

}  // namespace fixes
