// The measured form of lab 3's check of cycles: conflict_probe's own clock, on a GPU.
#pragma once

#include <optional>
#include <vector>

#include "probe_problem.h"

namespace probe {

// Of one launch.
struct Form {
  int stride = 0;
  int rounds = 0;
};

// Cycles a load in each of 21 runs of every form, whose sums are verified. Nothing when a run was wrong: a
// failure was added.
std::optional<std::vector<std::vector<double>>> cycles_of_runs(const ProbeKernel& kernel,
                                                               const std::vector<Form>& forms);

// Puts the cycles of one form on record, and prints their median.
void note_cycles(const ProbeKernel& kernel, Form form, const std::vector<double>& cycles);

// The median of 21 runs decides. With a 32-way conflict a load takes at least `slowdown` times the cycles of
// one without; strides 8, 16 and 32 take longer one after another; and nothing but loads is timed, which few
// rounds beside many show. Every run's sums are verified. Plots the cycles of each stride.
void expect_measured_cycles(const ProbeKernel& kernel, double slowdown);

}  // namespace probe
