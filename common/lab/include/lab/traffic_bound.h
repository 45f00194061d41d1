// What a kernel's memory traffic allows it at most, against a baseline's: the machine's least time
// (simt/least_time.h) on each device that the project knows.
//
// To come near its bound a kernel also needs enough bytes in flight: how many is told beside it. What it has,
// the machine counts (simt::BytesInFlight).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/least_time.h"

namespace lab {

using simt::least_time;
using simt::LeastTime;

// The device by which the checks judge a bound: the first one. The others are shown beside it.
inline constexpr const char* kJudgedOn = "NVIDIA H200";

// A kernel's least time against a baseline's that solves a problem of the same size: at most this part of the
// baseline's bandwidth.
struct BandwidthBound {
  std::string device;
  LeastTime time;
  double ratio = 0;
  double in_flight_needed = 0;  // bytes in each SM, to come near the bound; 0: not known
};

// A kernel whose bound is another's than DRAM's needs as many less as DRAM waits for it.
double in_flight_needed(const LeastTime& time, const simt::Device& device);

std::vector<BandwidthBound> bandwidth_bounds(const simt::LaunchReport& kernel,
                                             const simt::LaunchReport& baseline, std::uint64_t problem_bytes);

}  // namespace lab
