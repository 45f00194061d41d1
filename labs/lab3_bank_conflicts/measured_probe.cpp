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
std::optional<double> cycles_a_load(const ProbeKernel& kernel, Form form) {
  Problem problem(form.stride, form.rounds);
  const lab::LaunchResult run = problem.run(kernel);
  if (!run.report.completed() || !problem.expect_sums(run)) return std::nullopt;
  return problem.cycles_a_load();
}

std::optional<Samples> samples_of(const ProbeKernel& kernel) {
  std::vector<Form> forms;
  for (const int stride : charted_strides()) forms.push_back({stride, kManyRounds});
  forms.push_back({kNoConflict, kFewRounds});
  const auto cycles = cycles_of_runs(kernel, forms);
  if (!cycles) return std::nullopt;
  Samples samples;
  for (std::size_t i = 0; i < charted_strides().size(); ++i) samples.at[charted_strides()[i]] = cycles->at(i);
  samples.few = cycles->back();
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

bool expect_slower(const ProbeKernel& kernel, const Samples& samples, double slowdown) {
  const std::vector<double>& worst = samples.at.at(kWorst);
  const std::vector<double>& free = samples.at.at(kNoConflict);
  const auto is_met =
      lab::weigh_samples({"stride 32, 256 rounds", kernel.name(),
                          "times the cycles of a conflict-free load, 32-way", lab::ratios(worst, free)},
                         Comparison::at_least, slowdown);
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
  const auto is_met = lab::weigh_samples(
      {"stride 1, 16 and 256 rounds", kernel.name(), "cycles once a run, however many rounds", once},
      Comparison::at_most, kOnceARun);
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

// The forms take turns, so that what drifts meets all of them.
std::optional<std::vector<std::vector<double>>> cycles_of_runs(const ProbeKernel& kernel,
                                                               const std::vector<Form>& forms) {
  std::vector<std::vector<double>> cycles(forms.size());
  for (int run = -kWarmUpRuns; run < kRuns; ++run) {
    for (std::size_t i = 0; i < forms.size(); ++i) {
      const auto taken = cycles_a_load(kernel, forms[i]);
      if (!taken) return std::nullopt;
      if (run >= 0) cycles[i].push_back(*taken);
    }
  }
  return cycles;
}

void note_cycles(const ProbeKernel& kernel, Form form, const std::vector<double>& cycles) {
  const std::string shape =
      "stride " + std::to_string(form.stride) + ", " + std::to_string(form.rounds) + " rounds";
  lab::note_samples({shape, kernel.name(), "cycles a load", cycles});
  std::printf("%s, %s: %s cycles a load\n", kernel.name().c_str(), shape.c_str(),
              figure(median(cycles)).c_str());
}

void expect_measured_cycles(const ProbeKernel& kernel, double slowdown) {
  lab::CheckRecord::current().evidence = lab::Evidence::measured;  // also of a kernel whose sums are wrong
  const std::optional<Samples> samples = samples_of(kernel);
  if (!samples) return;
  std::vector<double> cycles;
  for (const int stride : charted_strides()) {
    cycles.push_back(median(samples->at.at(stride)));
    note_cycles(kernel, {stride, kManyRounds}, samples->at.at(stride));
  }
  note_cycles(kernel, {kNoConflict, kFewRounds}, samples->few);
  lab::plot(measured_cycles_chart(cycles, lab::Session::current().gpu().info().name));
  if (!expect_slower(kernel, *samples, slowdown) || !expect_only_loads_timed(kernel, *samples)) return;
  expect_rise(kernel, *samples);
}

}  // namespace probe
