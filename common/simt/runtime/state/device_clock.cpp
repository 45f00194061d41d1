#include "state/device_clock.h"

#include <algorithm>
#include <map>

#include "simt/least_time.h"
#include "state/devices.h"

namespace cudart {
namespace {

constexpr double kLeastUs = 0.5;  // CUDA Runtime API, cudaEventElapsedTime

// The bytes that a launch moves between DRAM and the chip if its caches are perfect: what it reads and what
// it writes of each array.
std::size_t least_dram_bytes(const simt::LaunchReport& report, const ArraySizes& sizes) {
  struct Moved {
    std::size_t read = 0;
    std::size_t written = 0;
  };
  std::map<std::string, Moved> moved;
  for (const simt::AccessCost& access : report.accesses) {
    if (access.space != simt::Space::global && access.space != simt::Space::texture) continue;
    const std::size_t bytes = access.sectors * simt::kSectorBytes;
    Moved& of_array = moved[access.array];
    if (access.op != simt::Op::store) of_array.read += bytes;
    if (access.op != simt::Op::load) of_array.written += bytes;
  }
  std::size_t sum = 0;
  for (const auto& [name, of_array] : moved) {
    const auto size = sizes.find(name);
    const std::size_t most = size == sizes.end() ? 0 : size->second;
    sum += std::min(of_array.read, most) + std::min(of_array.written, most);
  }
  return sum;
}

}  // namespace

double DeviceClock::add(double us) {
  const double taken = std::max(us, kLeastUs);
  now_us_ += taken;
  return taken;
}

double DeviceClock::add_launch(const simt::LaunchReport& report, const ArraySizes& sizes) {
  if (report.predicted.us > 0) {
    add(report.predicted.us);
    return report.predicted.least_us;
  }
  return add(simt::least_time(report, least_dram_bytes(report, sizes), device()).total_us());
}

void DeviceClock::add_bus_copy(std::size_t bytes) {
  add(static_cast<double>(bytes) / (device().pcie_gb_per_s * 1e3));
}

void DeviceClock::add_device_traffic(std::size_t bytes) {
  add(static_cast<double>(bytes) / (device().dram_gb_per_s * 1e3));
}

}  // namespace cudart
