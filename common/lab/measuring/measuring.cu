// The kit's own kernels: they fill and compare the arrays of a measurement where they lie, on the GPU. Each
// runs on any number of blocks.
#include "measuring.h"

namespace {

// Neighbouring numbers give unlike ones; each bit depends on all bits of `value` (the finaliser of
// MurmurHash3, Austin Appleby, in the public domain).
__device__ unsigned mixed(unsigned value) {
  value ^= value >> 16;
  value *= 0x85ebca6bU;
  value ^= value >> 13;
  value *= 0xc2b2ae35U;
  return value ^ (value >> 16);
}

// A number for a place and a seed.
__device__ unsigned drawn(unsigned long long index, unsigned long long seed) {
  const unsigned place =
      mixed(static_cast<unsigned>(index) + 0x9e3779b9U * static_cast<unsigned>(index >> 32));
  return mixed(mixed(place + static_cast<unsigned>(seed)) ^ static_cast<unsigned>(seed >> 32));
}

__device__ unsigned long long first_index() {
  return static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ unsigned long long step() { return static_cast<unsigned long long>(gridDim.x) * blockDim.x; }

__device__ void note(MeasuringMismatch* found, unsigned long long index) {
  atomicAdd(&found->count, 1ULL);
  atomicMin(&found->first, index);
}

}  // namespace

extern "C" __global__ void measuring_fill_floats(float* values, unsigned long long n,
                                                 unsigned long long seed) {
  for (unsigned long long i = first_index(); i < n; i += step()) {
    // 23 random bits and a half are exact in a float, and the half keeps every value off 0.
    values[i] = (static_cast<float>(drawn(i, seed) >> 9) + 0.5F) * (1.0F / 4194304.0F) - 1.0F;
  }
}

extern "C" __global__ void measuring_fill_ints(int* values, unsigned long long n, unsigned long long seed,
                                               unsigned below) {
  for (unsigned long long i = first_index(); i < n; i += step()) {
    values[i] = static_cast<int>(drawn(i, seed) % below);
  }
}

extern "C" __global__ void measuring_compare_words(const unsigned* a, const unsigned* b, unsigned long long n,
                                                   MeasuringMismatch* found) {
  for (unsigned long long i = first_index(); i < n; i += step()) {
    if (a[i] != b[i]) note(found, i);
  }
}

extern "C" __global__ void measuring_compare_floats(const float* a, const float* b, unsigned long long n,
                                                    float tolerance, MeasuringMismatch* found) {
  for (unsigned long long i = first_index(); i < n; i += step()) {
    // Written so that a NaN is always wrong.
    if (!(fabsf(a[i] - b[i]) <= tolerance * fmaxf(1.0F, fabsf(b[i])))) note(found, i);
  }
}

extern "C" __global__ void measuring_transpose(float* to, unsigned long long to_pitch, const float* from,
                                               unsigned long long from_pitch, unsigned long long rows,
                                               unsigned long long cols) {
  for (unsigned long long i = first_index(); i < rows * cols; i += step()) {
    to[i % cols * to_pitch + i / cols] = from[i / cols * from_pitch + i % cols];
  }
}

extern "C" __global__ void measuring_copy_strided(float* to, const float* from, unsigned long long n,
                                                  unsigned long long stride) {
  for (unsigned long long i = first_index(); i < n; i += step()) to[i] = from[i * stride];
}

extern "C" __global__ void measuring_add_scaled(float* values, unsigned long long n, unsigned long long run,
                                                unsigned long long period, unsigned long long ahead,
                                                float factor) {
  for (unsigned long long i = first_index(); i < n; i += step()) {
    const unsigned long long at = i / run * period + i % run;
    values[at] += factor * values[at + ahead];
  }
}

extern "C" __global__ void measuring_sum_runs(const float* values, unsigned long long n,
                                              unsigned long long run, float* sums) {
  for (unsigned long long i = first_index(); i < n; i += step()) {
    float sum = 0;
    for (unsigned long long k = 0; k < run; ++k) sum += values[i * run + k];
    sums[i] = sum;
  }
}

extern "C" __global__ void measuring_sweep(const uint4* values, unsigned long long n, unsigned* sink) {
  unsigned seen = 0;
  for (unsigned long long i = first_index(); i < n; i += step()) {
    const uint4 value = values[i];
    seen |= value.x | value.y | value.z | value.w;
  }
  if (seen == 1) *sink = seen;  // never so: the values are all 0; but the compiler must load them
}
