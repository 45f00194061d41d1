// The least time that a kernel's memory traffic allows on a GPU, from its counts. A bound, never a
// measurement.
//
// Three resources are weighed and the slowest decides; all else (latency, caches that miss, atomics,
// arithmetic) only adds to it, so a real kernel takes longer.
//   DRAM           each byte of the problem crosses it once
//   L2             each sector of each request, 32 bytes; loads and stores side by side, the slower decides
//   shared memory  one wavefront a clock and SM; a global request also takes its turn in the same data path
#pragma once

#include <cstdint>

#include "simt/devices.h"
#include "simt/report.h"

namespace simt {

struct LeastTime {
  double dram_us = 0;
  double l2_us = 0;
  double shared_us = 0;

  double total_us() const;
  const char* limiter() const;  // "DRAM", "L2" or "shared memory"
};

// `problem_bytes`: what must be read plus what must be written, each byte once.
LeastTime least_time(const LaunchReport& report, std::uint64_t problem_bytes, const Device& device);

}  // namespace simt
