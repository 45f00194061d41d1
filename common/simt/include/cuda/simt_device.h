// What a kernel may call: built-in indices, barriers, cached loads, arithmetic. The functions named simt_*
// live in the SIMT machine's host library and are resolved when the module is loaded.
#pragma once

#include "simt_arithmetic.h"
#include "simt_atomics.h"
#include "simt_cached.h"
#include "simt_clock.h"
#include "simt_conversions.h"
#include "simt_language.h"
#include "simt_math.h"
#include "simt_qualifiers.h"
#include "simt_rounded_arithmetic.h"
#include "simt_texture.h"
#include "simt_unsupported.h"
#include "simt_vector_types.h"
#include "simt_warp.h"

extern "C" {
// "const" lets the compiler fold repeated uses: within one thread the answer never changes. One function a
// component, since compilers fold calls that return a number and not those that return a struct.
unsigned simt_thread_index_x() __attribute__((const));
unsigned simt_thread_index_y() __attribute__((const));
unsigned simt_thread_index_z() __attribute__((const));
unsigned simt_block_index_x() __attribute__((const));
unsigned simt_block_index_y() __attribute__((const));
unsigned simt_block_index_z() __attribute__((const));
unsigned simt_block_dimension_x() __attribute__((const));
unsigned simt_block_dimension_y() __attribute__((const));
unsigned simt_block_dimension_z() __attribute__((const));
unsigned simt_grid_dimension_x() __attribute__((const));
unsigned simt_grid_dimension_y() __attribute__((const));
unsigned simt_grid_dimension_z() __attribute__((const));
void simt_barrier();
// A barrier at which the block's threads count those whose predicate is not 0.
int simt_barrier_count(int predicate);
void simt_fence();
int simt_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
}

#define threadIdx (uint3{simt_thread_index_x(), simt_thread_index_y(), simt_thread_index_z()})
#define blockIdx (uint3{simt_block_index_x(), simt_block_index_y(), simt_block_index_z()})
#define blockDim (dim3(simt_block_dimension_x(), simt_block_dimension_y(), simt_block_dimension_z()))
#define gridDim (dim3(simt_grid_dimension_x(), simt_grid_dimension_y(), simt_grid_dimension_z()))
#define printf(...) simt_printf(__VA_ARGS__)

constexpr int warpSize = 32;

__forceinline__ void __syncthreads() { SIMT_DO_NOT_MERGE simt_barrier(); }
__forceinline__ int __syncthreads_count(int predicate) {
  SIMT_DO_NOT_MERGE return simt_barrier_count(predicate);
}
__forceinline__ int __syncthreads_or(int predicate) { return __syncthreads_count(predicate) != 0; }
__forceinline__ int __syncthreads_and(int predicate) { return __syncthreads_count(!predicate) == 0; }

// Lanes run one after another, and each sees what those before it wrote; a fence tells the machine what
// blocks may rely on.
__forceinline__ void __threadfence_block() {}
__forceinline__ void __threadfence() { simt_fence(); }
__forceinline__ void __threadfence_system() { simt_fence(); }
