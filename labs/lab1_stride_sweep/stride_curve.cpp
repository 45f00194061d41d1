#include "stride_curve.h"

#include <algorithm>
#include <array>
#include <string>

#include "lab/traffic_bound.h"
#include "read_problem.h"
#include "sector_rule.h"
#include "traffic_expectations.h"

namespace sweep {
namespace {

constexpr int kLength = 4096;
constexpr std::array<int, 6> kStrides{1, 2, 4, 8, 16, 32};

// Useful GB/s, read plus written, of a float-a-thread read on an H200 at these strides.
constexpr std::array<double, kStrides.size()> kMeasured{2612, 2348, 1665, 981, 516, 452};
constexpr const char* kMeasuredSource = "docs/measurements/h200/strides.md";

const lab::DeviceProfile& h200() {
  const auto& all = lab::device_profiles();
  return *std::find_if(all.begin(), all.end(), [](const auto& d) { return d.name == "NVIDIA H200"; });
}

// Bandwidth in useful bytes, as a part of the ceiling. DRAM moves all bytes of every sector, useful or not.
double part_of_ceiling(const simt::LaunchReport& report) {
  constexpr double kUsefulBytes = 2.0 * kLength * sizeof(float);
  const double least_us = lab::least_time(report, sector_bytes(report), h200()).total_us();
  return kUsefulBytes / (h200().dram_gb_per_s * 1e3) / least_us;
}

// The same from the rule alone: the sectors of a coalesced copy against those of this stride.
double allowed_part(int stride) {
  const auto written = static_cast<double>(traffic_of(kLength, 1, 0).sectors);
  const auto read = static_cast<double>(traffic_of(kLength, stride, 0).sectors);
  return 2 * written / (read + written);
}

// All but the student's series, of which only the name is there.
lab::Chart chart_without_values(const char* id, const std::string& y_label, const std::string& name) {
  lab::Chart chart;
  chart.id = id;
  chart.title = "strided_read: what a stride leaves of the bandwidth";
  chart.x_label = "stride in floats";
  chart.y_label = y_label;
  chart.source = kMeasuredSource;
  chart.series = {{name, lab::SeriesRole::student, {}},
                  {"bound from the stride alone", lab::SeriesRole::limit, {}},
                  {"one float a thread, measured on an H200", lab::SeriesRole::hardware, {}}};
  for (std::size_t i = 0; i < kStrides.size(); ++i) {
    chart.x.push_back(std::to_string(kStrides.at(i)));
    chart.series[1].values.push_back(allowed_part(kStrides.at(i)));
    chart.series[2].values.push_back(kMeasured.at(i) / h200().dram_gb_per_s);
  }
  return chart;
}

}  // namespace

const std::vector<int>& swept_strides() {
  static const std::vector<int> strides(kStrides.begin(), kStrides.end());
  return strides;
}

lab::Chart measured_chart(const std::vector<double>& parts, const std::string& gpu) {
  lab::Chart chart =
      chart_without_values("stride-curve-measured", "useful bandwidth, as a part of cudaMemcpy's",
                           "your kernel, measured on this " + gpu);
  chart.series[0].values = parts;
  return chart;
}

StrideCurve::StrideCurve() {
  for (const int stride : kStrides) {
    Problem problem({kLength, stride, 0}, "curve");
    runs_.push_back(problem.run_strided("strided_read"));
  }
}

double StrideCurve::what_is_left() const {
  return part_of_ceiling(last().report) / part_of_ceiling(first().report);
}

lab::Chart StrideCurve::chart() const {
  lab::Chart chart = chart_without_values("stride-curve", "useful bandwidth, as a part of the H200's ceiling",
                                          "your kernel: bound from its sectors");
  for (const lab::LaunchResult& run : runs_) chart.series[0].values.push_back(part_of_ceiling(run.report));
  return chart;
}

}  // namespace sweep
