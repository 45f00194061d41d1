// The checks of lab 1. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
#include "stride_sweep.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "given_kernels.h"
#include "lab/expectations.h"
#include "lab/kernel.h"
#include "lab/measure.h"
#include "measured_sweep.h"
#include "prediction_problem.h"
#include "read_problem.h"
#include "sector_rule.h"
#include "stride_curve.h"
#include "traffic_expectations.h"

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
using sweep::Problem;

// Where costs are weighed: every warp is full. And where 4 does not divide the length.
constexpr int kCostLength = 4096;
constexpr std::array<int, 3> kCopyLengths{65536, 65533, 4099};

constexpr int kLargestStride = 33;
constexpr std::array<int, 5> kOffsets{1, 4, 8, 17, 32};

// README.md, "How it is graded".
constexpr double kFall = 0.40;
constexpr double kBandwidthRatio = 0.85;
constexpr std::size_t kLeastMeasuredExamples = 64;
constexpr int kRandomExamples = 1000;

// Every stride with a block and a bit; the smallest, the largest and a drawn stride with every length.
std::vector<Form> strided_forms() {
  std::vector<Form> forms;
  forms.reserve(kLargestStride);
  for (int stride = 1; stride <= kLargestStride; ++stride) forms.push_back({BLOCK + 44, stride, 0});
  std::mt19937_64 random = lab::Session::current().random("strides");
  const int drawn = 2 + static_cast<int>(random() % 40);
  for (const int n : sweep::lengths()) {
    for (const int stride : {1, drawn, kLargestStride}) forms.push_back({n, stride, 0});
  }
  return forms;
}

std::vector<Form> offset_forms() {
  std::mt19937_64 random = lab::Session::current().random("offsets");
  const int drawn = 1 + static_cast<int>(random() % 2000);
  std::vector<Form> forms;
  forms.reserve(kOffsets.size());
  for (const int offset : kOffsets) forms.push_back({BLOCK + 44, 1, offset});
  for (const int n : sweep::lengths()) {
    for (const int offset : {0, 1, drawn}) forms.push_back({n, 1, offset});
  }
  return forms;
}

std::vector<Form> copy_forms() {
  std::vector<Form> forms;
  for (const int n : sweep::lengths()) forms.push_back({n, 1, 0});
  for (const int n : kCopyLengths) forms.push_back({n, 1, 0});
  return forms;
}

using Run = LaunchResult (*)(Problem&);
LaunchResult run_strided(Problem& problem) { return problem.run_strided("strided_read"); }
LaunchResult run_offset(Problem& problem) { return problem.run_offset("offset_read"); }
LaunchResult run_copy(Problem& problem) { return problem.run_copy("fast_copy"); }

// An empty kernel makes no mistake: it has to write something, too.
void expect_safe(const std::vector<Form>& forms, Run run) {
  for (const Form& form : forms) {
    Problem problem(form, "safe");
    if (!lab::expect_no_faults(run(problem))) return;
  }
  Problem problem({kCostLength, 1, 0}, "safe");
  const LaunchResult result = run(problem);
  if (lab::expect_no_faults(result)) lab::expect_writes(result, "out");
}

void expect_values(const std::vector<Form>& forms, Run run) {
  for (const Form& form : forms) {
    Problem problem(form, "values");
    if (!problem.expect_values(run(problem))) return;
  }
}

// The launch is right, its loads cost what their form costs, and its stores are coalesced.
bool expect_cost_of(const Problem& problem, const LaunchResult& run, const std::string& words) {
  const Form& form = problem.form();
  const sweep::Traffic loads = sweep::traffic_of(form.n, form.stride, form.offset);
  const sweep::Traffic stores = sweep::traffic_of(form.n, 1, 0);
  return problem.expect_values(run) &&
         sweep::expect_exact_traffic(run, {"in", Op::load, loads, form.n, words}) &&
         sweep::expect_exact_traffic(run, {"out", Op::store, stores, form.n, words});
}

TEST(StridedRead, IsSafe) { expect_safe(strided_forms(), run_strided); }
TEST(StridedRead, GivesExactValues) { expect_values(strided_forms(), run_strided); }

TEST(StridedRead, CostsWhatItsStrideCosts) {
  for (int stride = 1; stride < kLargestStride; ++stride) {
    Problem problem({kCostLength, stride, 0}, "sectors");
    const LaunchResult run = problem.run_strided("strided_read");
    if (!expect_cost_of(problem, run, "at stride " + std::to_string(stride))) {
      lab::show(run);
      return;
    }
  }
}

// What its traffic allows, by the counts of the SIMT machine.
void expect_fall_by_counts() {
  const sweep::StrideCurve curve;
  lab::show(curve.last());
  if (!lab::expect_writes(curve.first(), "out") || !lab::expect_writes(curve.last(), "out")) return;
  lab::plot(curve.chart());
  const double left = curve.what_is_left();
  if (lab::weigh(left, Comparison::at_most, kFall, "times the bandwidth at stride 1 (bound)")) return;
  sweep::fail_without_fall(curve.first(), left, kFall);
}

TEST(StridedRead, FallsWithTheStride) {
  if (lab::measuring()) {
    lab::measured_check([] { sweep::expect_measured_fall(kFall); });
  } else {
    expect_fall_by_counts();
  }
}

TEST(OffsetRead, IsSafe) { expect_safe(offset_forms(), run_offset); }
TEST(OffsetRead, GivesExactValues) { expect_values(offset_forms(), run_offset); }

TEST(OffsetRead, CostsWhatItsOffsetCosts) {
  for (const int offset : kOffsets) {
    Problem problem({kCostLength, 1, offset}, "sectors");
    const LaunchResult run = problem.run_offset("offset_read");
    if (offset == kOffsets.front()) lab::show(run);
    if (!expect_cost_of(problem, run, "at offset " + std::to_string(offset))) return;
  }
}

TEST(PredictSectors, IsSafe) {
  for (const int n : sweep::lengths()) {
    sweep::PredictionProblem problem(sweep::random_examples(n));
    if (!lab::expect_no_faults(problem.run("predict_sectors"))) return;
  }
  sweep::PredictionProblem problem(sweep::random_examples(kRandomExamples));
  const LaunchResult run = problem.run("predict_sectors");
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "sectors");
}

TEST(PredictSectors, AgreesWithTheHardware) {
  const std::vector<sweep::Example> examples = sweep::measured_examples();
  ASSERT_GE(examples.size(), kLeastMeasuredExamples)
      << "common/simt/data/h200_warp_patterns.csv has too few patterns of this form to check anything";
  sweep::PredictionProblem problem(examples);
  const LaunchResult run = problem.run("predict_sectors");
  lab::show(run);
  problem.expect_right(run, "predictions as an H200 counted");
}

TEST(PredictSectors, IsRightOnFreshPatterns) {
  sweep::PredictionProblem problem(sweep::random_examples(kRandomExamples));
  problem.expect_right(problem.run("predict_sectors"), "right predictions");
}

TEST(FastCopy, IsSafe) { expect_safe(copy_forms(), run_copy); }
TEST(FastCopy, GivesExactValues) { expect_values(copy_forms(), run_copy); }

// The least sectors: whole warps of vectors, and each float of the rest in a request of its own at most.
TEST(FastCopy, MovesTheLeastSectors) {
  for (const int n : kCopyLengths) {
    Problem problem({n, 1, 0}, "sectors");
    const LaunchResult run = problem.run_copy("fast_copy");
    const std::uint64_t least = sweep::least_copy_sectors(n);
    const bool loads = lab::expect_sectors(run, {"in", Op::load, least});
    const bool stores = lab::expect_sectors(run, {"out", Op::store, least});
    if (!loads || !stores) return;
  }
}

TEST(FastCopy, MovesSixteenBytesALane) {
  for (const int n : kCopyLengths) {
    Problem problem({n, 1, 0}, "vectors");
    const LaunchResult run = problem.run_copy("fast_copy");
    if (n == kCopyLengths.front()) lab::show_against(run, problem.run_copy("copy_floats", lab::From::given));
    if (!sweep::expect_vector_requests(run, "in", Op::load, n)) return;
    if (!sweep::expect_vector_requests(run, "out", Op::store, n)) return;
  }
}

// What its traffic allows, likewise.
void expect_copy_by_counts() {
  Problem problem({kCopyLengths.front(), 1, 0}, "bound");
  const LaunchResult mine = problem.run_copy("fast_copy");
  const LaunchResult copy = problem.run_copy("copy_floats", lab::From::given);
  lab::show(mine, lab::bandwidth_bounds(mine.report, copy.report, problem.bytes()),
            "a copy of the least traffic");
  if (!lab::expect_writes(mine, "out")) return;
  lab::expect_bandwidth_bound(mine, {"a copy of the least traffic", copy, problem.bytes()}, lab::kJudgedOn,
                              kBandwidthRatio);
}

TEST(FastCopy, MayReachTheCeiling) {
  if (lab::measuring()) {
    lab::measured_check([] { sweep::expect_measured_copy(kBandwidthRatio); });
  } else {
    expect_copy_by_counts();
  }
}

}  // namespace
