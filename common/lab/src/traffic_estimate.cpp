#include "lab/traffic_estimate.h"

#include <algorithm>
#include <limits>

#include "lab/accesses.h"
#include "lab/expectations.h"

namespace lab {
namespace {

using simt::AccessCost;
using simt::Op;

constexpr double kKilo = 1e3;  // GB/s in bytes a microsecond

double bytes_of(std::uint64_t sectors) { return static_cast<double>(sectors) * simt::kSectorBytes; }

bool is_store(const AccessCost& access) { return is_traffic(access, Op::store); }

LeastTime estimated_time(const Launched& kernel, const simt::Device& device) {
  const NeededSectors& needed = kernel.needed;
  const std::uint64_t dram_bytes = (needed.loaded + needed.stored) * simt::kSectorBytes;
  LeastTime time = least_time(kernel.run.report, dram_bytes, device);
  time.l2_us =
      std::max(bytes_of(needed.loaded) / (device.l2_read_gb_per_s * kKilo),
               bytes_of(sum_of(kernel.run.report, is_store).sectors) / (device.l2_write_gb_per_s * kKilo));
  return time;
}

// Returns the line that loads the limiting resource most. For L2 these are stores, because the loads are the
// same for all.
simt::SourceLine busiest_line(const simt::LaunchReport& report, const std::string& limiter) {
  if (limiter == "shared memory") {
    return line_of(costliest(report, is_shared, [](const AccessCost& access) { return access.wavefronts; }));
  }
  return line_of(costliest(report, is_store, [](const AccessCost& access) { return access.sectors; }));
}

}  // namespace

std::vector<BandwidthBound> traffic_estimates(const Launched& kernel, const Launched& baseline) {
  std::vector<BandwidthBound> estimates;
  for (const simt::Device& device : simt::devices()) {
    const LeastTime mine = estimated_time(kernel, device);
    const LeastTime theirs = estimated_time(baseline, device);
    estimates.push_back(
        {device.name, mine, theirs.total_us() / mine.total_us(), in_flight_needed(mine, device)});
  }
  return estimates;
}

double estimate_for_chart(const Launched& kernel, const Launched& baseline) {
  const bool ran = kernel.run.report.faults.empty() && line_that_stores(kernel.run, kernel.name).line != 0;
  if (!ran) return std::numeric_limits<double>::quiet_NaN();
  return bound_on(kJudgedOn, traffic_estimates(kernel, baseline));
}

bool expect_bandwidth_estimate(const Launched& kernel, const Launched& baseline, double ratio) {
  const std::vector<BandwidthBound> estimates = traffic_estimates(kernel, baseline);
  const auto estimate = std::find_if(estimates.begin(), estimates.end(),
                                     [](const auto& one) { return one.device == kJudgedOn; });
  const std::string unit = "times the bandwidth of " + baseline.name + " (estimate)";
  if (weigh(estimate->ratio, Comparison::at_least, ratio, unit)) return true;
  const simt::SourceLine where = busiest_line(kernel.run.report, estimate->time.limiter());
  fail_at(kernel.run, where,
          std::string("by the time that its traffic takes on the ") + kJudgedOn + ", it comes to " +
              number(estimate->ratio) + " times the bandwidth of " + baseline.name + "; " + number(ratio) +
              " required\n  the limit is " + estimate->time.limiter() + ", used most by line " +
              std::to_string(where.line));
  return false;
}

}  // namespace lab
