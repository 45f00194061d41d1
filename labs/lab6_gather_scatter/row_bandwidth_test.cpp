// The bandwidth of gather_rows by the length of its rows. On the SIMT machine it is modelled, on a GPU it is measured. Rows of 128 bytes
// must come near rows of 1 KiB, and these near a copy: a kernel that is slow at either length gains nothing by it. The scorecard draws the
// curve from 4 bytes a row to 1 KiB.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "lab/expectations.h"
#include "lab/measure.h"
#include "rows.h"

namespace {

using gathers::Rows;
using lab::Comparison;
using lab::LaunchResult;

// README.md, "How it is graded".
constexpr double kShortOverLong = 0.80;
constexpr double kLongOverCopy = 0.70;
constexpr double kModelledShortOverLong = 0.70;
constexpr double kModelledLongOverCopy = 0.60;

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
constexpr double kMeasuredMemcpy = 4260;
constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

// Rows of so many bytes, as many bytes in all at each length. NaN for rows too short for float4, and for a
// kernel that is not written yet or does not come to its end.
double modelled_at(int row_bytes) {
  const int dim = row_bytes / static_cast<int>(sizeof(float));
  if (dim < 4) return kGap;
  constexpr int kFloats = 1 << 19;
  Rows problem(gathers::modelled_rows(dim, kFloats), lab::checked("curve"));
  const LaunchResult run = problem.run();
  if (!run.report.completed() || lab::line_that_stores(run, "out").line == 0) return kGap;
  return lab::modelled_ratios(run, lab::memcpy_baseline(problem.bytes())).front().ratio;
}

void plot_curve() {
  lab::Series yours{"your kernel, modelled on an H200", lab::SeriesRole::student, {}};
  lab::Series recorded{"measured on an H200", lab::SeriesRole::hardware, {}};
  std::vector<std::string> lengths;
  for (const Charted& charted : kCharted) {
    lengths.push_back(std::to_string(charted.row_bytes));
    yours.values.push_back(modelled_at(charted.row_bytes));
    recorded.values.push_back(charted.measured_gb_per_s / kMeasuredMemcpy);
  }
  lab::plot({"rows-by-bytes",
             "Bandwidth by bytes per row",
             lab::ChartKind::line,
             "bytes of a row, picked at random",
             lengths,
             "useful bandwidth, as a part of cudaMemcpy's on an H200",
             {yours, recorded},
             "docs/measurements/h200/README.md"});
}

// Compares the times that the model predicts.
void expect_modelled() {
  const lab::PredictedLaunches predicted;
  Rows small(gathers::modelled_rows(32), lab::checked("modelled"));
  Rows large(gathers::modelled_rows(256), lab::checked("modelled"));
  const LaunchResult mine = small.run();
  const LaunchResult wide = large.run();
  const double bytes_ratio = static_cast<double>(large.bytes()) / static_cast<double>(small.bytes());
  plot_curve();
  if (!small.expect_right(mine) || !large.expect_right(wide)) return;
  const lab::Baseline long_rows(kLongRows, wide, bytes_ratio);
  lab::show(mine, long_rows);
  if (lab::expect_modelled_ratio(wide, lab::memcpy_baseline(large.bytes()), kModelledLongOverCopy))
    lab::expect_modelled_ratio(mine, long_rows, kModelledShortOverLong);
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

TEST(GatherRows, KeepsItsBandwidthInShortRows) {
  lab::measured_or_modelled(expect_measured, expect_modelled);
}

}  // namespace
