// What fills the arrays of a timed run with the lab's own kernels, and how many blocks fill a GPU.
#pragma once

#include <cstdint>

#include "lab/gpu_work.h"

namespace filling {

// Multiples of 1/4, none of them 0, whose sums are exact in any order: a lab::Draw.
void quarters(void* values, std::size_t bytes, std::uint64_t seed);

// Sets the same byte everywhere, another one for each seed: a lab::Draw.
void one_byte(void* values, std::size_t bytes, std::uint64_t seed);

// Blocks of 256 threads that the GPU's multiprocessors hold at a time, all of them together.
unsigned blocks_that_fill();

}  // namespace filling
