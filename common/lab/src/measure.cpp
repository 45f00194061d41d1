#include "lab/measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "lab/expectations.h"
#include "rounds.h"

namespace lab {
namespace {

using Times = std::vector<KernelTimes>;

std::string fixed(double value, const char* format = "%.2f") {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string gigabytes_per_s(const Middle& rate) { return fixed(rate.median * 1e-9, "%.0f") + " GB/s"; }

// Ends the check without a pass and, unless something else has failed before, without a failure.
void give_no_verdict(const std::string& why) {
  [&] { GTEST_SKIP() << "not measured: " << why; }();
}

void fail(const Measurement& measurement, const TimedKernel& kernel, const std::string& message) {
  const simt::SourceLine place = definition_in(Session::current().options().source, kernel.kernel());
  ADD_FAILURE_AT(place.file.c_str(), static_cast<int>(place.line))
      << kernel.name << ", " << measurement.shape << ": " << message;
}

std::size_t index_of(const Measurement& measurement, const std::string& name) {
  const auto found = std::find_if(measurement.kernels.begin(), measurement.kernels.end(),
                                  [&](const TimedKernel& kernel) { return kernel.name == name; });
  if (found == measurement.kernels.end()) throw simt::Error("a ratio names " + name + ", which is not timed");
  return static_cast<std::size_t>(found - measurement.kernels.begin());
}

Middle ratio_of(const Measurement& measurement, const Times& times, const RatioAsked& asked) {
  const std::size_t of = index_of(measurement, asked.of);
  const std::size_t against = index_of(measurement, asked.against);
  return middle_of(ratios(rates_of(measurement.kernels[of], times[of].seconds),
                          rates_of(measurement.kernels[against], times[against].seconds)));
}

std::string why_impossible(const Measurement& measurement, const Times& times) {
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (std::string why = why_impossible(measurement.kernels[k], times[k]); !why.empty()) return why;
  }
  return "";
}

// Says which ratio scatters too widely, or "" if none does.
std::string why_unsteady(const Measurement& measurement, const Times& times) {
  for (const RatioAsked& asked : measurement.asked) {
    const Middle ratio = ratio_of(measurement, times, asked);
    if (is_steady(ratio)) continue;
    return "unstable: the middle half of " + std::to_string(kTimedRounds) + " runs puts " + asked.of +
           " at " + fixed(ratio.low) + " to " + fixed(ratio.high) + " times the bandwidth of " +
           asked.against + "; is something else running on this GPU?";
  }
  return "";
}

void weigh_ratio(const Measurement& measurement, const Times& times, const RatioAsked& asked) {
  const Middle ratio = ratio_of(measurement, times, asked);
  const std::string unit = "times the bandwidth of " + asked.against;
  const std::string device = Session::current().gpu().info().name;
  if (weigh_measured({ratio.median, asked.comparison, asked.required, unit},
                     {device, measurement.shape, kTimedRounds, ratio.low, ratio.high})) {
    return;
  }
  const auto rate = [&](const std::string& name) {
    const std::size_t k = index_of(measurement, name);
    return gigabytes_per_s(middle_of(rates_of(measurement.kernels[k], times[k].seconds)));
  };
  fail(measurement, measurement.kernels[index_of(measurement, asked.of)],
       "measured on this " + device + ", it comes to " + fixed(ratio.median) + " " + unit + "; " +
           (asked.comparison == Comparison::at_most ? "at most " : "") + fixed(asked.required) +
           " required\n  " + rate(asked.of) + " against " + rate(asked.against) + "; " + fixed(ratio.low) +
           " to " + fixed(ratio.high) + " in the middle half of " + std::to_string(kTimedRounds) +
           " runs\n  " +
           (asked.advice.empty() ? "`./course explain` shows what each line's accesses cost" : asked.advice));
}

// Times with which a verdict can be given; nothing, and the test skipped, when there are none.
std::optional<Times> trusted_times(const Measurement& measurement) {
  constexpr int kTries = 2;
  std::string why;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    Times times = timed_rounds(measurement.kernels);
    why = why_impossible(measurement, times);
    if (!why.empty()) break;
    why = why_unsteady(measurement, times);
    if (why.empty()) return times;
  }
  give_no_verdict(why);
  return std::nullopt;
}

std::optional<Times> times_or_failure(const Measurement& measurement) {
  try {
    return trusted_times(measurement);
  } catch (const BrokenRun& broken) {
    if (broken.kernel().from == From::student) {
      fail(measurement, broken.kernel(), broken.what());
    } else {
      give_no_verdict(broken.kernel().name + " itself failed: " + broken.what());
    }
  } catch (const simt::Error& error) {
    give_no_verdict(error.what());
  }
  return std::nullopt;
}

}  // namespace

TimedKernel named(const std::string& name, TimedKernel kernel) {
  kernel.name = name;
  return kernel;
}

void measured_check(const std::function<void()>& body) {
  try {
    body();
  } catch (const simt::Error& error) {
    give_no_verdict(error.what());
  }
}

std::optional<std::vector<MeasuredRate>> measure(const Measurement& measurement) {
  // Holds also for a kernel that is wrong when it is timed
  CheckRecord::current().evidence = Evidence::measured;
  const std::optional<Times> times = times_or_failure(measurement);
  if (!times) return std::nullopt;
  std::vector<MeasuredRate> rates;
  for (std::size_t k = 0; k < measurement.kernels.size(); ++k) {
    const TimedKernel& kernel = measurement.kernels[k];
    rates.push_back({kernel.name, note_rate(measurement.shape, kernel, (*times)[k].seconds)});
  }
  for (const RatioAsked& asked : measurement.asked) {
    weigh_ratio(measurement, *times, asked);
  }
  return rates;
}

void fail_on_gpu(const std::string& kernel, const std::string& message) {
  Session& session = Session::current();
  LaunchResult run;
  run.kernel = kernel;
  run.shape = "on this " + session.gpu().info().name;
  run.definition = definition_in(session.options().source, kernel);
  fail_at(run, {}, message);
}

std::optional<std::vector<std::vector<double>>> samples_in_turns(std::size_t forms, const TakeSample& take) {
  std::vector<std::vector<double>> samples(forms);
  for (int round = -kWarmUpRounds; round < kTimedRounds; ++round) {
    for (std::size_t form = 0; form < forms; ++form) {
      const std::optional<double> sample = take(form);
      if (!sample) return std::nullopt;
      if (round >= 0) samples[form].push_back(*sample);
    }
  }
  return samples;
}

void note_samples(const Samples& samples) {
  const Middle middle = middle_of(samples.values);
  note({samples.shape, samples.name, samples.unit, middle, static_cast<int>(samples.values.size())});
  std::printf("%s, %s: %s %s\n", samples.name.c_str(), samples.shape.c_str(), number(middle.median).c_str(),
              samples.unit.c_str());
}

bool weigh_samples(const Samples& samples, Comparison comparison, double required,
                   const std::string& message) {
  const auto runs = static_cast<int>(samples.values.size());
  const Middle middle = middle_of(samples.values);
  if (!is_steady(middle)) {
    give_no_verdict("unstable: the middle half of " + std::to_string(runs) + " runs lies from " +
                    fixed(middle.low) + " to " + fixed(middle.high) + " " + samples.unit);
    return false;
  }
  note_samples(samples);
  if (weigh_measured({middle.median, comparison, required, samples.unit},
                     {Session::current().gpu().info().name, samples.shape, runs, middle.low, middle.high}))
    return true;
  fail_on_gpu(samples.name, message);
  return false;
}

}  // namespace lab
