// What a GPU accepts as a launch. Limits: CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability".
#pragma once

#include <string>

#include "simt/machine.h"

namespace simt {

// Returns why the kernel cannot be launched with this shape: a sentence with what is too large, and the
// limit. Empty if it can.
std::string why_refused(const Kernel& kernel, const LaunchShape& shape);

// Threads of such blocks that one SM of sm_90 holds at a time: BytesInFlight::resident_threads.
std::uint64_t resident_threads(const Kernel& kernel, const LaunchShape& shape);
// Blocks of the grid that an H100 SXM (132 SMs) holds at a time, by their threads, shared memory and registers: at least 1.
std::uint64_t resident_blocks_of_gpu(const Kernel& kernel, const LaunchShape& shape);

}  // namespace simt
