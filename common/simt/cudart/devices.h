// Which GPU a program is told that it runs on: SIMT_DEVICE names it, an H200 otherwise. Counting rules are
// the H200's on all of them; what differs is what a program can ask for, and how long its traffic takes at
// least.
#pragma once

#include <cstddef>

#include "simt/least_time.h"
#include "simt_host_functions.h"

namespace cudart {

struct Device {
  simt::DeviceProfile profile;
  std::size_t memory_bytes = 0;  // the GPU's; a program gets no more than this computer can hold
  int major = 0;                 // compute capability
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
  double pcie_gb_per_s = 0;  // 1e9 bytes a second, one way, from and to pinned memory
};

// The chosen one. Ends the program where SIMT_DEVICE names none of them.
const Device& device();

// The memory that the chosen device has for this program: its own, or what this computer can hold of it.
std::size_t device_memory_bytes();

constexpr int kSharedPerBlock = 48 * 1024;  // a block's limit without opting in
// Shared memory that the system takes of each block, from compute capability 8.0 on
constexpr int kReservedShared = 1024;

// The properties that cudaGetDeviceProperties returns.
cudaDeviceProp properties_of(const Device& device);

}  // namespace cudart
