// The checks of lab 7 on gemv_half: the product of a matrix and a vector, which reads each weight once.
#include "gemv.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "lab/values.h"

namespace {

using lab::LaunchResult;
using wide::Gemv;
using wide::GemvShape;
using wide::Multiplier;

constexpr double kStreamRatio = 0.90;  // README.md, "How it is graded"
constexpr double kModelledStreamRatio = 0.65;
constexpr const char* kStream = "a read of W alone";

// Around every multiple of a warp's 256 halves and of a block's 8 rows, and some drawn.
std::vector<GemvShape> shapes() {
  std::vector<GemvShape> list{{1, 8},   {1, 256},  {2, 16},   {7, 24},   {8, 248},  {9, 264},
                              {5, 512}, {3, 1000}, {17, 640}, {4, 1024}, {3, 2056}, {2, 4096}};
  for (int i = 0; i < 4; ++i) {
    const std::string name = std::to_string(i);
    list.push_back({lab::drawn("rows " + name, 1, 40), lab::drawn("columns " + name, 8, 1600, WIDE_HALVES)});
  }
  return list;
}

// The shapes at which costs are weighed: rows of which each starts on a line, and rows that start on 16 bytes
// alone.
std::vector<GemvShape> weighed_shapes() {
  const int rows = lab::drawn("weighed rows", 41, 71, 2);
  return {{rows, lab::drawn("weighed columns", 1536, 2560, WARP * WIDE_HALVES)},
          {rows, lab::drawn("weighed odd columns", 1528, 2552, 2 * WIDE_HALVES)}};
}

TEST(GemvHalf, IsSafe) {
  for (const GemvShape& shape : shapes()) {
    if (!lab::expect_no_faults(Gemv(shape, lab::checked("safe")).run())) return;
  }
  const LaunchResult run = Gemv(weighed_shapes().front(), lab::checked("safe")).run();
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "y");
}

// A little more than 2^24 weights: an index that is kept in a float is rounded.
GemvShape late_shape() { return {(1 << 12) + lab::drawn("late rows", 3, 7), 1 << 12}; }
static_assert((1 << 12) * (1 << 12) == lab::kPastFloat);

TEST(GemvHalf, GivesSumsWithinRounding) {
  for (const GemvShape& shape : shapes()) {
    Gemv gemv(shape, lab::checked("sums"));
    if (!gemv.expect_values(gemv.run())) return;
  }
  lab::expect_late_values<Gemv>(1 << 12, late_shape());
}

TEST(GemvHalf, ReadsEveryWeightOnce) {
  const std::vector<GemvShape> list = weighed_shapes();
  for (const GemvShape& shape : list) {
    Gemv gemv(shape, lab::checked("traffic"));
    const LaunchResult run = gemv.run();
    if (!gemv.expect_right(run)) return;
    if (&shape == &list.front()) lab::show_against(run, gemv.run(Multiplier::singly));
    if (!gemv.expect_least_traffic(run)) return;
  }
}

// The shape whose times are predicted: 16 MiB of weights in rows of which each starts on a line, at most two blocks for each
// multiprocessor, since a third would be a wave of its own.
GemvShape modelled_shape() { return {lab::drawn("modelled rows", 2048, 2112, 8), 4096}; }

// Compares the times that the model predicts.
void expect_modelled_gemv() {
  const lab::PredictedLaunches predicted;
  Gemv gemv(modelled_shape(), lab::checked("modelled"));
  const LaunchResult mine = gemv.run();
  const bool is_right = gemv.expect_right(mine);
  const lab::Baseline stream(kStream, gemv.run_stream());
  lab::show(mine, stream);
  if (is_right) lab::expect_modelled_ratio(mine, stream, kModelledStreamRatio);
}

void expect_measured_gemv() {
  Gemv gemv(Gemv::timed_shape(), lab::timed());
  lab::measure({gemv.text(),
                {gemv.timed(Multiplier::wide), lab::named(kStream, gemv.stream())},
                {{"gemv_half", kStream, lab::Comparison::at_least, kStreamRatio}}});
}

TEST(GemvHalf, MayReachTheStream) { lab::measured_or_modelled(expect_measured_gemv, expect_modelled_gemv); }

}  // namespace
