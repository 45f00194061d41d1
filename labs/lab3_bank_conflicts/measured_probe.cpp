#include "measured_probe.h"

#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bank_conflicts.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "probe_charts.h"

namespace probe {
namespace {

using lab::Comparison;

constexpr int kWarmUpRuns = 3;
constexpr int kRuns = 21;

constexpr int kNoConflict = 1;
constexpr int kWorst = 32;
constexpr int kFirstToRise = 8;  // below it the pace of the loop hides the wavefronts
constexpr int kManyRounds = 256;
constexpr int kFewRounds = 16;

// README.md, "How it is graded". Fetching the loop's code for the first time and the way of the first load
// are paid once a run, however many rounds follow: 279 cycles on an H200. Filling the array takes 524 more.
constexpr double kOnceARun = 500;

// Cycles a load of every run, at each stride of the chart, and in few rounds without a conflict.
struct Samples {
  std::map<int, std::vector<double>> at;
  std::vector<double> few;
};

// Nothing when a run was wrong: a failure was added.
std::optional<double> cycles_a_load(const ProbeKernel& kernel, int stride, int rounds) {
  Problem problem(stride, rounds);
  const lab::LaunchResult run = problem.run(kernel);
  if (!run.report.completed() || !problem.expect_sums(run)) return std::nullopt;
  return problem.cycles_a_load();
}

bool add(std::vector<double>& samples, std::optional<double> cycles, int run) {
  if (cycles && run >= 0) samples.push_back(*cycles);
  return cycles.has_value();
}

// The strides take turns, so that what drifts meets all of them.
std::optional<Samples> samples_of(const ProbeKernel& kernel) {
  Samples samples;
  for (int run = -kWarmUpRuns; run < kRuns; ++run) {
    for (const int stride : charted_strides()) {
      if (!add(samples.at[stride], cycles_a_load(kernel, stride, kManyRounds), run)) return std::nullopt;
    }
    if (!add(samples.few, cycles_a_load(kernel, kNoConflict, kFewRounds), run)) return std::nullopt;
  }
  return samples;
}

double median(const std::vector<double>& samples) { return lab::middle_of(samples).median; }

void fail(const ProbeKernel& kernel, const std::string& message) {
  const simt::SourceLine place = lab::definition_in(lab::Session::current().options().source, kernel.name());
  lab::LaunchResult run;
  run.kernel = kernel.name();
  run.shape = "on this " + lab::Session::current().gpu().info().name;
  run.definition = place;
  lab::fail_at(run, {}, message);
}

void say(const ProbeKernel& kernel, int stride, int rounds, double cycles) {
  std::printf("%s, stride %d, %d rounds: %s cycles a load\n", kernel.name().c_str(), stride, rounds,
              figure(cycles).c_str());
}

bool expect_slower(const ProbeKernel& kernel, const Samples& samples, double slowdown) {
  const std::vector<double>& worst = samples.at.at(kWorst);
  const std::vector<double>& free = samples.at.at(kNoConflict);
  const auto is_met =
      lab::weigh_samples("stride 32, 256 rounds", lab::ratios(worst, free), Comparison::at_least, slowdown,
                         "times the cycles of a conflict-free load, 32-way");
  if (is_met.value_or(true)) return is_met.has_value();
  fail(kernel, "a load takes " + figure(median(worst)) + " cycles with a 32-way conflict and " +
                   figure(median(free)) +
                   " without\n  are the loads between the two clocks, one for each round?");
  return false;
}

// What is left of a run when each round is charged with what a further round costs.
std::vector<double> cycles_once_a_run(const Samples& samples) {
  const std::vector<double>& many = samples.at.at(kNoConflict);
  std::vector<double> once;
  for (std::size_t i = 0; i < many.size(); ++i) {
    const double few_cycles = kFewRounds * samples.few[i];
    const double a_round = (kManyRounds * many[i] - few_cycles) / (kManyRounds - kFewRounds);
    once.push_back(few_cycles - kFewRounds * a_round);
  }
  return once;
}

bool expect_only_loads_timed(const ProbeKernel& kernel, const Samples& samples) {
  const std::vector<double> once = cycles_once_a_run(samples);
  const auto is_met = lab::weigh_samples("stride 1, 16 and 256 rounds", once, Comparison::at_most, kOnceARun,
                                         "cycles once a run, however many rounds");
  if (is_met.value_or(true)) return is_met.has_value();
  fail(kernel, "a load without conflict takes " + figure(median(samples.few)) + " cycles in 16 rounds and " +
                   figure(median(samples.at.at(kNoConflict))) + " in 256: " + figure(median(once)) +
                   " cycles of a run are no rounds, and at most " + figure(kOnceARun) +
                   " may be\n  something else lies between the two clocks: is the array filled before?");
  return false;
}

void expect_rise(const ProbeKernel& kernel, const Samples& samples) {
  for (int stride = kFirstToRise; stride < kWorst; stride *= 2) {
    const double less = median(samples.at.at(stride));
    const double more = median(samples.at.at(2 * stride));
    if (less < more) continue;
    fail(kernel, "a load at stride " + std::to_string(2 * stride) + " takes " + figure(more) +
                     " cycles, and must take longer than one at stride " + std::to_string(stride) +
                     ", which takes " + figure(less));
    return;
  }
}

}  // namespace

void expect_measured_cycles(const ProbeKernel& kernel, double slowdown) {
  lab::CheckRecord::current().evidence = lab::Evidence::measured;  // also of a kernel whose sums are wrong
  const std::optional<Samples> samples = samples_of(kernel);
  if (!samples) return;
  std::vector<double> cycles;
  for (const int stride : charted_strides()) {
    cycles.push_back(median(samples->at.at(stride)));
    say(kernel, stride, kManyRounds, cycles.back());
  }
  say(kernel, kNoConflict, kFewRounds, median(samples->few));
  lab::plot(measured_cycles_chart(cycles, lab::Session::current().gpu().info().name));
  if (!expect_slower(kernel, *samples, slowdown) || !expect_only_loads_timed(kernel, *samples)) return;
  expect_rise(kernel, *samples);
}

}  // namespace probe
