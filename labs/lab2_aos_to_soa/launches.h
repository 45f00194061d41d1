// How the lab's kernels are launched on n particles, and whether a launch was safe.
#pragma once

#include <string>

#include "lab/kernel.h"

namespace particles {

simt::LaunchShape launch_for(int n);
std::string size_text(int n);  // "n = 33"

// lab::expect_no_faults; a read of a place of `array` that belongs to no particle is told to be one.
bool expect_no_faults(const lab::LaunchResult& run, const std::string& array, int n);

}  // namespace particles
