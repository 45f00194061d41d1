// The curve of strided_read: what each stride leaves of the bandwidth. On the SIMT machine it is a bound from
// the launches' counts, on a GPU it is measured; either way stride 32 must be far below stride 1. The
// scorecard draws it beside what the strides alone allow and what was recorded on an H200.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "reads.h"
#include "sector_rule.h"
#include "simt/least_time.h"

namespace {

using lab::Comparison;
using lab::LaunchResult;
using simt::AccessCost;
using simt::Op;
using sweep::Kernel;
using sweep::Reads;

constexpr double kFall = 0.40;  // README.md, "How it is graded"

constexpr int kLargest = 32;

// A stride, and the useful GB/s, read plus written, of a float-a-thread read on an H200.
struct Swept {
  int stride;
  double measured_gb_per_s;
};
constexpr Swept kSwept[] = {{1, 2612}, {2, 2348}, {4, 1665}, {8, 981}, {16, 516}, {kLargest, 452}};

const simt::Device& h200() { return simt::devices().front(); }

// Bandwidth in useful bytes, as a part of the ceiling. DRAM moves all bytes of every sector, useful or not.
double part_of_ceiling(const simt::LaunchReport& report) {
  const double useful_bytes = 2.0 * sweep::cost_length() * sizeof(float);
  const auto is_traffic = [](const AccessCost& access) { return lab::is_traffic(access); };
  const std::uint64_t moved = lab::sum_of(report, is_traffic).sectors * simt::kSectorBytes;
  return useful_bytes / (h200().dram_gb_per_s * 1e3) / simt::least_time(report, moved, h200()).total_us();
}

// Returns the same from the rule alone: the sectors of a coalesced copy against those of this stride.
double allowed_part(int stride) {
  const auto written = static_cast<double>(sweep::traffic_of(sweep::cost_length(), 1, 0).sectors);
  const auto read = static_cast<double>(sweep::traffic_of(sweep::cost_length(), stride, 0).sectors);
  return 2 * written / (read + written);
}

void plot(const char* id, const std::string& y_label, const std::string& name,
          const std::vector<double>& parts) {
  lab::Series allowed{"bound from the stride alone", lab::SeriesRole::limit, {}};
  lab::Series recorded{"one float a thread, measured on an H200", lab::SeriesRole::hardware, {}};
  std::vector<std::string> strides;
  for (const Swept& swept : kSwept) {
    strides.push_back(std::to_string(swept.stride));
    allowed.values.push_back(allowed_part(swept.stride));
    recorded.values.push_back(swept.measured_gb_per_s / h200().dram_gb_per_s);
  }
  lab::plot({id,
             "strided_read: what a stride leaves of the bandwidth",
             lab::ChartKind::line,
             "stride in floats",
             strides,
             y_label,
             {{name, lab::SeriesRole::student, parts}, allowed, recorded},
             "docs/measurements/h200/strides.md"});
}

void fail_without_fall(const LaunchResult& first, double left) {
  const lab::AccessSum loads = lab::sum_of(
      first.report, [](const AccessCost& access) { return lab::is_traffic(access, Op::load, "in"); });
  lab::fail_at(first, loads.where(),
               "its traffic allows " + lab::number(left) +
                   " of the bandwidth of stride 1 at stride 32; at most " + lab::number(kFall) +
                   " is allowed\n  the fall is missing because stride 1 is slow already: its loads are " +
                   sweep::text_of({loads.requests, loads.sectors}) + ", where 4 sectors would do");
}

// Weighs what its traffic allows, by the counts of the SIMT machine.
void expect_fall_by_counts() {
  std::vector<LaunchResult> runs;
  std::vector<double> parts;
  bool all_right = true;
  for (const Swept& swept : kSwept) {
    Reads reads(Kernel::strided_read, {sweep::cost_length(), swept.stride, 0}, "curve");
    runs.push_back(reads.run());
    all_right = all_right && reads.expect_right(runs.back());
    parts.push_back(part_of_ceiling(runs.back().report));
  }
  lab::show(runs.back());
  if (!all_right) return;
  plot("stride-curve", "useful bandwidth, as a part of the H200's ceiling",
       "your kernel: bound from its sectors", parts);
  const double left = parts.back() / parts.front();
  if (!lab::weigh(left, Comparison::at_most, kFall, "times the bandwidth at stride 1 (bound)"))
    fail_without_fall(runs.front(), left);
}

void expect_measured_fall() {
  Reads reads = Reads::at_strides_up_to(kLargest);
  std::vector<lab::TimedKernel> kernels;
  for (const Swept& swept : kSwept) kernels.push_back(reads.strided_read(swept.stride));
  kernels.push_back(reads.memcpy());
  const auto rates = lab::measure(
      {reads.text(), kernels, {{sweep::name_at(kLargest), sweep::name_at(1), Comparison::at_most, kFall}}});
  if (!rates) return;
  std::vector<double> parts;
  for (std::size_t i = 0; i + 1 < rates->size(); ++i)
    parts.push_back(rates->at(i).bytes_per_s.median / rates->back().bytes_per_s.median);
  plot("stride-curve-measured", "useful bandwidth, as a part of cudaMemcpy's",
       "your kernel, measured on this " + lab::Session::current().gpu().info().name, parts);
}

TEST(StridedRead, FallsWithTheStride) {
  lab::measured_or_counted(expect_measured_fall, expect_fall_by_counts);
}

}  // namespace
