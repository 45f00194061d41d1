// A survey: a table of what kernels reach on a GPU. Nothing is asked of them, so nothing passes or fails but
// the kernels' results.
//
// Runs are made as for a measured check (lab/measure.h) and noted as readings. What cannot be measured is
// left out, and the rest stays: a kernel that is missing, faults, or gives a wrong result, and a problem too
// large for the GPU's memory. The record says why: a student's kernel fails the survey, all else is its
// remark. A launch that takes the GPU from the process (lab/gpu.h) is left out in that the program begins
// again without it.
//
//   TEST(Survey, Transposes) {
//     lab::survey([](lab::Survey& survey) {
//       for (const Shape& shape : kShapes) {
//         Transposition problem(shape, lab::timed());
//         survey.time(problem, {problem.contender(…), …});
//       }
//     });
//   }
//
// The survey program also makes the lab's launches for Nsight Compute and compute-sanitizer: every kernel
// once, on a small problem. `lab4_survey --machine cuda --once` does nothing else on the GPU; on the SIMT
// machine the same launches' counts are printed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lab/measure.h"
#include "lab/problem.h"

namespace lab {

class Survey {
 public:
  // Times kernels side by side on one problem, and notes a reading of each. A problem that does not fit into
  // the GPU's memory is left out.
  void time(const Problem& problem, const std::vector<TimedKernel>& kernels);

  // Notes what the survey leaves out, for a reason that is not the student's.
  void leave_out(const std::string& what, const std::string& why);

 private:
  friend void survey(const std::function<void(Survey&)>& body);

  struct Mistake {
    simt::SourceLine place;
    std::string message;
  };

  void time(const std::string& shape, std::vector<TimedKernel> kernels);
  void leave_out(const std::string& shape, const TimedKernel& kernel, const std::string& why);
  void leave_out_hopeless(const std::string& shape, std::vector<TimedKernel>& kernels);
  void note_rates(const std::string& shape, const std::vector<TimedKernel>& kernels);
  void report() const;

  std::vector<Mistake> mistakes_;  // the student's
  std::vector<std::string> left_out_;
};

// Runs a survey as the running test. Skips it where there is no GPU, or where nothing could be measured.
void survey(const std::function<void(Survey&)>& body);

// The launches that --once makes. A lab's survey.cpp defines one, which names them for the program:
//
//   const lab::Once kOnce([] {
//     Transposition problem({1024, 1024}, lab::checked("once"));
//     const lab::LaunchResult run = problem.run(problem.call(kTiled));
//     lab::tell_once(run, problem.expect_values(run));
//   });
class Once {
 public:
  explicit Once(std::function<void()> launches);
};

// Prints a launch and whether its result is right: "transpose_tiled, 1024 x 1024: right". On the SIMT machine
// what its accesses cost follows.
void tell_once(const LaunchResult& run, bool is_right);

}  // namespace lab
