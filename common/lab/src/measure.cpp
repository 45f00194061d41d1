#include "lab/measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "lab/expectations.h"
#include "rounds.h"

namespace lab {
namespace {

using Seconds = std::vector<std::vector<double>>;  // of each kernel, in each round

std::string number(double value, const char* format = "%.2f") {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string gigabytes_per_s(const Middle& rate) { return number(rate.median * 1e-9, "%.0f") + " GB/s"; }

// Neither a pass nor, unless something else has failed before, a failure.
void give_no_verdict(const std::string& why) {
  [&] { GTEST_SKIP() << "not measured: " << why; }();
}

void fail(const Measurement& measurement, const TimedKernel& kernel, const std::string& message) {
  const std::string& defined_as = kernel.defined_as.empty() ? kernel.name : kernel.defined_as;
  const simt::SourceLine place = definition_in(Session::current().options().source, defined_as);
  ADD_FAILURE_AT(place.file.c_str(), static_cast<int>(place.line))
      << kernel.name << ", " << measurement.shape << ": " << message;
}

std::size_t index_of(const Measurement& measurement, const std::string& name) {
  const auto found = std::find_if(measurement.kernels.begin(), measurement.kernels.end(),
                                  [&](const TimedKernel& kernel) { return kernel.name == name; });
  if (found == measurement.kernels.end()) throw simt::Error("a ratio names " + name + ", which is not timed");
  return static_cast<std::size_t>(found - measurement.kernels.begin());
}

std::vector<double> rates_of(const TimedKernel& kernel, const std::vector<double>& seconds) {
  std::vector<double> rates(seconds.size());
  std::transform(seconds.begin(), seconds.end(), rates.begin(), [&](double s) { return kernel.bytes / s; });
  return rates;
}

Middle ratio_of(const Measurement& measurement, const Seconds& seconds, const RatioAsked& asked) {
  const std::size_t of = index_of(measurement, asked.of);
  const std::size_t against = index_of(measurement, asked.against);
  return middle_of(ratios(rates_of(measurement.kernels[of], seconds[of]),
                          rates_of(measurement.kernels[against], seconds[against])));
}

// Why the times cannot be right; empty when they can.
std::string why_impossible(const Measurement& measurement, const Seconds& seconds) {
  const GpuInfo& info = Session::current().gpu().info();
  for (std::size_t k = 0; k < seconds.size(); ++k) {
    const TimedKernel& kernel = measurement.kernels[k];
    const double least = floor_seconds(kernel.bytes, info.l2_bytes, info.peak_bytes_per_s);
    const double fastest = *std::min_element(seconds[k].begin(), seconds[k].end());
    if (fastest > 0 && fastest >= least) continue;
    return "a run of " + kernel.name + " took " + number(fastest * 1e6, "%.1f") +
           " us, and the memory of this " + info.name + " needs " + number(least * 1e6, "%.1f") +
           " us for its bytes: this clock is not to be trusted";
  }
  return "";
}

// Which ratio scatters too widely; empty when none does.
std::string why_unsteady(const Measurement& measurement, const Seconds& seconds) {
  for (const RatioAsked& asked : measurement.asked) {
    const Middle ratio = ratio_of(measurement, seconds, asked);
    if (is_steady(ratio)) continue;
    return "unstable: the middle half of " + std::to_string(kTimedRounds) + " runs puts " + asked.of +
           " at " + number(ratio.low) + " to " + number(ratio.high) + " times the bandwidth of " +
           asked.against + "; is something else running on this GPU?";
  }
  return "";
}

void weigh_ratio(const Measurement& measurement, const Seconds& seconds, const RatioAsked& asked) {
  const Middle ratio = ratio_of(measurement, seconds, asked);
  const std::string unit = "times the bandwidth of " + asked.against;
  const std::string device = Session::current().gpu().info().name;
  if (weigh_measured({ratio.median, asked.comparison, asked.required, unit},
                     {device, measurement.shape, kTimedRounds, ratio.low, ratio.high})) {
    return;
  }
  const auto rate = [&](const std::string& name) {
    const std::size_t k = index_of(measurement, name);
    return gigabytes_per_s(middle_of(rates_of(measurement.kernels[k], seconds[k])));
  };
  fail(measurement, measurement.kernels[index_of(measurement, asked.of)],
       "measured on this " + device + ", it comes to " + number(ratio.median) + " " + unit + "; " +
           (asked.comparison == Comparison::at_most ? "at most " : "") + number(asked.required) +
           " is asked for\n  " + rate(asked.of) + " against " + rate(asked.against) + "; " +
           number(ratio.low) + " to " + number(ratio.high) + " in the middle half of " +
           std::to_string(kTimedRounds) + " runs\n  " +
           (asked.advice.empty() ? "`./course explain` shows what each line's accesses cost" : asked.advice));
}

// Times with which a verdict can be given; nothing, and the test skipped, when there are none.
std::optional<Seconds> trusted_times(const Measurement& measurement) {
  constexpr int kTries = 2;
  std::string why;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    Seconds seconds = timed_rounds(measurement.kernels);
    why = why_impossible(measurement, seconds);
    if (!why.empty()) break;
    why = why_unsteady(measurement, seconds);
    if (why.empty()) return seconds;
  }
  give_no_verdict(why);
  return std::nullopt;
}

std::optional<Seconds> times_or_failure(const Measurement& measurement) {
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

void measured_check(const std::function<void()>& body) {
  try {
    body();
  } catch (const simt::Error& error) {
    give_no_verdict(error.what());
  }
}

std::optional<std::vector<MeasuredRate>> measure(const Measurement& measurement) {
  CheckRecord::current().evidence = Evidence::measured;  // also of a kernel that is wrong when it is timed
  const std::optional<Seconds> seconds = times_or_failure(measurement);
  if (!seconds) return std::nullopt;
  std::vector<MeasuredRate> rates;
  for (std::size_t k = 0; k < measurement.kernels.size(); ++k) {
    const TimedKernel& kernel = measurement.kernels[k];
    rates.push_back({kernel.name, middle_of(rates_of(kernel, (*seconds)[k]))});
    std::printf("%s, %s: %s\n", kernel.name.c_str(), measurement.shape.c_str(),
                gigabytes_per_s(rates.back().bytes_per_s).c_str());
  }
  for (const RatioAsked& asked : measurement.asked) {
    weigh_ratio(measurement, *seconds, asked);
  }
  return rates;
}

std::optional<bool> weigh_samples(const std::string& shape, const std::vector<double>& samples,
                                  Comparison comparison, double required, const std::string& unit) {
  const Middle middle = middle_of(samples);
  if (!is_steady(middle)) {
    give_no_verdict("unstable: the middle half of " + std::to_string(samples.size()) + " runs lies from " +
                    number(middle.low) + " to " + number(middle.high) + " " + unit);
    return std::nullopt;
  }
  return weigh_measured({middle.median, comparison, required, unit},
                        {Session::current().gpu().info().name, shape, static_cast<int>(samples.size()),
                         middle.low, middle.high});
}

}  // namespace lab
