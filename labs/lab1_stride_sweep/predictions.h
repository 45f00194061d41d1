// One launch of predict_sectors: its patterns, the sectors that they really touch, and the mistake that
// explains wrong answers.
#pragma once

#include <string>
#include <vector>

#include "lab/problem.h"
#include "sector_rule.h"

namespace sweep {

class Predictions : public lab::Problem {
 public:
  Predictions(std::vector<Example> examples, const lab::Use& use);

  lab::LaunchResult run();

  // Each of the first so many predictions is right and was stored by the kernel. `name` says what was
  // counted, for the record. A failure names the simplest wrong one, and the mistake if a single one explains
  // every answer.
  bool expect_right(const lab::LaunchResult& run, const std::string& name, std::size_t first) const;
  bool expect_right(const lab::LaunchResult& run, const std::string& name) const {
    return expect_right(run, name, examples_.size());
  }

 private:
  bool is_right(std::size_t i) const;
  std::string describe(std::size_t i) const;
  std::string likely_mistake() const;

  std::vector<Example> examples_;
  lab::Input<WarpPattern> patterns_;
  lab::Output<int> sectors_;
};

}  // namespace sweep
