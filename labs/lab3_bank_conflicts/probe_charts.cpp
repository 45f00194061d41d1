#include "probe_charts.h"

#include <cmath>

#include "bank_conflicts.h"
#include "bank_rules.h"

namespace probe {
namespace {

struct MeasuredLoad {
  int stride;
  double cycles;
};

// docs/measurements/h200/bank_conflicts.md: the reference solution, 1024 rounds.
constexpr MeasuredLoad kMeasured[] = {{0, 7.2},  {1, 7.2},   {2, 7.3},   {4, 10.3},
                                      {8, 18.3}, {16, 34.3}, {32, 66.3}, {33, 7.2}};

lab::Chart chart_of_cycles(const char* id, const std::string& name, const std::vector<double>& cycles) {
  lab::Chart chart;
  chart.id = id;
  chart.title = "Cycles of one load, by the stride between its lanes";
  chart.x_label = "stride in words";
  chart.y_label = "cycles a load";
  lab::Series measured{"the reference on an NVIDIA H200", lab::SeriesRole::hardware, {}};
  for (const MeasuredLoad& load : kMeasured) {
    chart.x.push_back(std::to_string(load.stride));
    measured.values.push_back(load.cycles);
  }
  chart.series = {{name, lab::SeriesRole::student, cycles}, measured};
  chart.source = "docs/measurements/h200/bank_conflicts.md";
  return chart;
}

}  // namespace

lab::Chart degree_chart(const ProbeKernel& kernel, int rounds) {
  lab::Chart chart;
  chart.id = "conflict-degree";
  chart.title = "Wavefronts of one load, by the stride between its lanes";
  chart.x_label = "stride in words";
  chart.y_label = "wavefronts a load";
  lab::Series counted{"conflict_probe", lab::SeriesRole::student, {}};
  lab::Series rule{"gcd(stride, 32); 1 at stride 0", lab::SeriesRole::limit, {}};
  for (int stride = 0; stride <= LARGEST_STRIDE; ++stride) {
    chart.x.push_back(std::to_string(stride));
    const SharedLoads loads = shared_loads(Problem(stride, rounds).run(kernel).report);
    counted.values.push_back(loads.requests == 0 ? std::nan("") : loads.wavefronts_a_load());
    rule.values.push_back(banks::degree_of_stride(stride));
  }
  chart.series = {counted, rule};
  return chart;
}

lab::Chart cycles_chart(const ProbeKernel& kernel, int rounds) {
  std::vector<double> cycles;
  for (const int stride : charted_strides()) {
    Problem problem(stride, rounds);
    problem.run(kernel);
    cycles.push_back(problem.cycles_a_load());
  }
  return chart_of_cycles("conflict-cycles", "conflict_probe, modelled clock", cycles);
}

const std::vector<int>& charted_strides() {
  static const std::vector<int> strides = [] {
    std::vector<int> list;
    for (const MeasuredLoad& load : kMeasured) list.push_back(load.stride);
    return list;
  }();
  return strides;
}

lab::Chart measured_cycles_chart(const std::vector<double>& cycles, const std::string& gpu) {
  return chart_of_cycles("conflict-cycles-measured", "conflict_probe on this " + gpu, cycles);
}

}  // namespace probe
