#include "simt/least_time.h"

#include <algorithm>

namespace simt {
namespace {

constexpr double kDataPathBytes = 128;  // bytes a cycle of the L1 and shared-memory data path, one wavefront

// Wavefronts that a launch takes of the data path which shared memory and L1 are served by.
double data_path_wavefronts(const LaunchReport& report) {
  double wavefronts = 0;
  for (const auto& access : report.accesses) {
    const double bytes = static_cast<double>(access.lanes) * access.width;
    wavefronts +=
        access.space == Space::shared
            ? static_cast<double>(access.wavefronts)
            : std::max(static_cast<double>(access.requests - access.split_requests), bytes / kDataPathBytes);
  }
  return wavefronts;
}

// Bytes that go to or from L2; an atomic operation goes both ways. Local memory is left out, because L1 keeps
// it and writes it back late or never (CUDA C++ Programming Guide, "Local Memory").
double sector_bytes(const LaunchReport& report, Op op) {
  double sectors = 0;
  for (const auto& access : report.accesses) {
    const bool goes_this_way = access.op == op || access.op == Op::atomic;
    if (goes_this_way && access.space != Space::local) sectors += static_cast<double>(access.sectors);
  }
  return sectors * kSectorBytes;
}

}  // namespace

double LeastTime::total_us() const { return std::max({dram_us, l2_us, shared_us}); }

const char* LeastTime::limiter() const {
  if (dram_us >= l2_us && dram_us >= shared_us) return "DRAM";
  return l2_us >= shared_us ? "L2" : "shared memory";
}

LeastTime least_time(const LaunchReport& report, std::uint64_t problem_bytes, const Device& device) {
  // GB/s is 1e3 bytes a microsecond; GHz is 1e3 clocks a microsecond.
  const double read_us = sector_bytes(report, Op::load) / (device.l2_read_gb_per_s * 1e3);
  const double write_us = sector_bytes(report, Op::store) / (device.l2_write_gb_per_s * 1e3);
  return {static_cast<double>(problem_bytes) / (device.dram_gb_per_s * 1e3), std::max(read_us, write_us),
          data_path_wavefronts(report) / (device.multiprocessors * device.clock_ghz * 1e3)};
}

}  // namespace simt
