#include "lab/modelled.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>
#include <utility>

#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/session.h"
#include "simt/devices.h"

namespace lab {
namespace {

using simt::AccessCost;
using simt::PredictedTime;

// An empty kernel takes no time by itself: what is divided by is never 0.
constexpr double kLeastUs = 0.01;

double work_us(const PredictedTime& time) { return std::max(kLeastUs, time.work_us()); }

std::string percent(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

// Three digits, or all of a larger number's: 23.4, 1.07, 3332, 0.00123.
std::string three_digits(double value) {
  std::ostringstream text;
  if (value >= 100) {
    text << std::llround(value);
  } else {
    text << std::setprecision(3) << value;
  }
  return text.str();
}

// The SMs that can be busy at most while the busiest block does its part of the work.
double busy_multiprocessors(const PredictedTime& time) {
  return time.busiest_block == 0 ? std::numeric_limits<double>::infinity()
                                 : std::ceil(1 / time.busiest_block);
}

bool is_local(const AccessCost& access) { return access.space == simt::Space::local; }

// The share of the time that is spent in lines with such accesses.
template <class Accept>
double share_of_lines(const LaunchResult& run, const PredictedTime& time, const Accept& accept) {
  double share = 0;
  for (const simt::LineTime& line : time.lines) {
    const bool has_one =
        std::any_of(run.report.accesses.begin(), run.report.accesses.end(),
                    [&](const AccessCost& access) { return accept(access) && access.where == line.where; });
    if (has_one) share += line.share;
  }
  return share;
}

CauseOfTime of_few_blocks(const PredictedTime& time, double multiprocessors) {
  const double busy = busy_multiprocessors(time);
  return {"one block does " + percent(time.busiest_block) + " of the work, so no more than " + number(busy) +
              " of the GPU's " + number(multiprocessors) + (busy == 1 ? " SMs is" : " SMs are") +
              " busy\n  Let all blocks share the work.",
          {}};
}

CauseOfTime of_local_memory(const LaunchResult& run) {
  const AccessCost* const worst =
      costliest(run.report, is_local, [](const AccessCost& access) { return access.sectors; });
  const std::string array = worst->array.empty() ? "an array" : "`" + worst->array + "`";
  return {array + " is in local memory (" + line_text(worst->where) +
              "), because an index of it is known only at run time: its elements pass through L1 and L2 like "
              "those of any array\n"
              "  Unroll its loops with #pragma unroll and index it by constants, and it stays in registers.",
          worst->where};
}

CauseOfTime of_few_lanes(const AccessSum& traffic) {
  return {"only " + number(traffic.per_request(traffic.lanes)) +
              " of a warp's 32 lanes take part in an access to memory, on average\n"
              "  Let each lane of a warp move elements of its own, side by side.",
          {}};
}

CauseOfTime of_latency(const LaunchResult& run) {
  const simt::BytesInFlight& flight = run.report.in_flight;
  const double threads =
      static_cast<double>(run.launch.grid.volume()) * static_cast<double>(run.launch.block.volume());
  const double waits = static_cast<double>(flight.waits) / threads;
  const std::string how_often = three_digits(waits);
  return {"too few loads are in flight: a thread waits " + how_often +
              (how_often == "1" ? " time" : " times") + " on average, for " + three_digits(flight.mean()) +
              " bytes each time\n  Let each thread issue several loads before it needs the first of them.",
          {}};
}

CauseOfTime of_bank_conflicts(const LaunchResult& run, const AccessSum& shared) {
  const AccessCost* const worst =
      costliest(run.report, is_shared, [](const AccessCost& access) { return access.bank_conflicts; });
  return {"shared memory takes " + number(shared.per_request(shared.wavefronts)) +
              " wavefronts per request, because of bank conflicts in " + line_text(worst->where) +
              "\n  Change the layout in shared memory so that the lanes of a warp meet different banks.",
          worst->where};
}

bool is_global(const AccessCost& access) { return is_traffic(access); }

std::uint64_t excess_sectors(const AccessCost& access) {
  return access.sectors - std::min(access.sectors, access.least_sectors);
}

CauseOfTime of_sectors(const LaunchResult& run, const AccessSum& traffic) {
  const AccessCost* const worst = costliest(run.report, is_global, excess_sectors);
  return {"uncoalesced accesses, most of all in " + line_text(worst->where) + ": " +
              std::to_string(traffic.sectors) + " sectors move, where " +
              std::to_string(traffic.least_sectors) +
              " would do\n  Let neighbouring lanes access neighbouring elements.",
          worst->where};
}

// Whether local memory, which a kernel can do without, is a good part of what is requested.
bool is_much_local(const LaunchResult& run) {
  constexpr double kMuch = 0.1;
  const AccessSum local = sum_of(run.report, is_local);
  const AccessSum all = sum_of(run.report, [](const AccessCost& /*access*/) { return true; });
  return static_cast<double>(local.requests) > kMuch * static_cast<double>(all.requests);
}

CauseOfTime of_limiter(const LaunchResult& run, const PredictedTime& time) {
  constexpr double kScattered = 1.2;
  const AccessSum shared = sum_of(run.report, is_shared);
  const AccessSum traffic = sum_of(run.report, is_global);
  const bool is_scattered =
      static_cast<double>(traffic.sectors) > kScattered * static_cast<double>(traffic.least_sectors);
  if (time.limiter.rfind("latency", 0) == 0) {
    if (run.report.in_flight.waits != 0) return of_latency(run);
    return {"too little is in flight: warps wait for each other, and for memory", {}};
  }
  if (time.limiter == "L1 and shared memory" && shared.bank_conflicts > shared.requests)
    return of_bank_conflicts(run, shared);
  if (time.limiter != "instructions" && is_scattered) return of_sectors(run, traffic);
  if (is_much_local(run)) return of_local_memory(run);
  return {
      "the limit is " + time.limiter + (time.next.empty() ? "" : "; next, " + time.next) + remarks_on(run),
      {}};
}

// The time that a check judges by: on the device where the ratio is largest.
std::size_t judged(const std::vector<ModelledRatio>& ratios) {
  const auto best = std::max_element(ratios.begin(), ratios.end(),
                                     [](const auto& a, const auto& b) { return a.ratio < b.ratio; });
  return static_cast<std::size_t>(best - ratios.begin());
}

// The line that takes most of the time, or if the model does not tell (one block does the work of many), the one that
// makes most requests. share 0: not known.
simt::LineTime slowest_line(const LaunchResult& run, const ModelledRatio& modelled) {
  for (const simt::LineTime& line : modelled.lines) {
    if (line.where.line != 0) return line;
  }
  return {sum_of(run.report, is_global).where(), 0};
}

std::vector<double> us_of(std::uint64_t bytes, const std::vector<double>& gb_per_s) {
  constexpr double kKilo = 1e3;  // GB/s in bytes a microsecond
  std::vector<double> us;
  for (const double rate : gb_per_s) us.push_back(static_cast<double>(bytes) / (rate * kKilo));
  return us;
}

// A kernel that hands something from block to block is judged by what it does besides waiting.
PredictedTime judged_time(PredictedTime time) {
  if (time.us == 0) time.us = time.besides_waits_us;
  return time;
}

std::string why_not(const LaunchResult& run) {
  if (run.report.predicted_on.empty()) return "nobody asked for it";
  const PredictedTime& time = run.report.predicted_on.front();
  return time.besides_waits_us > 0 ? "" : time.why_not;
}

}  // namespace

const std::vector<std::string>& modelled_devices() {
  static const std::vector<std::string> names{simt::find_device("H200")->name,
                                              simt::find_device("H100")->name};
  return names;
}

PredictedLaunches::PredictedLaunches() { Session::current().predict_on(modelled_devices()); }

PredictedLaunches::~PredictedLaunches() { Session::current().predict_on({}); }

Baseline::Baseline(std::string name, const LaunchResult& run, double bytes_ratio) : name_(std::move(name)) {
  if (verdict_without_counts()) {
    us_.resize(modelled_devices().size(), 0);
    work_us_ = us_;
    return;
  }
  if (const std::string reason = why_not(run); !reason.empty())
    throw simt::Error(name_ + " has no predicted time: " + reason);
  for (const PredictedTime& given : run.report.predicted_on) {
    const PredictedTime time = judged_time(given);
    work_us_.push_back(lab::work_us(time) / bytes_ratio);
    us_.push_back(work_us_.back() + time.fixed_us);
  }
}

Baseline::Baseline(std::string name, std::uint64_t bytes, const std::vector<double>& gb_per_s)
    : name_(std::move(name)), us_(us_of(bytes, gb_per_s)), work_us_(us_) {}

// docs/measurements/h200/measurements.json and docs/measurements/h100/measurements.json: lab 5's survey, 8192 x 8192.
Baseline memcpy_baseline(std::uint64_t bytes) { return {"cudaMemcpy", bytes, {4260, 3060}}; }

std::vector<ModelledRatio> modelled_ratios(const LaunchResult& run, const Baseline& baseline) {
  std::vector<ModelledRatio> ratios;
  if (!why_not(run).empty()) return ratios;
  for (std::size_t i = 0; i < modelled_devices().size(); ++i) {
    const PredictedTime mine = judged_time(run.report.predicted_on.at(i));
    ratios.push_back({modelled_devices()[i], baseline.work_us(i) / work_us(mine), mine.us, baseline.us(i),
                      mine.error, mine.limiter, mine.next, mine.lines});
  }
  return ratios;
}

double judged_ratio(const std::vector<ModelledRatio>& ratios) {
  return ratios.empty() ? std::numeric_limits<double>::quiet_NaN() : ratios[judged(ratios)].ratio;
}

CauseOfTime cause_of_time(const LaunchResult& run, const PredictedTime& time) {
  const double multiprocessors = simt::find_device(modelled_devices().front())->multiprocessors;
  const AccessSum traffic = sum_of(run.report, is_global);
  constexpr double kMuch = 0.2;  // of the time
  constexpr double kFewLanes = 12;
  if (busy_multiprocessors(time) < multiprocessors / 2) return of_few_blocks(time, multiprocessors);
  if (share_of_lines(run, time, is_local) > kMuch) return of_local_memory(run);
  if (traffic.requests != 0 && traffic.per_request(traffic.lanes) < kFewLanes) return of_few_lanes(traffic);
  return of_limiter(run, time);
}

bool expect_modelled_ratio(const LaunchResult& run, const Baseline& baseline, double required) {
  if (const auto known = verdict_without_counts()) return *known;
  const std::string unit = "times the bandwidth of " + baseline.name();
  if (const std::string reason = why_not(run); !reason.empty()) {
    weigh_modelled(0, Comparison::at_least, required, unit);
    fail_at(run, {}, "its time cannot be predicted: " + reason);
    return false;
  }
  const std::vector<ModelledRatio> ratios = modelled_ratios(run, baseline);
  const std::size_t at = judged(ratios);
  const ModelledRatio& best = ratios[at];
  if (weigh_modelled(best.ratio, Comparison::at_least, required, unit)) return true;
  const simt::LineTime slowest = slowest_line(run, best);
  const std::string of_line = slowest.share == 0 ? ""
                                                 : "\n  " + line_text(slowest.where) + " takes " +
                                                       percent(slowest.share) + " of its time";
  const CauseOfTime cause = cause_of_time(run, run.report.predicted_on.at(at));
  fail_at(run, cause.where.line == 0 ? slowest.where : cause.where,
          "on an " + best.device + " it would take about " + three_digits(best.us) + " µs, and " +
              baseline.name() + " " + three_digits(best.against_us) + " µs (modelled, ±" +
              percent(best.error) + "): " + three_digits(best.ratio) + " times the bandwidth of " +
              baseline.name() + "; " + number(required) + " required" + of_line + "\n  " + cause.text);
  return false;
}

}  // namespace lab
