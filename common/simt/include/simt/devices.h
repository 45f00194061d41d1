// The GPUs that the machine knows, in one table: what limits the time of a launch, and what a program can ask
// for. Counting rules are the H200's on all of them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace simt {

struct Device {
  std::string name;
  // What limits the time of a launch. Numbers and sources: docs/measurements/device_profiles.md.
  double dram_gb_per_s = 0;  // 1e9 bytes a second
  double l2_read_gb_per_s = 0;
  double l2_write_gb_per_s = 0;
  double multiprocessors = 0;
  double clock_ghz = 0;
  double in_flight_kib = 0;  // in each SM, to keep DRAM busy; 0: not known
  // What a program can ask for.
  std::size_t memory_bytes = 0;
  int major = 0;  // compute capability
  int minor = 0;
  int threads_per_multiprocessor = 0;
  int blocks_per_multiprocessor = 0;
  int shared_per_multiprocessor = 0;
  int shared_opt_in = 0;  // the most that one block can have
  int l2_bytes = 0;
  int persisting_l2_bytes = 0;
  int bus_bits = 0;
  int memory_clock_khz = 0;
  int copy_engines = 0;
  bool has_clusters = false;
  double pcie_gb_per_s = 0;       // 1e9 bytes a second, one way, from and to pinned memory
  std::size_t pitch_bytes = 512;  // cudaMallocPitch: measured on an H200
};

// The first is the H200, which the machine's counting rules were measured on.
const std::vector<Device>& devices();

// The first device whose name contains `text`, whatever its case: "h100". Null if none does.
const Device* find_device(const std::string& text);

}  // namespace simt
