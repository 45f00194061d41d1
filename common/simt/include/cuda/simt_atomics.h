// Atomic operations on shared and global memory. CUDA C++ Programming Guide, "Atomic Functions".
#pragma once

#include "simt_qualifiers.h"

extern "C" {
enum SimtAtomic {
  simt_atomic_add,
  simt_atomic_count,  // adds 1
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
// `compare` matters to compare-and-swap alone.
void simt_atomic_i32(enum SimtAtomic what, int* at, int value, int compare);
void simt_atomic_u32(enum SimtAtomic what, unsigned* at, unsigned value, unsigned compare);
void simt_atomic_u16(enum SimtAtomic what, unsigned short* at, unsigned short value, unsigned short compare);
void simt_atomic_i64(enum SimtAtomic what, long long* at, long long value, long long compare);
void simt_atomic_u64(enum SimtAtomic what, unsigned long long* at, unsigned long long value,
                     unsigned long long compare);
void simt_atomic_f32(enum SimtAtomic what, float* at, float value, float compare);
void simt_atomic_f64(enum SimtAtomic what, double* at, double value, double compare);
// What the last operation found. "pure": where nobody reads it the call vanishes, and the machine knows that
// nobody does.
int simt_atomic_old_i32() __attribute__((pure));
unsigned simt_atomic_old_u32() __attribute__((pure));
unsigned short simt_atomic_old_u16() __attribute__((pure));
long long simt_atomic_old_i64() __attribute__((pure));
unsigned long long simt_atomic_old_u64() __attribute__((pure));
float simt_atomic_old_f32() __attribute__((pure));
double simt_atomic_old_f64() __attribute__((pure));
}

namespace simt_atomics {

__forceinline__ int apply(SimtAtomic what, int* at, int value, int compare = {}) {
  SIMT_DO_NOT_MERGE simt_atomic_i32(what, at, value, compare);
  return simt_atomic_old_i32();
}
__forceinline__ unsigned apply(SimtAtomic what, unsigned* at, unsigned value, unsigned compare = {}) {
  SIMT_DO_NOT_MERGE simt_atomic_u32(what, at, value, compare);
  return simt_atomic_old_u32();
}
__forceinline__ unsigned short apply(SimtAtomic what, unsigned short* at, unsigned short value,
                                     unsigned short compare = {}) {
  SIMT_DO_NOT_MERGE simt_atomic_u16(what, at, value, compare);
  return simt_atomic_old_u16();
}
__forceinline__ long long apply(SimtAtomic what, long long* at, long long value, long long compare = {}) {
  SIMT_DO_NOT_MERGE simt_atomic_i64(what, at, value, compare);
  return simt_atomic_old_i64();
}
__forceinline__ unsigned long long apply(SimtAtomic what, unsigned long long* at, unsigned long long value,
                                         unsigned long long compare = {}) {
  SIMT_DO_NOT_MERGE simt_atomic_u64(what, at, value, compare);
  return simt_atomic_old_u64();
}
__forceinline__ float apply(SimtAtomic what, float* at, float value, float compare = {}) {
  SIMT_DO_NOT_MERGE simt_atomic_f32(what, at, value, compare);
  return simt_atomic_old_f32();
}
__forceinline__ double apply(SimtAtomic what, double* at, double value, double compare = {}) {
  SIMT_DO_NOT_MERGE simt_atomic_f64(what, at, value, compare);
  return simt_atomic_old_f64();
}

// Adding a 1 that the compiler can see is counting, to the GPU.
template <class T>
__forceinline__ T add(T* at, T value) {
  return apply(__builtin_constant_p(value) && value == 1 ? simt_atomic_count : simt_atomic_add, at, value);
}

}  // namespace simt_atomics

__forceinline__ int atomicAdd(int* at, int value) { return simt_atomics::add(at, value); }
__forceinline__ unsigned atomicAdd(unsigned* at, unsigned value) { return simt_atomics::add(at, value); }
__forceinline__ unsigned long long atomicAdd(unsigned long long* at, unsigned long long value) {
  return simt_atomics::apply(simt_atomic_add, at, value);
}
__forceinline__ float atomicAdd(float* at, float value) {
  return simt_atomics::apply(simt_atomic_add, at, value);
}
__forceinline__ double atomicAdd(double* at, double value) {
  return simt_atomics::apply(simt_atomic_add, at, value);
}

__forceinline__ int atomicSub(int* at, int value) {
  return simt_atomics::apply(simt_atomic_add, at, static_cast<int>(0U - static_cast<unsigned>(value)));
}
__forceinline__ unsigned atomicSub(unsigned* at, unsigned value) {
  return simt_atomics::apply(simt_atomic_add, at, 0U - value);
}

__forceinline__ int atomicMin(int* at, int value) { return simt_atomics::apply(simt_atomic_min, at, value); }
__forceinline__ unsigned atomicMin(unsigned* at, unsigned value) {
  return simt_atomics::apply(simt_atomic_min, at, value);
}
__forceinline__ long long atomicMin(long long* at, long long value) {
  return simt_atomics::apply(simt_atomic_min, at, value);
}
__forceinline__ unsigned long long atomicMin(unsigned long long* at, unsigned long long value) {
  return simt_atomics::apply(simt_atomic_min, at, value);
}

__forceinline__ int atomicMax(int* at, int value) { return simt_atomics::apply(simt_atomic_max, at, value); }
__forceinline__ unsigned atomicMax(unsigned* at, unsigned value) {
  return simt_atomics::apply(simt_atomic_max, at, value);
}
__forceinline__ long long atomicMax(long long* at, long long value) {
  return simt_atomics::apply(simt_atomic_max, at, value);
}
__forceinline__ unsigned long long atomicMax(unsigned long long* at, unsigned long long value) {
  return simt_atomics::apply(simt_atomic_max, at, value);
}

__forceinline__ int atomicAnd(int* at, int value) { return simt_atomics::apply(simt_atomic_and, at, value); }
__forceinline__ unsigned atomicAnd(unsigned* at, unsigned value) {
  return simt_atomics::apply(simt_atomic_and, at, value);
}
__forceinline__ unsigned long long atomicAnd(unsigned long long* at, unsigned long long value) {
  return simt_atomics::apply(simt_atomic_and, at, value);
}

__forceinline__ int atomicOr(int* at, int value) { return simt_atomics::apply(simt_atomic_or, at, value); }
__forceinline__ unsigned atomicOr(unsigned* at, unsigned value) {
  return simt_atomics::apply(simt_atomic_or, at, value);
}
__forceinline__ unsigned long long atomicOr(unsigned long long* at, unsigned long long value) {
  return simt_atomics::apply(simt_atomic_or, at, value);
}

__forceinline__ int atomicXor(int* at, int value) { return simt_atomics::apply(simt_atomic_xor, at, value); }
__forceinline__ unsigned atomicXor(unsigned* at, unsigned value) {
  return simt_atomics::apply(simt_atomic_xor, at, value);
}
__forceinline__ unsigned long long atomicXor(unsigned long long* at, unsigned long long value) {
  return simt_atomics::apply(simt_atomic_xor, at, value);
}

__forceinline__ int atomicExch(int* at, int value) {
  return simt_atomics::apply(simt_atomic_exchange, at, value);
}
__forceinline__ unsigned atomicExch(unsigned* at, unsigned value) {
  return simt_atomics::apply(simt_atomic_exchange, at, value);
}
__forceinline__ unsigned long long atomicExch(unsigned long long* at, unsigned long long value) {
  return simt_atomics::apply(simt_atomic_exchange, at, value);
}
__forceinline__ float atomicExch(float* at, float value) {
  return simt_atomics::apply(simt_atomic_exchange, at, value);
}

__forceinline__ int atomicCAS(int* at, int compare, int value) {
  return simt_atomics::apply(simt_atomic_compare_and_swap, at, value, compare);
}
__forceinline__ unsigned atomicCAS(unsigned* at, unsigned compare, unsigned value) {
  return simt_atomics::apply(simt_atomic_compare_and_swap, at, value, compare);
}
__forceinline__ unsigned short atomicCAS(unsigned short* at, unsigned short compare, unsigned short value) {
  return simt_atomics::apply(simt_atomic_compare_and_swap, at, value, compare);
}
__forceinline__ unsigned long long atomicCAS(unsigned long long* at, unsigned long long compare,
                                             unsigned long long value) {
  return simt_atomics::apply(simt_atomic_compare_and_swap, at, value, compare);
}

// Up to `value` and round to 0; down to 0, and from there or from above `value` to `value`.
__forceinline__ unsigned atomicInc(unsigned* at, unsigned value) {
  return simt_atomics::apply(simt_atomic_increment, at, value);
}
__forceinline__ unsigned atomicDec(unsigned* at, unsigned value) {
  return simt_atomics::apply(simt_atomic_decrement, at, value);
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
