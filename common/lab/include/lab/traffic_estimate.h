// From a kernel's counts, how much bandwidth its traffic allows beside another kernel's, where layouts
// differ.
//
// As least_time (lab/traffic_bound.h), but for what is taken from L1 and asked of DRAM: one of the layouts
// compared here leaves most of each sector to later requests.
//   DRAM           the sectors in which the layout keeps what must be read and written, whole, each once
//   L2, loads      the same sectors, each once: L1 keeps a sector until its last use
//   L2, stores     each sector of each request: L1 writes through
//   shared memory  as in least_time
// An H200 does so: docs/measurements/h200/layouts.md. It is an estimate all the same, and no bound: where
// several warps store to one sector at about the same time, the hardware merges more than a count of requests
// can know.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/kernel.h"
#include "lab/traffic_bound.h"

namespace lab {

// Distinct 32-byte sectors that hold what a kernel must read, and what it must write.
struct NeededSectors {
  std::uint64_t loaded = 0;
  std::uint64_t stored = 0;
};

struct Launched {
  // The array that a student's kernel stores to. For a given kernel, its name in messages: "the copy".
  std::string name;
  const LaunchResult& run;
  NeededSectors needed;
};

// Returns the bounds of `kernel` against `baseline`, on every device.
std::vector<BandwidthBound> traffic_estimates(const Launched& kernel, const Launched& baseline);

// Returns the bound on the H200, in parts of the baseline's bandwidth. NaN, which leaves a gap in a chart, if
// the kernel has faults or stores nothing.
double estimate_for_chart(const Launched& kernel, const Launched& baseline);

// Requires that on the H200 the kernel reaches at least `ratio` times the baseline's bandwidth.
bool expect_bandwidth_estimate(const Launched& kernel, const Launched& baseline, double ratio);

}  // namespace lab
