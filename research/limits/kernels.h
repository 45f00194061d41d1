// The kernels that launches.cu runs: the labs' own, the reference solutions' and the variants', each compiled
// by itself (the labs' headers share names). Their contracts are those headers'.
#pragma once

#include <cuda_runtime.h>

// Lab 1
extern "C" __global__ void copy_floats(const float* in, float* out, int n);
extern "C" __global__ void fast_copy(const float* in, float* out, int n);

// Lab 2; an array of particles is one of floats here.
extern "C" __global__ void copy_particles(const float* in, float* out, int n);
extern "C" __global__ void update_aos(float* particles, int n, float dt);
extern "C" __global__ void update_soa(float* soa, int n, int pitch, float dt);
extern "C" __global__ void update_soa_streaming(float* soa, int n, int pitch, float dt);
extern "C" __global__ void update_soa_vectors(float* soa, int n, int pitch, float dt);
extern "C" __global__ void update_aosoa(float* chunks, int n, float dt);
extern "C" __global__ void update_aosoa_streaming(float* chunks, int n, float dt);
extern "C" __global__ void aos_to_soa(const float* aos, float* soa, int n, int pitch);
extern "C" __global__ void to_soa_loads_first(const float* aos, float* soa, int n, int pitch);
extern "C" __global__ void to_soa_streaming(const float* aos, float* soa, int n, int pitch);
extern "C" __global__ void to_soa_vectors(const float* aos, float* soa, int n, int pitch);
extern "C" __global__ void to_soa_vectors_streaming(const float* aos, float* soa, int n, int pitch);
extern "C" __global__ void soa_to_aos(const float* soa, float* aos, int n, int pitch);
extern "C" __global__ void to_aos_loads_first(const float* soa, float* aos, int n, int pitch);
extern "C" __global__ void to_aos_streaming(const float* soa, float* aos, int n, int pitch);
extern "C" __global__ void to_aos_vectors(const float* soa, float* aos, int n, int pitch);
extern "C" __global__ void to_aos_vectors_streaming(const float* soa, float* aos, int n, int pitch);

// Lab 3
extern "C" __global__ void column_sum_plain(const float* in, float* out, int tiles);
extern "C" __global__ void column_sum_padded(const float* in, float* out, int tiles);
extern "C" __global__ void column_sum_swizzled(const float* in, float* out, int tiles);

// Lab 4
extern "C" __global__ void copy_rows(const float* in, float* out, int rows, int cols);
extern "C" __global__ void copy_down(const float* in, float* out, int rows, int cols);
extern "C" __global__ void copy_strips_4(const float* in, float* out, int rows, int cols);
extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols);
extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols);
extern "C" __global__ void padded_streaming(const float* in, float* out, int rows, int cols);
extern "C" __global__ void padded_down(const float* in, float* out, int rows, int cols);
extern "C" __global__ void padded_strips_2(const float* in, float* out, int rows, int cols);
extern "C" __global__ void padded_strips_4(const float* in, float* out, int rows, int cols);
extern "C" __global__ void padded_strips_16(const float* in, float* out, int rows, int cols);
extern "C" __global__ void padded_vectors(const float* in, float* out, int rows, int cols);
extern "C" __global__ void padded_vectors_streaming(const float* in, float* out, int rows, int cols);
extern "C" __global__ void padded_vectors_down(const float* in, float* out, int rows, int cols);
extern "C" __global__ void padded_vectors_strips_2(const float* in, float* out, int rows, int cols);
extern "C" __global__ void padded_vectors_swizzled(const float* in, float* out, int rows, int cols);
extern "C" __global__ void padded_vectors_swizzled_down(const float* in, float* out, int rows, int cols);
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols);
extern "C" __global__ void tile16_no_conflicts(const float* in, float* out, int rows, int cols);

// Lab 5
extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols);
