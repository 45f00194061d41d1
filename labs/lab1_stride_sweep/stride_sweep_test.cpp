// The checks of lab 1. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
//
// The fall of strided_read with its stride is in stride_curve_test.cpp.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "lab/values.h"
#include "predictions.h"
#include "reads.h"
#include "sector_rule.h"

namespace lab {

std::vector<std::string> graded_kernels() {
  return {"strided_read", "offset_read", "predict_sectors", "fast_copy"};
}

}  // namespace lab

namespace {

using lab::Comparison;
using lab::LaunchResult;
using simt::Op;
using sweep::Form;
using sweep::Kernel;
using sweep::Reads;

constexpr int kLargestStride = 33;
constexpr std::array<int, 5> kOffsets{1, 4, 8, 17, 32};

// README.md, "How it is graded".
constexpr double kBandwidthRatio = 0.85;
constexpr double kModelledRatio = 1.28;
constexpr std::size_t kLeastMeasuredExamples = 64;
constexpr int kRandomExamples = 1000;

// A little longer than 16 bits can count.
int long_length() {
  constexpr int kNumbersOf16Bits = 1 << 16;
  return lab::drawn("long length", kNumbersOf16Bits + 1, kNumbersOf16Bits + BLOCK);
}

// Every stride with a block and a bit; the smallest, the largest and a drawn stride with every length.
std::vector<Form> strided_forms() {
  std::vector<Form> forms;
  for (int stride = 1; stride <= kLargestStride; ++stride) forms.push_back({BLOCK + 44, stride, 0});
  std::mt19937_64 random = lab::Session::current().random("strides");
  const int drawn = 2 + static_cast<int>(random() % 40);
  for (const int n : lab::awkward_lengths()) {
    for (const int stride : {1, drawn, kLargestStride}) forms.push_back({n, stride, 0});
  }
  forms.push_back({long_length(), drawn, 0});
  return forms;
}

std::vector<Form> offset_forms() {
  std::mt19937_64 random = lab::Session::current().random("offsets");
  const int drawn = 1 + static_cast<int>(random() % 2000);
  std::vector<Form> forms;
  forms.reserve(kOffsets.size());
  for (const int offset : kOffsets) forms.push_back({BLOCK + 44, 1, offset});
  for (const int n : lab::awkward_lengths()) {
    for (const int offset : {0, 1, drawn}) forms.push_back({n, 1, offset});
  }
  forms.push_back({long_length(), 1, drawn});
  return forms;
}

// The offsets at which costs are weighed: odd ones, which never begin on a sector, the starts of sectors and
// lines, and any.
std::vector<int> cost_offsets() {
  return {lab::drawn("offset within a sector", 1, 7, 2), lab::drawn("offset of whole sectors", 8, 24, 8),
          lab::drawn("offset of a line and some", 33, 63, 2),
          lab::drawn("offset of whole lines", 32, 128, 32), lab::drawn("offset", 1, 2000)};
}

std::vector<Form> copy_forms() {
  std::vector<Form> forms;
  for (const int n : lab::awkward_lengths()) forms.push_back({n, 1, 0});
  for (const int n : sweep::copy_lengths()) forms.push_back({n, 1, 0});
  return forms;
}

// An empty kernel makes no mistake: it has to write something, too.
void expect_safe(Kernel kernel, const std::vector<Form>& forms) {
  for (const Form& form : forms) {
    if (!lab::expect_no_faults(Reads(kernel, form, "safe").run())) return;
  }
  const LaunchResult run = Reads(kernel, {sweep::cost_length(), 1, 0}, "safe").run();
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "out");
}

void expect_values(Kernel kernel, const std::vector<Form>& forms, const Form& late) {
  for (const Form& form : forms) {
    Reads reads(kernel, form, "values");
    if (!reads.expect_values(reads.run())) return;
  }
  lab::expect_late_values<Reads>(lab::kPastFloat, kernel, late);
}

// The launch is right, its loads cost what their form costs, and its stores are coalesced.
bool expect_cost_of(const Reads& reads, const LaunchResult& run, const std::string& words) {
  const Form& form = reads.form();
  const sweep::Traffic loads = sweep::traffic_of(form.n, form.stride, form.offset);
  const sweep::Traffic stores = sweep::traffic_of(form.n, 1, 0);
  return reads.expect_right(run) &&
         sweep::expect_exact_traffic(run, {"in", Op::load, loads, form.n, words}) &&
         sweep::expect_exact_traffic(run, {"out", Op::store, stores, form.n, words});
}

TEST(StridedRead, IsSafe) { expect_safe(Kernel::strided_read, strided_forms()); }
TEST(StridedRead, GivesExactValues) {
  expect_values(Kernel::strided_read, strided_forms(),
                {sweep::late_length(), lab::drawn("late stride", 2, 3), 0});
}

TEST(StridedRead, CostsWhatItsStrideCosts) {
  for (int stride = 1; stride < kLargestStride; ++stride) {
    Reads reads(Kernel::strided_read, {sweep::cost_length(), stride, 0}, "sectors");
    const LaunchResult run = reads.run();
    if (!expect_cost_of(reads, run, "at stride " + std::to_string(stride))) {
      lab::show(run);
      return;
    }
  }
}

TEST(OffsetRead, IsSafe) { expect_safe(Kernel::offset_read, offset_forms()); }
TEST(OffsetRead, GivesExactValues) {
  expect_values(Kernel::offset_read, offset_forms(),
                {sweep::late_length(), 1, lab::drawn("late offset", 3, 2000, 2)});
}

TEST(OffsetRead, CostsWhatItsOffsetCosts) {
  const std::vector<int> offsets = cost_offsets();
  for (const int offset : offsets) {
    Reads reads(Kernel::offset_read, {sweep::cost_length(), 1, offset}, "sectors");
    const LaunchResult run = reads.run();
    if (offset == offsets.front()) lab::show(run);
    if (!expect_cost_of(reads, run, "at offset " + std::to_string(offset))) return;
  }
}

TEST(PredictSectors, IsSafe) {
  for (const int n : lab::awkward_lengths()) {
    sweep::Predictions problem(sweep::random_examples(n), lab::checked("predictions"));
    if (!lab::expect_no_faults(problem.run())) return;
  }
  sweep::Predictions problem(sweep::random_examples(kRandomExamples), lab::checked("predictions"));
  const LaunchResult run = problem.run();
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "sectors");
}

// Random patterns follow the recorded ones: a solution that knows the record and counts nothing is wrong on
// them.
TEST(PredictSectors, AgreesWithTheHardware) {
  std::vector<sweep::Example> examples = sweep::measured_examples();
  const std::size_t recorded = examples.size();
  ASSERT_GE(examples.size(), kLeastMeasuredExamples)
      << "common/simt/data/h200_warp_patterns.csv has too few patterns of this form to check anything";
  const std::vector<sweep::Example> others = sweep::near_examples();
  examples.insert(examples.end(), others.begin(), others.end());
  sweep::Predictions problem(examples, lab::checked("predictions"));
  const LaunchResult run = problem.run();
  lab::show(run);
  if (problem.expect_right(run, "predictions as an H200 counted", recorded))
    problem.expect_right(run, "right predictions");
}

TEST(PredictSectors, IsRightOnFreshPatterns) {
  sweep::Predictions problem(sweep::random_examples(kRandomExamples), lab::checked("predictions"));
  problem.expect_right(problem.run(), "right predictions");
}

TEST(FastCopy, IsSafe) { expect_safe(Kernel::fast_copy, copy_forms()); }
TEST(FastCopy, GivesExactValues) {
  expect_values(Kernel::fast_copy, copy_forms(), {sweep::late_length(), 1, 0});
}

// The least sectors: whole warps of vectors, and each float of the rest in a request of its own at most.
TEST(FastCopy, MovesTheLeastSectors) {
  for (const int n : sweep::copy_lengths()) {
    Reads reads(Kernel::fast_copy, {n, 1, 0}, "sectors");
    const LaunchResult run = reads.run();
    if (!reads.expect_right(run)) return;
    const std::uint64_t least = lab::sectors_in_vectors(n);
    if (!lab::expect_sectors(run, {{"in", Op::load, least}, {"out", Op::store, least}})) return;
  }
}

TEST(FastCopy, MovesSixteenBytesALane) {
  const std::vector<int> lengths = sweep::copy_lengths();
  for (const int n : lengths) {
    Reads reads(Kernel::fast_copy, {n, 1, 0}, "vectors");
    const LaunchResult run = reads.run();
    if (!reads.expect_right(run)) return;
    if (n == lengths.front()) lab::show_against(run, reads.run(Kernel::copy_floats));
    const auto floats = static_cast<std::size_t>(n);
    if (!lab::expect_vector_accesses(run, "in", Op::load, floats)) return;
    if (!lab::expect_vector_accesses(run, "out", Op::store, floats)) return;
  }
}

// Compares the times that the model predicts. cudaMemcpy is no kernel of this lab, so the copy of a float a thread takes
// its place.
void expect_modelled_copy() {
  const lab::PredictedLaunches predicted;
  Reads reads(Kernel::fast_copy, {sweep::modelled_length(), 1, 0}, "modelled");
  const LaunchResult mine = reads.run();
  const bool is_right = reads.expect_right(mine);
  const lab::Baseline copy("the copy of a float a thread", reads.run(Kernel::copy_floats));
  lab::show(mine, copy);
  if (is_right) lab::expect_modelled_ratio(mine, copy, kModelledRatio);
}

void expect_measured_copy() {
  Reads reads = Reads::at_offsets_up_to(0);
  lab::measure({reads.text(),
                {reads.copy(Kernel::fast_copy), reads.memcpy()},
                {{"fast_copy", "cudaMemcpy", Comparison::at_least, kBandwidthRatio}}});
}

TEST(FastCopy, MayReachTheCeiling) { lab::measured_or_modelled(expect_measured_copy, expect_modelled_copy); }

}  // namespace
