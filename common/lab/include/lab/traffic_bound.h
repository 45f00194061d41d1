// The least time that a kernel's memory traffic allows on a GPU, from its counts. A bound, never a
// measurement.
//
// Three resources are weighed and the slowest decides; all else (latency, caches that miss, atomics,
// arithmetic) only adds to it, so a real kernel takes longer.
//   DRAM           each byte of the problem crosses it once
//   L2             each sector of each request, 32 bytes; loads and stores side by side, the slower decides
//   shared memory  one wavefront a clock and SM; a global request also takes its turn in the same data path
//
// To come near its bound a kernel also needs enough bytes in flight: how many is told beside it. What it has,
// the machine counts (simt::BytesInFlight).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/report.h"

namespace lab {

struct DeviceProfile {
  std::string name;
  double dram_gb_per_s = 0;  // 1e9 bytes a second
  double l2_read_gb_per_s = 0;
  double l2_write_gb_per_s = 0;
  double multiprocessors = 0;
  double clock_ghz = 0;
  double in_flight_kib = 0;  // in each SM, to keep DRAM busy; 0: not known
};

// What the checks judge a bound on. The others are shown beside it.
inline constexpr const char* kJudgedOn = "NVIDIA H200";

// Numbers and sources: docs/measurements/device_profiles.md. The first is kJudgedOn.
const std::vector<DeviceProfile>& device_profiles();

struct LeastTime {
  double dram_us = 0;
  double l2_us = 0;
  double shared_us = 0;

  double total_us() const;
  const char* limiter() const;  // "DRAM", "L2" or "shared memory"
};

// `problem_bytes`: what must be read plus what must be written, each byte once.
LeastTime least_time(const simt::LaunchReport& report, std::uint64_t problem_bytes,
                     const DeviceProfile& device);

// A kernel's least time against a baseline's that solves a problem of the same size: at most this part of the
// baseline's bandwidth.
struct BandwidthBound {
  std::string device;
  LeastTime time;
  double ratio = 0;
  double in_flight_needed = 0;  // bytes in each SM, to come near the bound; 0: not known
};

// A kernel whose bound is another's than DRAM's needs as many less as DRAM waits for it.
double in_flight_needed(const LeastTime& time, const DeviceProfile& device);

std::vector<BandwidthBound> bandwidth_bounds(const simt::LaunchReport& kernel,
                                             const simt::LaunchReport& baseline, std::uint64_t problem_bytes);

}  // namespace lab
