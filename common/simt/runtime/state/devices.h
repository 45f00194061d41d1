// Which GPU a program is told that it runs on: SIMT_DEVICE names it, an H200 otherwise. Counting rules are
// the H200's on all of them; what differs is what a program can ask for, and how long its traffic takes at
// least.
#pragma once

#include <cstddef>

#include "host/simt_host_functions.h"
#include "simt/devices.h"

namespace cudart {

// The chosen one. Ends the program where SIMT_DEVICE names none of them.
const simt::Device& device();

// The memory that the chosen device has for this program: its own, or what this computer can hold of it.
std::size_t device_memory_bytes();

constexpr int kSharedPerBlock = 48 * 1024;  // a block's limit without opting in
// Shared memory that the system takes of each block, from compute capability 8.0 on
constexpr int kReservedShared = 1024;

// The properties that cudaGetDeviceProperties returns.
cudaDeviceProp properties_of(const simt::Device& device);

// The attributes of the device by their numbers, as cudaDeviceGetAttribute returns them. cudaErrorInvalidValue:
// CUDA has no such attribute.
cudaError_t find_attribute(int* value, cudaDeviceAttr wanted);

}  // namespace cudart
