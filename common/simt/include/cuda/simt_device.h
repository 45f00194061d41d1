// What a kernel may call: built-in indices, barriers, cached loads, arithmetic. The functions named simt_*
// live in the SIMT machine's host library and are resolved when the module is loaded.
#pragma once

#include "simt_qualifiers.h"
#include "simt_vector_types.h"

extern "C" {
// "const" lets the compiler fold repeated uses: within one thread the answer never changes.
uint3 simt_thread_index() __attribute__((const));
uint3 simt_block_index() __attribute__((const));
uint3 simt_block_dimensions() __attribute__((const));
uint3 simt_grid_dimensions() __attribute__((const));
void simt_barrier();
int simt_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
}

#define threadIdx (simt_thread_index())
#define blockIdx (simt_block_index())
#define blockDim (dim3(simt_block_dimensions()))
#define gridDim (dim3(simt_grid_dimensions()))
#define printf(...) simt_printf(__VA_ARGS__)

constexpr int warpSize = 32;

__forceinline__ void __syncthreads() { simt_barrier(); }

// Cached loads differ in where a line is kept, not in the sectors a request touches.
template <class T>
__forceinline__ T __ldg(const T* address) {
  return *address;
}
template <class T>
__forceinline__ T __ldcg(const T* address) {
  return *address;
}
template <class T>
__forceinline__ T __ldcs(const T* address) {
  return *address;
}
template <class T>
__forceinline__ void __stcs(T* address, const T& value) {
  *address = value;
}
template <class T>
__forceinline__ void __stcg(T* address, const T& value) {
  *address = value;
}

// CUDA's min and max take mixed arithmetic types; the result is their common type (CUDA Math API, "Integer
// Functions").
template <class A, class B>
constexpr auto min(A a, B b) -> decltype(a + b) {
  return static_cast<decltype(a + b)>(b) < static_cast<decltype(a + b)>(a) ? b : a;
}
template <class A, class B>
constexpr auto max(A a, B b) -> decltype(a + b) {
  return static_cast<decltype(a + b)>(a) < static_cast<decltype(a + b)>(b) ? b : a;
}
