// The measured forms of lab 1's checks: on a GPU, against its own memory.
#pragma once

namespace sweep {

// strided_read at strides 1, 2, 4, 8, 16 and 32 in one run; stride 32 keeps at most this part of stride 1's
// bandwidth. Plots the curve.
void expect_measured_fall(double most);

// fast_copy has at least this part of cudaMemcpy's bandwidth, for 1 GiB.
void expect_measured_copy(double part);

}  // namespace sweep
