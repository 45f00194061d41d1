// One launch of predict_sectors to check: patterns, and the sectors that they really touch.
#pragma once

#include <string>
#include <vector>

#include "lab/buffer.h"
#include "lab/kernel.h"
#include "sector_rule.h"

namespace sweep {

class PredictionProblem {
 public:
  explicit PredictionProblem(std::vector<Example> examples);

  lab::LaunchResult run(const std::string& kernel);

  // Every prediction is right, and was stored by the kernel. `name` says what was counted, for the record.
  // Says what went wrong and where, once; and by which mistake, where one explains every answer.
  bool expect_right(const lab::LaunchResult& run, const std::string& name) const;

 private:
  bool is_right(std::size_t i) const;
  std::string describe(std::size_t i) const;
  std::string likely_mistake() const;

  std::vector<Example> examples_;
  lab::Buffer<WarpPattern> patterns_;
  lab::Buffer<int> sectors_;
};

}  // namespace sweep
