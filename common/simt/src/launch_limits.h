// What a GPU accepts as a launch. Limits: CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability".
#pragma once

#include <string>

#include "simt/machine.h"

namespace simt {

// Empty when the shape is fine for the kernel; otherwise a sentence that says what is too large, and the
// limit.
std::string why_refused(const Kernel& kernel, const LaunchShape& shape);

// Threads of such blocks that one SM of sm_90 holds at a time: BytesInFlight::resident_threads.
std::uint64_t resident_threads(const Kernel& kernel, const LaunchShape& shape);

}  // namespace simt
