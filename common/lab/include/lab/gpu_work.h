// The kit's own work on arrays that lie on the GPU: drawing inputs, comparing answers, and making right
// answers that several labs need. Its kernels are in common/lab/measuring. A lab's problem (lab/problem.h)
// does most of it by itself.
//
// Addresses are the GPU's; sizes count elements. All of it goes into the GPU's queue; only comparisons wait.
// Needs a session on cuda.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "lab/kernel.h"

namespace lab {

// Fills an array with fresh values: a place and a seed give the same value everywhere.
using Draw = std::function<void(void* values, std::size_t bytes, std::uint64_t seed)>;

void draw_floats(void* values, std::size_t bytes, std::uint64_t seed);  // between -1 and 1, none of them 0
Draw ints_below(unsigned limit);                                        // 0 to limit - 1

// Whether three quarters of the GPU's free memory hold so many bytes.
bool fits(std::size_t bytes);

// `most`, halved until as many elements of `bytes_each` fit.
std::size_t that_fit(std::size_t most, std::size_t bytes_each);

// Compares `found` with the right answer, word by word: "12 of 4096 words are wrong; the first is out[7]", or
// "" if all are right. It takes only whole words of 4 bytes.
std::string differences(const std::string& name, const void* found, const void* right, std::size_t bytes);

// Compares values that kernels may round differently: |found - right| <= tolerance * max(1, |right|).
std::string differences(const std::string& name, const float* found, const float* right, std::size_t count,
                        float tolerance);

// --- Calls that make right answers, or take part in a measurement.

// cudaMemcpy from device to device.
Call memcpy_call(void* to, const void* from, std::size_t bytes);

// to[i] = from[i * stride]
Call strided_copy_call(float* to, const float* from, std::size_t count, std::size_t stride);

// to[c][r] = from[r][c] for 0 <= r < rows, 0 <= c < cols. Rows begin a pitch apart; what is between them is
// nobody's.
Call transpose_call(float* to, std::size_t to_pitch, const float* from, std::size_t from_pitch,
                    std::size_t rows, std::size_t cols);

// Runs of `run` neighbours, `period` floats apart from each other: `count` floats in all.
struct Runs {
  std::size_t count = 0;
  std::size_t run = 0;
  std::size_t period = 0;
};

// Adds `factor` times the float that lies `ahead` of it to each float of the runs. Exact but for one rounding
// where the factor is a power of two: then every way to compute it gives the same bits.
Call add_scaled_call(float* values, const Runs& runs, std::size_t ahead, float factor);

// sums[i] = the sum of the i-th run of `run` neighbours of `values`, added up one after another in float.
Call sum_runs_call(float* sums, const float* values, std::size_t count, std::size_t run);

}  // namespace lab
