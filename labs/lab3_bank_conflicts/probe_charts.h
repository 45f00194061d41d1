// The charts of conflict_probe: wavefronts a load at every stride, and cycles a load at some.
#pragma once

#include <string>
#include <vector>

#include "lab/chart.h"
#include "probe_problem.h"

namespace probe {

// Beside the rule: a warp meets a bank with as many lanes as the stride has factors in common with 32.
lab::Chart degree_chart(const ProbeKernel& kernel, int rounds);

// Beside what an H200 took.
lab::Chart cycles_chart(const ProbeKernel& kernel, int rounds);

// The same with cycles that were measured on a GPU, at each of these strides.
const std::vector<int>& charted_strides();
lab::Chart measured_cycles_chart(const std::vector<double>& cycles, const std::string& gpu);

}  // namespace probe
