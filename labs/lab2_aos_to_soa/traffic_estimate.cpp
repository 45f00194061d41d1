#include "traffic_estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "lab/expectations.h"

namespace particles {
namespace {

constexpr double kKilo = 1e3;  // GB/s in bytes a microsecond

double bytes_of(std::uint64_t sectors) { return static_cast<double>(sectors) * simt::kSectorBytes; }

std::uint64_t sectors_of_stores(const simt::LaunchReport& report) {
  std::uint64_t sectors = 0;
  for (const simt::AccessCost& access : report.accesses) {
    if (access.space == simt::Space::global && access.op == simt::Op::store) sectors += access.sectors;
  }
  return sectors;
}

lab::LeastTime least_time(const Launched& kernel, const lab::DeviceProfile& device) {
  const NeededSectors& needed = kernel.needed;
  const std::uint64_t dram_bytes = (needed.loaded + needed.stored) * simt::kSectorBytes;
  lab::LeastTime time = lab::least_time(kernel.run.report, dram_bytes, device);
  time.l2_us = std::max(bytes_of(needed.loaded) / (device.l2_read_gb_per_s * kKilo),
                        bytes_of(sectors_of_stores(kernel.run.report)) / (device.l2_write_gb_per_s * kKilo));
  return time;
}

const lab::BandwidthBound& on_h200(const std::vector<lab::BandwidthBound>& estimates) {
  return *std::find_if(estimates.begin(), estimates.end(),
                       [](const lab::BandwidthBound& estimate) { return estimate.device == lab::kJudgedOn; });
}

// The line that loads the limiting resource most. Of L2 these are stores: what is loaded is the same for all.
simt::SourceLine busiest_line(const lab::LaunchResult& run, const std::string& limiter) {
  const bool in_shared_memory = limiter == "shared memory";
  const simt::AccessCost* most = nullptr;
  const auto use = [&](const simt::AccessCost& access) {
    return in_shared_memory ? access.wavefronts : access.sectors;
  };
  for (const simt::AccessCost& access : run.report.accesses) {
    const bool concerns = in_shared_memory
                              ? access.space == simt::Space::shared
                              : access.space == simt::Space::global && access.op == simt::Op::store;
    if (concerns && (most == nullptr || use(access) > use(*most))) most = &access;
  }
  return most == nullptr ? simt::SourceLine{} : most->where;
}

std::string number(double value) {
  std::ostringstream text;
  text << std::round(value * 100) / 100;
  return text.str();
}

}  // namespace

std::vector<lab::BandwidthBound> traffic_estimates(const Launched& kernel, const Launched& baseline) {
  std::vector<lab::BandwidthBound> estimates;
  for (const lab::DeviceProfile& device : lab::device_profiles()) {
    const lab::LeastTime mine = least_time(kernel, device);
    const lab::LeastTime theirs = least_time(baseline, device);
    estimates.push_back({device.name, mine, theirs.total_us() / mine.total_us()});
  }
  return estimates;
}

double ratio_for_chart(const Launched& kernel, const Launched& baseline, const std::string& array) {
  const bool ran = kernel.run.report.faults.empty() && lab::line_that_stores(kernel.run, array).line != 0;
  return ran ? on_h200(traffic_estimates(kernel, baseline)).ratio : std::numeric_limits<double>::quiet_NaN();
}

bool expect_bandwidth(const Launched& kernel, const Launched& baseline, double ratio) {
  const std::vector<lab::BandwidthBound> estimates = traffic_estimates(kernel, baseline);
  const lab::BandwidthBound& estimate = on_h200(estimates);
  const std::string unit = "times the bandwidth of " + baseline.name + " (estimate)";
  if (lab::weigh(estimate.ratio, lab::Comparison::at_least, ratio, unit)) return true;
  const simt::SourceLine where = busiest_line(kernel.run, estimate.time.limiter());
  lab::fail_at(kernel.run, where,
               std::string("by the time that its traffic takes on the ") + lab::kJudgedOn + ", it comes to " +
                   number(estimate.ratio) + " times the bandwidth of " + baseline.name + "; " +
                   number(ratio) + " is asked for\n  the limit is " + estimate.time.limiter() +
                   ", used most by line " + std::to_string(where.line));
  return false;
}

}  // namespace particles
