// Atomic operations on shared and global memory. CUDA C++ Programming Guide, "Atomic Functions".
#pragma once

#include "simt_qualifiers.h"

extern "C" {
enum SimtAtomic {
  simt_atomic_add,
  simt_atomic_min,
  simt_atomic_max,
  simt_atomic_exchange,
  simt_atomic_compare_and_swap,
  simt_atomic_and,
  simt_atomic_or,
  simt_atomic_xor,
  simt_atomic_increment,
  simt_atomic_decrement,
};
// Each returns what was there before. `compare` matters to compare-and-swap alone.
int simt_atomic_i32(enum SimtAtomic what, int* at, int value, int compare);
unsigned simt_atomic_u32(enum SimtAtomic what, unsigned* at, unsigned value, unsigned compare);
unsigned short simt_atomic_u16(enum SimtAtomic what, unsigned short* at, unsigned short value,
                               unsigned short compare);
long long simt_atomic_i64(enum SimtAtomic what, long long* at, long long value, long long compare);
unsigned long long simt_atomic_u64(enum SimtAtomic what, unsigned long long* at, unsigned long long value,
                                   unsigned long long compare);
float simt_atomic_f32(enum SimtAtomic what, float* at, float value);
double simt_atomic_f64(enum SimtAtomic what, double* at, double value);
}

__forceinline__ int atomicAdd(int* at, int value) { return simt_atomic_i32(simt_atomic_add, at, value, 0); }
__forceinline__ unsigned atomicAdd(unsigned* at, unsigned value) {
  return simt_atomic_u32(simt_atomic_add, at, value, 0);
}
__forceinline__ unsigned long long atomicAdd(unsigned long long* at, unsigned long long value) {
  return simt_atomic_u64(simt_atomic_add, at, value, 0);
}
__forceinline__ float atomicAdd(float* at, float value) {
  return simt_atomic_f32(simt_atomic_add, at, value);
}
__forceinline__ double atomicAdd(double* at, double value) {
  return simt_atomic_f64(simt_atomic_add, at, value);
}

__forceinline__ int atomicSub(int* at, int value) {
  return simt_atomic_i32(simt_atomic_add, at, static_cast<int>(0U - static_cast<unsigned>(value)), 0);
}
__forceinline__ unsigned atomicSub(unsigned* at, unsigned value) {
  return simt_atomic_u32(simt_atomic_add, at, 0U - value, 0);
}

__forceinline__ int atomicMin(int* at, int value) { return simt_atomic_i32(simt_atomic_min, at, value, 0); }
__forceinline__ unsigned atomicMin(unsigned* at, unsigned value) {
  return simt_atomic_u32(simt_atomic_min, at, value, 0);
}
__forceinline__ long long atomicMin(long long* at, long long value) {
  return simt_atomic_i64(simt_atomic_min, at, value, 0);
}
__forceinline__ unsigned long long atomicMin(unsigned long long* at, unsigned long long value) {
  return simt_atomic_u64(simt_atomic_min, at, value, 0);
}

__forceinline__ int atomicMax(int* at, int value) { return simt_atomic_i32(simt_atomic_max, at, value, 0); }
__forceinline__ unsigned atomicMax(unsigned* at, unsigned value) {
  return simt_atomic_u32(simt_atomic_max, at, value, 0);
}
__forceinline__ long long atomicMax(long long* at, long long value) {
  return simt_atomic_i64(simt_atomic_max, at, value, 0);
}
__forceinline__ unsigned long long atomicMax(unsigned long long* at, unsigned long long value) {
  return simt_atomic_u64(simt_atomic_max, at, value, 0);
}

__forceinline__ int atomicAnd(int* at, int value) { return simt_atomic_i32(simt_atomic_and, at, value, 0); }
__forceinline__ unsigned atomicAnd(unsigned* at, unsigned value) {
  return simt_atomic_u32(simt_atomic_and, at, value, 0);
}
__forceinline__ unsigned long long atomicAnd(unsigned long long* at, unsigned long long value) {
  return simt_atomic_u64(simt_atomic_and, at, value, 0);
}

__forceinline__ int atomicOr(int* at, int value) { return simt_atomic_i32(simt_atomic_or, at, value, 0); }
__forceinline__ unsigned atomicOr(unsigned* at, unsigned value) {
  return simt_atomic_u32(simt_atomic_or, at, value, 0);
}
__forceinline__ unsigned long long atomicOr(unsigned long long* at, unsigned long long value) {
  return simt_atomic_u64(simt_atomic_or, at, value, 0);
}

__forceinline__ int atomicXor(int* at, int value) { return simt_atomic_i32(simt_atomic_xor, at, value, 0); }
__forceinline__ unsigned atomicXor(unsigned* at, unsigned value) {
  return simt_atomic_u32(simt_atomic_xor, at, value, 0);
}
__forceinline__ unsigned long long atomicXor(unsigned long long* at, unsigned long long value) {
  return simt_atomic_u64(simt_atomic_xor, at, value, 0);
}

__forceinline__ int atomicExch(int* at, int value) {
  return simt_atomic_i32(simt_atomic_exchange, at, value, 0);
}
__forceinline__ unsigned atomicExch(unsigned* at, unsigned value) {
  return simt_atomic_u32(simt_atomic_exchange, at, value, 0);
}
__forceinline__ unsigned long long atomicExch(unsigned long long* at, unsigned long long value) {
  return simt_atomic_u64(simt_atomic_exchange, at, value, 0);
}
__forceinline__ float atomicExch(float* at, float value) {
  return simt_atomic_f32(simt_atomic_exchange, at, value);
}

__forceinline__ int atomicCAS(int* at, int compare, int value) {
  return simt_atomic_i32(simt_atomic_compare_and_swap, at, value, compare);
}
__forceinline__ unsigned atomicCAS(unsigned* at, unsigned compare, unsigned value) {
  return simt_atomic_u32(simt_atomic_compare_and_swap, at, value, compare);
}
__forceinline__ unsigned short atomicCAS(unsigned short* at, unsigned short compare, unsigned short value) {
  return simt_atomic_u16(simt_atomic_compare_and_swap, at, value, compare);
}
__forceinline__ unsigned long long atomicCAS(unsigned long long* at, unsigned long long compare,
                                             unsigned long long value) {
  return simt_atomic_u64(simt_atomic_compare_and_swap, at, value, compare);
}

// Up to `value` and round to 0; down to 0, and from there or from above `value` to `value`.
__forceinline__ unsigned atomicInc(unsigned* at, unsigned value) {
  return simt_atomic_u32(simt_atomic_increment, at, value, 0);
}
__forceinline__ unsigned atomicDec(unsigned* at, unsigned value) {
  return simt_atomic_u32(simt_atomic_decrement, at, value, 0);
}

// A machine of one GPU and no host threads has one scope: the block-wide and system-wide forms are the same.
template <class T>
__forceinline__ T atomicAdd_block(T* at, T value) {
  return atomicAdd(at, value);
}
template <class T>
__forceinline__ T atomicAdd_system(T* at, T value) {
  return atomicAdd(at, value);
}
template <class T>
__forceinline__ T atomicMin_block(T* at, T value) {
  return atomicMin(at, value);
}
template <class T>
__forceinline__ T atomicMax_block(T* at, T value) {
  return atomicMax(at, value);
}
template <class T>
__forceinline__ T atomicExch_block(T* at, T value) {
  return atomicExch(at, value);
}
template <class T>
__forceinline__ T atomicCAS_block(T* at, T compare, T value) {
  return atomicCAS(at, compare, value);
}
