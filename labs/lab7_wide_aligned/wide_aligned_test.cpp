// The checks of lab 7 on copy_any, and the names of the graded kernels. lab.toml gives each check its points;
// README.md says what it asks and where its threshold comes from.
//
// The kernels that scale are checked in scalings_test.cpp, gemv_half in gemv_test.cpp.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "copies.h"
#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "lab/values.h"

namespace lab {

std::vector<std::string> graded_kernels() {
  return {"copy_any", "scale_halves", "pitched_scale", "gemv_half"};
}

}  // namespace lab

namespace {

using lab::LaunchResult;
using wide::Copier;
using wide::Copy;
using wide::Starts;

constexpr double kBandwidthRatio = 0.85;  // README.md, "How it is graded"
constexpr double kModelledRatio = 1.3;

struct Form {
  int n = 1;
  Starts starts;
};

// A little longer than 16 bits can count.
Form long_form() {
  constexpr int kNumbersOf16Bits = 1 << 16;
  return {lab::drawn("long length", kNumbersOf16Bits + 1, kNumbersOf16Bits + 300), {3, 3}};
}

// Every pair of starts with lengths that hardly have a piece of 16 bytes, and some with every length.
std::vector<Form> forms() {
  std::vector<Form> list;
  for (int in = 0; in < WIDE_FLOATS; ++in) {
    for (int out = 0; out < WIDE_FLOATS; ++out) {
      for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 33, 100}) list.push_back({n, {in, out}});
    }
  }
  const int drawn = lab::drawn("start", 5, 70);
  for (const int n : lab::awkward_lengths()) {
    for (const Starts starts : {Starts{1, 1}, Starts{3, 7}, Starts{2, 1}, Starts{drawn, drawn + 4}}) {
      list.push_back({n, starts});
    }
  }
  list.push_back(long_form());
  return list;
}

// The forms at which costs are weighed: starts that are alike, from the same multiple of 16 bytes and from
// another one.
std::vector<Form> alike_forms() {
  const int start = lab::drawn("start of a copy", 1, WIDE_FLOATS - 1);
  const int further = lab::drawn("distance of the starts", 4, 28, WIDE_FLOATS);
  const int n = lab::drawn("floats of a copy", 61440, 69632);
  const int few = lab::drawn("floats of a short copy", 4000, 4400);
  return {
      {n, {start, start}}, {few, {start, start + further}}, {few, {start + further, start}}, {n + 1, {0, 0}}};
}

std::vector<Form> unlike_forms() {
  const int in = lab::drawn("start of in", 0, 3);
  const int out = in + lab::drawn("how far out is from it", 1, 3);
  return {{lab::drawn("floats of an unlike copy", 4000, 4400), {in, out}}};
}

TEST(CopyAny, IsSafe) {
  for (const Form& form : forms()) {
    if (!lab::expect_no_faults(Copy(form.n, form.starts, lab::checked("safe")).run())) return;
  }
  const Form form = alike_forms().front();
  const LaunchResult run = Copy(form.n, form.starts, lab::checked("safe")).run();
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "out");
}

TEST(CopyAny, GivesExactValues) {
  for (const Form& form : forms()) {
    Copy copy(form.n, form.starts, lab::checked("values"));
    if (!copy.expect_values(copy.run())) return;
  }
  const int late = lab::drawn("late length", lab::kPastFloat + 300, lab::kPastFloat + 2000);
  lab::expect_late_values<Copy>(lab::kPastFloat, late, Starts{3, 3});
}

TEST(CopyAny, MovesSixteenBytesALane) {
  const std::vector<Form> list = alike_forms();
  for (const Form& form : list) {
    Copy copy(form.n, form.starts, lab::checked("vectors"));
    const LaunchResult run = copy.run();
    if (!copy.expect_right(run)) return;
    if (&form == &list.front()) lab::show_against(run, copy.run(Copier::singly));
    if (!wide::expect_wide(run, copy.loads()) || !wide::expect_wide(run, copy.stores())) return;
  }
}

TEST(CopyAny, MovesEverythingOnce) {
  std::vector<Form> list = alike_forms();
  for (const Form& form : unlike_forms()) list.push_back(form);
  for (const Form& form : list) {
    Copy copy(form.n, form.starts, lab::checked("sectors"));
    const LaunchResult run = copy.run();
    if (!copy.expect_right(run)) return;
    if (!form.starts.are_alike()) lab::show(run);
    if (!copy.expect_least_sectors(run)) return;
  }
}

// Compares the times that the model predicts. cudaMemcpy is no kernel of this lab, so the given copy of a float a thread
// takes its place, from and to a multiple of 256 bytes. Your starts are as timed.
void expect_modelled_copy() {
  constexpr int kMiB = 1 << 20;
  const lab::PredictedLaunches predicted;
  const int n = lab::drawn("floats whose copy is modelled", 4 * kMiB, 5 * kMiB);
  Copy copy(n, {1, 1}, lab::checked("modelled"));
  const LaunchResult mine = copy.run();
  const bool is_right = copy.expect_right(mine);
  Copy aligned(n, {0, 0}, lab::checked("modelled"));
  const lab::Baseline singly("the copy of a float a thread", aligned.run(Copier::singly));
  lab::show(mine, singly);
  if (is_right) lab::expect_modelled_ratio(mine, singly, kModelledRatio);
}

void expect_measured_copy() {
  Copy copy(Copy::timed_length(), {1, 1}, lab::timed());
  lab::measure({copy.text(),
                {copy.timed(Copier::any), copy.memcpy()},
                {{"copy_any", "cudaMemcpy", lab::Comparison::at_least, kBandwidthRatio}}});
}

TEST(CopyAny, MayReachTheCeiling) { lab::measured_or_modelled(expect_measured_copy, expect_modelled_copy); }

}  // namespace
