// The checks of lab 7 on the kernels that change numbers where they lie: scale_halves and pitched_scale.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"
#include "scalings.h"

namespace {

using lab::LaunchResult;
using simt::Op;
using wide::Halves;
using wide::Pitched;
using wide::PitchedShape;

// No half, and another one for each launch.
float factor_for(const std::string& launch) { return lab::drawn_factor("s, " + launch); }
float factor_of(int n) { return factor_for(std::to_string(n)); }
float factor_of(const PitchedShape& shape) {
  return factor_for(std::to_string(shape.rows) + " x " + std::to_string(shape.cols) + ", " +
                    std::to_string(shape.pitch));
}

std::vector<int> lengths_of_halves() {
  std::vector<int> list = lab::awkward_lengths();
  for (const int n : {6, 7, 8, 9, 15, 16, 17}) list.push_back(n);
  list.push_back(lab::drawn("many halves", (1 << 16) + 1, (1 << 16) + 300));
  return list;
}

// Pitches that are a multiple of 16 bytes and that are not; rows that touch each other, and rows too short
// for a piece of 16 bytes.
std::vector<PitchedShape> pitched_shapes() {
  std::vector<PitchedShape> list{{1, 1, 1},       {1, 5, 8},       {5, 1, 1},      {6, 1, 3},
                                 {5, 2, 6},       {9, 3, 3},       {8, 6, 7},      {7, 33, 33},
                                 {8, 31, 32},     {4, 250, 251},   {3, 7, 256},    {3, 1024, 1024},
                                 {9, 1000, 1004}, {6, 1025, 1027}, {3, 2500, 2501}};
  std::mt19937_64 random = lab::Session::current().random("pitched shapes");
  std::uniform_int_distribution<int> any(1, 300);
  for (int i = 0; i < 6; ++i) {
    const int cols = any(random);
    list.push_back({1 + i, cols, cols + any(random) % 9});
  }
  return list;
}

// The last rows begin where a float no longer holds every index.
PitchedShape late_pitched_shape() {
  const int cols = lab::drawn("late columns", 301, 401, 2);
  const int pitch = cols + lab::drawn("late gap", 1, 5);
  return {lab::kPastFloat / pitch + 7, cols, pitch};
}

// The shapes at which costs are weighed: rows of which each starts elsewhere in a sector, rows that start on
// a line, and rows that start on 16 bytes alone.
std::vector<PitchedShape> weighed_shapes() {
  const int rows = lab::drawn("pitched rows", 24, 40);
  const int cols = lab::drawn("pitched columns", 991, 1101, 2);
  const int gap = lab::drawn("gap", 2, 6, 2);
  const int lines = (cols + 31) / 32 * 32;
  return {{rows, cols, cols + gap}, {rows, cols, lines}, {rows, cols, lines + WIDE_FLOATS}};
}

TEST(ScaleHalves, IsSafe) {
  for (const int n : lengths_of_halves()) {
    if (!lab::expect_no_faults(Halves(n, factor_of(n), lab::checked("safe")).run())) return;
  }
  const int many = lab::drawn("halves", 4000, 4400);
  const LaunchResult run = Halves(many, factor_of(many), lab::checked("safe")).run();
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "x");
}

TEST(ScaleHalves, GivesExactValues) {
  for (const int n : lengths_of_halves()) {
    for (const float factor : {factor_of(n), factor_for("again, " + std::to_string(n))}) {
      Halves halves(n, factor, lab::checked("values"));
      if (!halves.expect_values(halves.run())) return;
    }
  }
  const int late = lab::drawn("late halves", lab::kPastFloat + 300, lab::kPastFloat + 2000);
  lab::expect_late_values<Halves>(lab::kPastFloat, late, factor_of(late));
}

TEST(ScaleHalves, MovesEightHalvesALane) {
  const int n = lab::drawn("halves", 61440, 69632, WIDE_HALVES);
  const std::vector<int> lengths{n, n + lab::drawn("halves behind the pieces", 1, WIDE_HALVES - 1)};
  for (const int length : lengths) {
    Halves halves(length, factor_of(length), lab::checked("vectors"));
    const LaunchResult run = halves.run();
    if (!halves.expect_right(run)) return;
    if (length == n) lab::show(run);
    for (const Op op : {Op::load, Op::store}) {
      if (!wide::expect_wide(run, halves.side(op)) || !wide::expect_sectors(run, halves.side(op))) return;
    }
  }
}

TEST(PitchedScale, IsSafe) {
  for (const PitchedShape& shape : pitched_shapes()) {
    if (!lab::expect_no_faults(Pitched(shape, factor_of(shape), lab::checked("safe")).run())) return;
  }
  const PitchedShape many = weighed_shapes().front();
  const LaunchResult run = Pitched(many, factor_of(many), lab::checked("safe")).run();
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "m");
}

TEST(PitchedScale, GivesExactValues) {
  for (const PitchedShape& shape : pitched_shapes()) {
    Pitched problem(shape, factor_of(shape), lab::checked("values"));
    if (!problem.expect_values(problem.run())) return;
  }
  const PitchedShape late = late_pitched_shape();
  lab::expect_late_values<Pitched>(late.rows - 5, late, factor_of(late));
}

TEST(PitchedScale, IsWideInEveryRow) {
  const std::vector<PitchedShape> shapes = weighed_shapes();
  for (const PitchedShape& shape : shapes) {
    Pitched problem(shape, factor_of(shape), lab::checked("vectors"));
    const LaunchResult run = problem.run();
    if (!problem.expect_right(run)) return;
    if (&shape == &shapes.front()) {
      lab::show_against(run,
                        Pitched(shape, factor_of(shape), lab::checked("vectors")).run(wide::Scaler::singly));
    }
    for (const Op op : {Op::load, Op::store}) {
      if (!wide::expect_wide(run, problem.side(op)) || !wide::expect_sectors(run, problem.side(op))) return;
    }
  }
}

}  // namespace
