// The checks of lab 3's conflict_probe, likewise (bank_conflicts_test.cpp has the others). Cycles are those
// of the SIMT machine's modelled clock, or of a GPU's: there the median of 21 runs decides.
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "probe.h"

namespace {

using lab::Comparison;
using lab::LaunchResult;
using probe::Form;
using probe::Probe;

constexpr int kNoConflict = 1;
constexpr int kWorst = 32;

// README.md, "How it is graded". Fetching the loop's code for the first time and the way of the first load
// are paid once a run, however many rounds follow: 279 cycles on an H200. Filling the array takes 524 more.
constexpr double kSlowdown = 4;
constexpr double kFillAllowed = 1.25;
constexpr double kOnceARun = 500;

// The strides that give every degree from 1 to 32, a broadcast, and the odd one that pays for nothing; with
// the cycles that the reference solution took on an H200 in 1024 rounds, and with those of a load of which 16
// warps of one SM make as many as they can (docs/measurements/h200/bank_conflicts.md).
struct Charted {
  int stride;
  double cycles;
  double busy_cycles;
};

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();
constexpr Charted kCharted[] = {{0, 7.2, kNotMeasured}, {kNoConflict, 7.2, 1.03},
                                {2, 7.3, 2.03},         {4, 10.3, 4.0},
                                {8, 18.3, 8.0},         {16, 34.3, 16.0},
                                {kWorst, 66.3, 32.1},   {LARGEST_STRIDE, 7.2, kNotMeasured}};

constexpr std::size_t kFreeAt = 1;  // in kCharted, and in samples
constexpr std::size_t kWorstAt = 6;

int random_rounds() { return lab::drawn("rounds", 24, 96); }

// The rounds for cycles: with few, all that is not a load weighs more. A GPU's cycles are compared with
// recorded ones.
int few_rounds() { return lab::measuring() ? 16 : lab::drawn("few rounds", 14, 18); }
int many_rounds() { return lab::measuring() ? 256 : lab::drawn("many rounds", 224, 288); }

TEST(Probe, IsSafe) {
  for (const Charted& charted : kCharted) {
    const LaunchResult run = Probe({charted.stride, random_rounds()}).run();
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, "out")) return;
  }
}

TEST(Probe, ReadsTheWordsOfItsStride) {
  for (int stride = 0; stride <= LARGEST_STRIDE; ++stride) {
    Probe probe({stride, random_rounds()});
    if (!probe.expect_sums(probe.run())) return;
  }
}

// Plots the degrees beside the rule: a warp meets a bank with as many lanes as the stride has factors in
// common with 32.
void plot_degrees(int rounds) {
  lab::Series counted{"conflict_probe", lab::SeriesRole::student, {}};
  lab::Series rule{"gcd(stride, 32); 1 at stride 0", lab::SeriesRole::limit, {}};
  std::vector<std::string> strides;
  for (int stride = 0; stride <= LARGEST_STRIDE; ++stride) {
    const lab::AccessSum loads = probe::shared_loads(Probe({stride, rounds}).run().report);
    strides.push_back(std::to_string(stride));
    counted.values.push_back(loads.requests == 0 ? std::nan("") : loads.per_request(loads.wavefronts));
    rule.values.push_back(probe::degree_of_stride(stride));
  }
  lab::plot({"conflict-degree",
             "Wavefronts of one load, by the stride between its lanes",
             lab::ChartKind::line,
             "stride in words",
             strides,
             "wavefronts a load",
             {counted, rule},
             ""});
}

TEST(Probe, HasTheConflictOfItsStride) {
  if (lab::skip_without_simt()) return;
  plot_degrees(random_rounds());
  Probe worst({kWorst, random_rounds()});  // first: what the record names is the 32-way conflict
  const LaunchResult shown = worst.run();
  lab::show(shown);
  if (!worst.expect_right(shown) || !worst.expect_conflict(shown)) return;
  for (int stride = 0; stride <= LARGEST_STRIDE; ++stride) {
    Probe probe({stride, random_rounds()});
    const LaunchResult run = probe.run();
    if (!probe.expect_right(run) || !probe.expect_conflict(run)) return;
  }
}

// Cycles a load: at each charted stride in many rounds, and last without conflict in few. Each has one sample
// on the SIMT machine, whose clock is the same at every run, and 21 on a GPU.
using Samples = std::vector<std::vector<double>>;

std::vector<Form> sampled_forms() {
  std::vector<Form> forms;
  for (const Charted& charted : kCharted) forms.push_back({charted.stride, many_rounds()});
  forms.push_back({kNoConflict, few_rounds()});
  return forms;
}

double median(const std::vector<double>& samples) { return lab::middle_of(samples).median; }

// Fails the check at the kernel's line, and where loads are missing says that instead.
void fail(const std::string& message) {
  if (lab::measuring()) {
    lab::fail_on_gpu("conflict_probe", message);
    return;
  }
  Probe worst({kWorst, many_rounds()});
  worst.fail_at_loads(worst.run(), message);
}

bool weigh_or_fail(const lab::Samples& samples, Comparison comparison, double required,
                   const std::string& message) {
  if (lab::measuring()) return lab::weigh_samples(samples, comparison, required, message);
  if (lab::weigh(samples.values.at(0), comparison, required, samples.unit)) return true;
  fail(message);
  return false;
}

bool expect_slower(const Samples& samples) {
  const std::vector<double>& worst = samples[kWorstAt];
  const std::vector<double>& free = samples[kFreeAt];
  return weigh_or_fail({"stride 32, 256 rounds", "conflict_probe",
                        "times the cycles of a conflict-free load, 32-way", lab::ratios(worst, free)},
                       Comparison::at_least, kSlowdown,
                       "a load takes " + lab::number(median(worst)) + " cycles with a 32-way conflict and " +
                           lab::number(median(free)) +
                           " without\n  are the loads between the two clocks, one for each round?");
}

// Returns the cycles of a run that remain when each round is charged with the cost of a further round.
std::vector<double> cycles_once_a_run(const std::vector<double>& many, const std::vector<double>& few) {
  std::vector<double> once;
  for (std::size_t i = 0; i < many.size(); ++i) {
    const double few_cycles = few_rounds() * few[i];
    const double a_round = (many_rounds() * many[i] - few_cycles) / (many_rounds() - few_rounds());
    once.push_back(few_cycles - few_rounds() * a_round);
  }
  return once;
}

bool expect_only_loads_timed(const Samples& samples) {
  const std::vector<double>& many = samples[kFreeAt];
  const std::vector<double>& few = samples.back();
  const std::vector<double> once = cycles_once_a_run(many, few);
  const std::string found = "a load without conflict takes " + lab::number(median(few)) + " cycles in " +
                            std::to_string(few_rounds()) + " rounds and " + lab::number(median(many)) +
                            " in " + std::to_string(many_rounds());
  const std::string cause = "\n  something else runs between the two clocks: is the array filled before?";
  if (!lab::measuring()) {
    return weigh_or_fail({"", "", "times the cycles per load, with few rounds", lab::ratios(few, many)},
                         Comparison::at_most, kFillAllowed, found + cause);
  }
  return weigh_or_fail(
      {"stride 1, 16 and 256 rounds", "conflict_probe", "cycles once a run, however many rounds", once},
      Comparison::at_most, kOnceARun,
      found + ": " + lab::number(median(once)) + " cycles of a run are spent outside the rounds, at most " +
          lab::number(kOnceARun) + " allowed" + cause);
}

// The pace of the loop hides the wavefronts of strides below 8 on a GPU, and below 4 on the SIMT machine.
void expect_rise(const Samples& samples) {
  std::size_t i = lab::measuring() ? 4 : 3;
  while (i < kWorstAt && median(samples[i]) < median(samples[i + 1])) ++i;
  if (i == kWorstAt) return;
  const int stride = kCharted[i].stride;
  const std::string slower = "a load at stride " + std::to_string(2 * stride);
  const std::string than = "must take longer than one at stride " + std::to_string(stride);
  fail(!lab::measuring() ? slower + " " + than
                         : slower + " takes " + lab::number(median(samples[i + 1])) + " cycles, and " + than +
                               ", which takes " + lab::number(median(samples[i])));
}

void plot(const Samples& samples, const char* id, const std::string& name) {
  lab::Series yours{name, lab::SeriesRole::student, {}};
  lab::Series recorded{"the reference on an NVIDIA H200, one warp", lab::SeriesRole::hardware, {}};
  lab::Series busy{"16 warps on one SM of the H200", lab::SeriesRole::hardware, {}};
  std::vector<std::string> strides;
  for (std::size_t i = 0; i < std::size(kCharted); ++i) {
    strides.push_back(std::to_string(kCharted[i].stride));
    yours.values.push_back(median(samples[i]));
    recorded.values.push_back(kCharted[i].cycles);
    busy.values.push_back(kCharted[i].busy_cycles);
  }
  lab::plot({id,
             "Cycles of one load, by the stride between its lanes",
             lab::ChartKind::line,
             "stride in words",
             strides,
             "cycles a load",
             {yours, recorded, busy},
             "docs/measurements/h200/bank_conflicts.md"});
}

void expect_modelled_cycles() {
  Samples samples;
  bool all_right = true;
  for (const Form form : sampled_forms()) {
    Probe probe(form);
    const LaunchResult run = probe.run();
    all_right = all_right && probe.expect_right(run);
    samples.push_back({probe.cycles_a_load()});
    all_right = all_right && probe.expect_clock();
  }
  plot(samples, "conflict-cycles", "conflict_probe, modelled clock");
  if (!all_right) return;
  if (expect_slower(samples) && expect_only_loads_timed(samples)) expect_rise(samples);
}

void expect_measured_cycles() {
  lab::CheckRecord::current().evidence = lab::Evidence::measured;  // also of a kernel whose sums are wrong
  const std::optional<Samples> samples = probe::sampled_cycles(sampled_forms());
  if (!samples) return;
  plot(*samples, "conflict-cycles-measured",
       "conflict_probe on this " + lab::Session::current().gpu().info().name);
  if (expect_slower(*samples) && expect_only_loads_timed(*samples)) expect_rise(*samples);
}

TEST(Probe, TakesLongerWithTheConflict) {
  lab::measured_or_counted(expect_measured_cycles, expect_modelled_cycles);
}

}  // namespace
