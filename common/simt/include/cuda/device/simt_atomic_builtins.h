// Atomic functions that take an order and a scope, as a compiler's __atomic functions do: __nv_atomic_load_n and its kin. CUDA
// C++ Programming Guide, "Atomic Functions", since CUDA 12.8.
//
// An order that releases is a fence before the operation, one that acquires a fence behind it, as in cuda::atomic.
#pragma once

#include "simt_atomics.h"
#include "simt_language.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5

#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

namespace simt_atomics {

// The numbers of simt::abi::Atomic behind those of What.
constexpr unsigned kLoad = 10;
constexpr unsigned kStore = 11;

template <class T>
constexpr __device__ unsigned number_of() {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8,
                "SIMT machine: atomic functions with an order take values of 4 or 8 bytes");
  if (__is_floating_point(T)) return static_cast<unsigned>(sizeof(T) == 4 ? Type::f32 : Type::f64);
  // Not by __is_signed: members of the standard library have that name, for which clang gives up the keyword.
  if (static_cast<T>(-1) < static_cast<T>(0))
    return static_cast<unsigned>(sizeof(T) == 4 ? Type::i32 : Type::i64);
  return static_cast<unsigned>(sizeof(T) == 4 ? Type::u32 : Type::u64);
}
// Of an operation that changes no number: the value's bits.
template <class T>
constexpr __device__ unsigned number_of_bits() {
  return sizeof(T) == 4 ? number_of<unsigned>() : number_of<unsigned long long>();
}

constexpr __device__ bool releases(int order) { return order >= __NV_ATOMIC_RELEASE; }
constexpr __device__ bool acquires(int order) {
  return order != __NV_ATOMIC_RELAXED && order != __NV_ATOMIC_RELEASE;
}
constexpr __device__ bool is_of_block(int scope) { return scope <= __NV_THREAD_SCOPE_BLOCK; }

__device__ __forceinline__ void fence(int scope) {
  is_of_block(scope) ? __threadfence_block() : __threadfence();
}

template <unsigned kWhat, class T>
__device__ __forceinline__ T ordered(T* address, T value, int order, int scope, T compare = T{}) {
  const auto bits = simt_bits::as<unsigned long long>(value);
  const auto compared = simt_bits::as<unsigned long long>(compare);
  if (releases(order)) fence(scope);
  // What is done is a constant of the call.
  const unsigned long long found = is_of_block(scope) ? simt_atomic(kWhat | kOfBlock, address, bits, compared)
                                                      : simt_atomic(kWhat, address, bits, compared);
  if (acquires(order)) fence(scope);
  return simt_bits::low_bits_as<T>(found);
}

template <What Operation, class T>
__device__ __forceinline__ T ordered_number(T* address, T value, int order, int scope) {
  return ordered<static_cast<unsigned>(Operation) | number_of<T>() << 8>(address, value, order, scope);
}
template <unsigned kOperation, class T>
__device__ __forceinline__ T ordered_bits(T* address, T value, int order, int scope, T compare = T{}) {
  return ordered<kOperation | number_of_bits<T>() << 8>(address, value, order, scope, compare);
}

}  // namespace simt_atomics

template <class T>
__device__ __forceinline__ T __nv_atomic_load_n(const T* address, int order,
                                                int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return simt_atomics::ordered_bits<simt_atomics::kLoad>(const_cast<T*>(address), T{}, order, scope);
}
template <class T>
__device__ __forceinline__ void __nv_atomic_load(const T* address, T* loaded, int order,
                                                 int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *loaded = __nv_atomic_load_n(address, order, scope);
}
template <class T, class U>
__device__ __forceinline__ void __nv_atomic_store_n(T* address, U value, int order,
                                                    int scope = __NV_THREAD_SCOPE_SYSTEM) {
  simt_atomics::ordered_bits<simt_atomics::kStore>(address, static_cast<T>(value), order, scope);
}
template <class T>
__device__ __forceinline__ void __nv_atomic_store(T* address, T* value, int order,
                                                  int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __nv_atomic_store_n(address, *value, order, scope);
}
template <class T, class U>
__device__ __forceinline__ T __nv_atomic_exchange_n(T* address, U value, int order,
                                                    int scope = __NV_THREAD_SCOPE_SYSTEM) {
  constexpr auto kExchange = static_cast<unsigned>(simt_atomics::What::exchange);
  return simt_atomics::ordered_bits<kExchange>(address, static_cast<T>(value), order, scope);
}
template <class T>
__device__ __forceinline__ void __nv_atomic_exchange(T* address, T* value, T* found, int order,
                                                     int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *found = __nv_atomic_exchange_n(address, *value, order, scope);
}
// `expected` takes what was found. The order is that of success, which is never weaker than that of failure.
template <class T, class U>
__device__ __forceinline__ bool __nv_atomic_compare_exchange_n(T* address, T* expected, U value,
                                                               bool /*weak*/, int order, int /*failure*/,
                                                               int scope = __NV_THREAD_SCOPE_SYSTEM) {
  constexpr auto kSwap = static_cast<unsigned>(simt_atomics::What::compare_and_swap);
  const T found = simt_atomics::ordered_bits<kSwap>(address, static_cast<T>(value), order, scope, *expected);
  const bool is_same =
      simt_bits::as<unsigned long long>(found) == simt_bits::as<unsigned long long>(*expected);
  *expected = found;
  return is_same;
}
template <class T>
__device__ __forceinline__ bool __nv_atomic_compare_exchange(T* address, T* expected, T* value, bool weak,
                                                             int order, int failure,
                                                             int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_compare_exchange_n(address, expected, *value, weak, order, failure, scope);
}

// Each operation has a form that returns what was there, and one that returns nothing.
#define SIMT_ORDERED_ATOMIC(name, Operation, value_of)                                                   \
  template <class T, class U>                                                                            \
  __device__ __forceinline__ T __nv_atomic_fetch_##name(T* address, U value, int order,                  \
                                                        int scope = __NV_THREAD_SCOPE_SYSTEM) {          \
    return simt_atomics::ordered_number<simt_atomics::What::Operation>(address, value_of, order, scope); \
  }                                                                                                      \
  template <class T, class U>                                                                            \
  __device__ __forceinline__ void __nv_atomic_##name(T* address, U value, int order,                     \
                                                     int scope = __NV_THREAD_SCOPE_SYSTEM) {             \
    __nv_atomic_fetch_##name(address, value, order, scope);                                              \
  }
SIMT_ORDERED_ATOMIC(add, add, static_cast<T>(value))
SIMT_ORDERED_ATOMIC(sub, add, static_cast<T>(T{} - static_cast<T>(value)))
SIMT_ORDERED_ATOMIC(and, bit_and, static_cast<T>(value))
SIMT_ORDERED_ATOMIC(or, bit_or, static_cast<T>(value))
SIMT_ORDERED_ATOMIC(xor, bit_xor, static_cast<T>(value))
SIMT_ORDERED_ATOMIC(min, minimum, static_cast<T>(value))
SIMT_ORDERED_ATOMIC(max, maximum, static_cast<T>(value))
#undef SIMT_ORDERED_ATOMIC

__device__ __forceinline__ void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  if (order != __NV_ATOMIC_RELAXED) simt_atomics::fence(scope);
}
