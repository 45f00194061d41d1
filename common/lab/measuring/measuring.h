// The kit's own kernels for measurements, as both the GPU and the test programs see them.
#pragma once

#include <cuda_runtime.h>

// The result of a comparison. It starts as {0, all ones}.
struct MeasuringMismatch {
  unsigned long long count;
  unsigned long long first;  // the lowest wrong index
};

// Fills an array with floats between -1 and 1, none of them 0. The same index and seed give the same value,
// everywhere.
extern "C" __global__ void measuring_fill_floats(float* values, unsigned long long n,
                                                 unsigned long long seed);

// 0 to below - 1.
extern "C" __global__ void measuring_fill_ints(int* values, unsigned long long n, unsigned long long seed,
                                               unsigned below);

// Bit by bit.
extern "C" __global__ void measuring_compare_words(const unsigned* a, const unsigned* b, unsigned long long n,
                                                   MeasuringMismatch* found);

// |a - b| <= tolerance * max(1, |b|)
extern "C" __global__ void measuring_compare_floats(const float* a, const float* b, unsigned long long n,
                                                    float tolerance, MeasuringMismatch* found);

// to[c * to_pitch + r] = from[r * from_pitch + c] for 0 <= r < rows, 0 <= c < cols.
extern "C" __global__ void measuring_transpose(float* to, unsigned long long to_pitch, const float* from,
                                               unsigned long long from_pitch, unsigned long long rows,
                                               unsigned long long cols);

// to[i] = from[i * stride] for 0 <= i < n.
extern "C" __global__ void measuring_copy_strided(float* to, const float* from, unsigned long long n,
                                                  unsigned long long stride);

// Adds factor * values[i + ahead] to values[i] at n places i: runs of `run` neighbours, a `period` apart. A
// value that changes is added to no other. The sum is exact but for one rounding if the factor is a power of
// two.
extern "C" __global__ void measuring_add_scaled(float* values, unsigned long long n, unsigned long long run,
                                                unsigned long long period, unsigned long long ahead,
                                                float factor);

// sums[i] = values[i * run] + values[i * run + 1] + ... for 0 <= i < n: runs of `run` neighbours, each added
// up one after another.
extern "C" __global__ void measuring_sum_runs(const float* values, unsigned long long n,
                                              unsigned long long run, float* sums);

// Reads n zeros, so that they take the place of everything else in L2.
extern "C" __global__ void measuring_sweep(const uint4* values, unsigned long long n, unsigned* sink);
