// Bytes to count: their values, the launch of each histogram kernel of the lab, and the expected counts. The
// checks (histogram_test.cpp), the timed rounds and the profiler's launches (survey.cpp) are all built from
// it.
#pragma once

#include <string>
#include <vector>

#include "lab/problem.h"
#include "many_to_one.h"

namespace histogram {

struct Kernel {
  const char* name;
  lab::From from;
};

constexpr Kernel kGlobal{"histogram_global", lab::From::given};
// These three exist only if a file defines them.
constexpr Kernel kBytes{"histogram_bytes", lab::From::student};
constexpr Kernel kWarps{"histogram_warps", lab::From::student};
constexpr Kernel kLanes{"histogram_lanes", lab::From::student};
constexpr Kernel kHistogram{"histogram256", lab::From::student};

bool is_there(const Kernel& kernel);

// any: every byte is as likely as every other. few: four values. one: all bytes are equal. nearly_one: all
// but a few, whose counters are in another bank.
enum class Data { any, few, one, nearly_one };

struct Form {
  int n = 1;
  unsigned blocks = 1;
  Data data = Data::any;
};

// Lengths around every multiple of 16, a warp and a block, and drawn ones, with drawn grids; and lengths that
// 16 bits cannot count.
std::vector<Form> forms();

// The form at which costs are weighed, drawn from the session's seed. Neither 16 nor a block divides n.
Form cost_form(Data data);

// Timed: 2^28 bytes, halved until they fit.
Form timed_form(Data data);

class Histogram : public lab::Problem {
 public:
  Histogram(Form form, const lab::Use& use);

  // Checked. `first_block`: the blocks before it do not run.
  lab::LaunchResult run(const Kernel& kernel, unsigned first_block = 0) {
    return Problem::run(call(kernel, first_block));
  }

  // Checked: every bin holds what it held before and its count. One failure says what the first wrong one
  // holds.
  bool expect_counts(const lab::LaunchResult& run) const;

  // Checked: the launch qualifies for a check of costs. It has no faults, gives the right counts, and
  // accesses nothing but `bytes` and `bins`.
  bool expect_right(const lab::LaunchResult& run) const;

  lab::TimedKernel timed(const Kernel& kernel);

  std::uint64_t bytes() const override { return bytes_.bytes() + 2 * bins_.bytes(); }

  const Form& form() const { return form_; }

 private:
  lab::Call call(const Kernel& kernel, unsigned first_block = 0) const;
  std::vector<unsigned> counts() const;
  std::string diagnosis(std::size_t bin, const std::vector<unsigned>& counts) const;

  Form form_;
  lab::Input<unsigned char> bytes_;
  lab::InOut<unsigned> bins_;
};

}  // namespace histogram
