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
//       survey.problem("8192 x 8192", bytes, [&](const std::string& shape) {
//         … arrays …
//         survey.time(shape, {copy, padded});
//       });
//     });
//   }
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lab/measure.h"

namespace lab {

class Survey {
 public:
  // One shape of the problem, whose arrays take so many bytes. Left out where they do not fit, and where an
  // error ends the body.
  void problem(const std::string& shape, std::size_t bytes,
               const std::function<void(const std::string&)>& body);

  // Times kernels side by side, and notes a reading of each.
  void time(const std::string& shape, std::vector<TimedKernel> kernels);

  // What the survey does without for no fault of the student's.
  void leave_out(const std::string& what, const std::string& why);

 private:
  friend void survey(const std::function<void(Survey&)>& body);

  struct Mistake {
    simt::SourceLine place;
    std::string message;
  };

  void leave_out(const std::string& shape, const TimedKernel& kernel, const std::string& why);
  void leave_out_hopeless(const std::string& shape, std::vector<TimedKernel>& kernels);
  void note_rates(const std::string& shape, const std::vector<TimedKernel>& kernels);
  void report() const;

  std::vector<Mistake> mistakes_;  // the student's
  std::vector<std::string> left_out_;
};

// Runs a survey as the running test. Skips it where there is no GPU, or where nothing could be measured.
void survey(const std::function<void(Survey&)>& body);

}  // namespace lab
