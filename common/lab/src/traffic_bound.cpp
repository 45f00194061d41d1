#include "lab/traffic_bound.h"

namespace lab {

double in_flight_needed(const LeastTime& time, const simt::Device& device) {
  constexpr double kKib = 1024;
  return time.dram_us == 0 ? 0 : device.in_flight_kib * kKib * time.dram_us / time.total_us();
}

std::vector<BandwidthBound> bandwidth_bounds(const simt::LaunchReport& kernel,
                                             const simt::LaunchReport& baseline,
                                             std::uint64_t problem_bytes) {
  std::vector<BandwidthBound> bounds;
  for (const simt::Device& device : simt::devices()) {
    const LeastTime mine = least_time(kernel, problem_bytes, device);
    const LeastTime theirs = least_time(baseline, problem_bytes, device);
    bounds.push_back(
        {device.name, mine, theirs.total_us() / mine.total_us(), in_flight_needed(mine, device)});
  }
  return bounds;
}

}  // namespace lab
