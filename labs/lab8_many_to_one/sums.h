// One array to add up: its values, the launch of each summing kernel of the lab, and the expected result. The
// checks (sum_test.cpp), the timed rounds and the profiler's launches (survey.cpp) are all built from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/problem.h"
#include "lab/rounded_sum.h"
#include "many_to_one.h"

namespace sums {

// A kernel of the lab, or one that a student's file may define besides.
struct Kernel {
  const char* name;
  lab::From from;
  bool a_thread_an_element = false;  // its grid grows with n
  bool streams = false;              // reads everything and combines nothing
};

constexpr Kernel kAtomicAThread{"sum_atomic_a_thread", lab::From::given, true};
constexpr Kernel kAtomicAWarp{"sum_atomic_a_warp", lab::From::given, true};
constexpr Kernel kInterleaved{"sum_interleaved", lab::From::given, true};
constexpr Kernel kTree{"sum_tree", lab::From::student, true};
constexpr Kernel kFloats{"sum_floats", lab::From::student};
constexpr Kernel kSum{"sum", lab::From::student};
constexpr Kernel kStream{"read_stream", lab::From::given, false, true};

// The lab's ladder, the slowest first.
constexpr Kernel kLadder[] = {kAtomicAThread, kAtomicAWarp, kInterleaved, kTree, kFloats, kSum};

// Whether the kernel exists: nobody must write those of a student's file besides `sum`.
bool is_there(const Kernel& kernel);

struct Form {
  int n = 1;
  unsigned blocks = 1;
};

// Lengths around every multiple of a warp and a block, a long one, and drawn ones, with drawn grids.
std::vector<Form> forms();

// The form at which costs are weighed, drawn from the session's seed. No vector and no block divides n.
Form cost_form();

// The form whose last floats have indices that a float no longer holds, with a block for every 1,024.
Form late_form();

// The form whose time is predicted, also drawn: eight blocks for each multiprocessor of an H200, as timed.
Form modelled_form();

// The form of the chart, whose slowest kernel the machine runs in a moment.
Form charted_form();

// Timed: 2^28 floats, halved until they fit, on eight blocks for each multiprocessor.
Form timed_form();

class Sums : public lab::Problem {
 public:
  // `first`: checked, of the floats before it, a multiple of 1,024, none exists, and their blocks do not run.
  // `alone`: all other floats are 0.
  Sums(Form form, const lab::Use& use, int first = 0, std::optional<std::size_t> alone = std::nullopt);

  // Checked: what a warp has added up reaches the result through shared memory, as it must where the warps of
  // a block combine. In each of some launches one float alone is not 0, and so it is the sum of its warp: the
  // machine changes its sign there, and the result must show that at least once. It need not each time, since
  // one warp of a block may keep its own sum.
  static bool expect_handed_on(const Kernel& kernel, const Form& form);

  // Checked. `first_block`: the blocks before it do not run.
  lab::LaunchResult run(const Kernel& kernel, unsigned first_block = 0) {
    return Problem::run(call(kernel, first_block));
  }

  lab::LaunchResult run() { return run(kSum); }

  // Checked: out[0] holds the sum, to within rounding. One failure says what it holds instead.
  bool expect_values(const lab::LaunchResult& run) const;
  bool is_right_from(int first) const;

  // Checked: the launch qualifies for a check of costs. It has no faults, gives the right sum, and accesses
  // nothing but `in` and `out`.
  bool expect_right(const lab::LaunchResult& run) const;

  // Timed: `kernel`, under its own name or another.
  lab::TimedKernel timed(const Kernel& kernel) { return timed(kernel, kernel.name); }
  lab::TimedKernel timed(const Kernel& kernel, const std::string& name);

  // Counts what must move: the array, and one float there and back.
  std::uint64_t bytes() const override { return in_.bytes() + 2 * out_.bytes(); }

  const Form& form() const { return form_; }

 private:
  lab::Call call(const Kernel& kernel, unsigned first_block = 0) const;
  std::string diagnosis(float found) const;
  // Of floats of `in`, and of what `out` held before.
  lab::RoundedSum with_before(std::size_t first, std::size_t count) const;

  Form form_;
  std::uint64_t first_block_;
  lab::Input<float> in_;
  lab::InOut<float> out_;
  lab::Output<float> part_;  // the output of read_stream, a float a thread
};

}  // namespace sums
