// The bandwidth of gather_rows by the length of its rows. On the SIMT machine it is a bound from the launch's
// counts, on a GPU it is measured. Rows of 128 bytes must come near rows of 1 KiB, and these near a copy: a
// kernel that is slow at either length gains nothing by it. The scorecard draws the curve from 4 bytes a row
// to 1 KiB.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "lab/traffic_bound.h"
#include "rows.h"

namespace {

using gathers::RowKernel;
using gathers::Rows;
using lab::Comparison;
using lab::LaunchResult;

// README.md, "How it is graded".
constexpr double kShortOverLong = 0.80;
constexpr double kLongOverCopy = 0.70;

constexpr const char* kShort = "gather_rows, rows of 128 bytes";
constexpr const char* kLong = "gather_rows, rows of 1 KiB";
constexpr const char* kLongRows = "rows of 1 KiB";

// A length of rows, and the GB/s, read plus written, that rows picked at random from 1 GiB reach on an H200.
struct Charted {
  int row_bytes;
  double measured_gb_per_s;
};

constexpr Charted kCharted[] = {{4, 433},    {8, 705},    {16, 1198},  {32, 1983},  {64, 3109},
                                {128, 3914}, {256, 4120}, {512, 4127}, {1024, 4130}};
constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

const simt::Device& h200() { return simt::devices().front(); }

// Useful bytes, as a part of the ceiling: DRAM moves each sector whole, however little of it is used.
double part_of_ceiling(const LaunchResult& run, std::uint64_t useful_bytes) {
  const auto is_traffic = [](const simt::AccessCost& access) { return lab::is_traffic(access); };
  const std::uint64_t moved = lab::sum_of(run.report, is_traffic).sectors * simt::kSectorBytes;
  const double useful_us = static_cast<double>(useful_bytes) / (h200().dram_gb_per_s * 1e3);
  return useful_us / lab::least_time(run.report, moved, h200()).total_us();
}

// Rows of so many bytes, as many bytes in all at each length. NaN for rows too short for float4, and for a
// kernel that is not written yet or does not come to its end.
double bound_at(int row_bytes) {
  constexpr int kBytes = 1 << 16;
  const int dim = row_bytes / static_cast<int>(sizeof(float));
  if (dim < 4) return kGap;
  Rows problem({kBytes / row_bytes, dim, 4 * kBytes / row_bytes}, lab::checked("curve"),
               gathers::Ids::distinct);
  const LaunchResult run = problem.run();
  if (!run.report.completed() || lab::line_that_stores(run, "out").line == 0) return kGap;
  return part_of_ceiling(run, problem.bytes());
}

void plot_curve() {
  lab::Series yours{"your kernel: bound from its sectors", lab::SeriesRole::student, {}};
  lab::Series recorded{"measured on an H200", lab::SeriesRole::hardware, {}};
  std::vector<std::string> lengths;
  for (const Charted& charted : kCharted) {
    lengths.push_back(std::to_string(charted.row_bytes));
    yours.values.push_back(bound_at(charted.row_bytes));
    recorded.values.push_back(charted.measured_gb_per_s / h200().dram_gb_per_s);
  }
  lab::plot({"rows-by-bytes",
             "What an address buys: bandwidth by the bytes of a row",
             lab::ChartKind::line,
             "bytes of a row, picked at random",
             lengths,
             "useful bandwidth, as a part of the H200's ceiling",
             {yours, recorded},
             "docs/measurements/h200/README.md"});
}

// Weighs what traffic allows, by the counts of the SIMT machine.
void expect_bound() {
  Rows small(gathers::short_rows(), lab::checked("bound"));
  Rows large(gathers::long_rows(), lab::checked("bound"));
  const LaunchResult mine = small.run();
  const LaunchResult wide = large.run();
  lab::show(mine, lab::bandwidth_bounds(mine.report, wide.report, small.bytes()), kLongRows);
  plot_curve();
  if (!small.expect_right(mine) || !large.expect_right(wide)) return;
  const LaunchResult copy = large.run(RowKernel::copy);
  if (!lab::expect_bandwidth_bound(wide, {"the copy", copy, large.bytes()}, lab::kJudgedOn, kLongOverCopy))
    return;
  lab::expect_bandwidth_bound(mine, {kLongRows, wide, small.bytes()}, lab::kJudgedOn, kShortOverLong);
}

// Measures what a GPU really reaches.
void expect_measured() {
  Rows small = Rows::timed_rows(32);
  Rows large = Rows::timed_rows(256);
  lab::measure({small.text() + " and " + large.text(),
                {small.timed(kShort), large.timed(kLong), large.memcpy()},
                {{kLong, "cudaMemcpy", Comparison::at_least, kLongOverCopy},
                 {kShort, kLong, Comparison::at_least, kShortOverLong}}});
}

TEST(GatherRows, KeepsItsBandwidthInShortRows) { lab::measured_or_counted(expect_measured, expect_bound); }

}  // namespace
