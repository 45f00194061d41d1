// The least time that the traffic of this lab's kernels takes, and so the most bandwidth it allows.
//
// It differs from lab::least_time in what it takes from L1 and in what it asks of DRAM, because one of the
// layouts compared here leaves most of each sector to later requests:
//   DRAM           the sectors in which the layout keeps what must be read and written, whole, each once
//   L2, loads      the same sectors, each once: L1 is taken to keep a sector until its last use
//   L2, stores     each sector of each request, since L1 writes through
//   shared memory  as in lab::least_time
// An L1 that forgets only adds to it: this flatters strided loads, and never the coalesced ones beside them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/kernel.h"
#include "lab/traffic_bound.h"

namespace particles {

// Distinct 32-byte sectors that hold what a kernel must read, and what it must write.
struct NeededSectors {
  std::uint64_t loaded = 0;
  std::uint64_t stored = 0;
};

struct Launched {
  std::string name;  // "the copy"
  const lab::LaunchResult& run;
  NeededSectors needed;
};

// Of `kernel` against `baseline` on every device: lab::bandwidth_bounds with this lab's least times.
std::vector<lab::BandwidthBound> layout_bounds(const Launched& kernel, const Launched& baseline);

// The bandwidth that the bound allows on the H200, in parts of the baseline's; NaN, which leaves a gap in a
// chart, when the kernel has faults or stores nothing to `array`.
double ratio_for_chart(const Launched& kernel, const Launched& baseline, const std::string& array);

// The kernel's bound is at least `ratio` times the baseline's on the H200.
bool expect_bandwidth_bound(const Launched& kernel, const Launched& baseline, double ratio);

}  // namespace particles
