// The measured form of lab 3's check of cycles: conflict_probe's own clock, on a GPU.
#pragma once

#include "probe_problem.h"

namespace probe {

// The median of 21 runs decides. With a 32-way conflict a load takes at least `slowdown` times the cycles of
// one without; strides 8, 16 and 32 take longer one after another; and nothing but loads is timed, which few
// rounds beside many show. Every run's sums are verified. Plots the cycles of each stride.
void expect_measured_cycles(const ProbeKernel& kernel, double slowdown);

}  // namespace probe
