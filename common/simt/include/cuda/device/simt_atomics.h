// Atomic operations on shared and global memory. CUDA C++ Programming Guide, "Atomic Functions".
//
// Each is one call of the machine with the value's bits. A machine of one GPU and no host threads has two scopes, the block and
// the GPU: the system-wide forms do what those of the GPU do.
#pragma once

#include "simt_qualifiers.h"
#include "simt_runtime.h"
#include "simt_vector_types.h"

namespace simt_atomics {

// The numbers of simt::abi::Atomic and simt::abi::AtomicType.
enum class What : unsigned {
  add,
  minimum,
  maximum,
  exchange,
  compare_and_swap,
  bit_and,
  bit_or,
  bit_xor,
  increment,
  decrement
};
enum class Type : unsigned { i32, u32, u16, i64, u64, f32, f64 };

constexpr __device__ Type type_of(const int*) { return Type::i32; }
constexpr __device__ Type type_of(const unsigned*) { return Type::u32; }
constexpr __device__ Type type_of(const unsigned short*) { return Type::u16; }
constexpr __device__ Type type_of(const long long*) { return Type::i64; }
constexpr __device__ Type type_of(const unsigned long long*) { return Type::u64; }
constexpr __device__ Type type_of(const float*) { return Type::f32; }
constexpr __device__ Type type_of(const double*) { return Type::f64; }

constexpr unsigned kOfBlock = 1U << 16;  // simt::abi::kAtomicOfBlock

// `compare` matters to compare_and_swap alone.
template <What Operation, unsigned kScope = 0, class T>
__device__ __forceinline__ T apply(T* address, T value, T compare = T{}) {
  constexpr unsigned kWhat = static_cast<unsigned>(Operation) |
                             static_cast<unsigned>(type_of(static_cast<T*>(nullptr))) << 8 | kScope;
  return simt_bits::low_bits_as<T>(simt_atomic(kWhat, address, simt_bits::as<unsigned long long>(value),
                                               simt_bits::as<unsigned long long>(compare)));
}

}  // namespace simt_atomics

#define SIMT_ATOMIC_NAMED(name, Operation, scope, T)                                  \
  __device__ __forceinline__ T name(T* address, T value) {                            \
    return simt_atomics::apply<simt_atomics::What::Operation, scope>(address, value); \
  }
#define SIMT_ATOMIC(name, Operation, T)                                 \
  SIMT_ATOMIC_NAMED(name, Operation, 0, T)                              \
  SIMT_ATOMIC_NAMED(name##_block, Operation, simt_atomics::kOfBlock, T) \
  SIMT_ATOMIC_NAMED(name##_system, Operation, 0, T)

#define SIMT_ATOMIC_32(name, Operation) \
  SIMT_ATOMIC(name, Operation, int)     \
  SIMT_ATOMIC(name, Operation, unsigned)
#define SIMT_ATOMIC_32_AND_64(name, Operation) \
  SIMT_ATOMIC_32(name, Operation)              \
  SIMT_ATOMIC(name, Operation, long long)      \
  SIMT_ATOMIC(name, Operation, unsigned long long)

SIMT_ATOMIC_32(atomicAdd, add)
SIMT_ATOMIC(atomicAdd, add, unsigned long long)
SIMT_ATOMIC(atomicAdd, add, float)
SIMT_ATOMIC(atomicAdd, add, double)
SIMT_ATOMIC_32(atomicExch, exchange)
SIMT_ATOMIC(atomicExch, exchange, unsigned long long)
SIMT_ATOMIC(atomicExch, exchange, float)
SIMT_ATOMIC_32_AND_64(atomicMin, minimum)
SIMT_ATOMIC_32_AND_64(atomicMax, maximum)
SIMT_ATOMIC_32_AND_64(atomicAnd, bit_and)
SIMT_ATOMIC_32_AND_64(atomicOr, bit_or)
SIMT_ATOMIC_32_AND_64(atomicXor, bit_xor)
// atomicInc counts up to `value` and then to 0. atomicDec counts down to 0, and from there or from above
// `value` to `value`.
SIMT_ATOMIC(atomicInc, increment, unsigned)
SIMT_ATOMIC(atomicDec, decrement, unsigned)

#undef SIMT_ATOMIC_NAMED
#undef SIMT_ATOMIC
#undef SIMT_ATOMIC_32
#undef SIMT_ATOMIC_32_AND_64

#define SIMT_COMPARE_AND_SWAP_NAMED(name, scope, T)                                                   \
  __device__ __forceinline__ T name(T* address, T compare, T value) {                                 \
    return simt_atomics::apply<simt_atomics::What::compare_and_swap, scope>(address, value, compare); \
  }
#define SIMT_COMPARE_AND_SWAP(T)                                          \
  SIMT_COMPARE_AND_SWAP_NAMED(atomicCAS, 0, T)                            \
  SIMT_COMPARE_AND_SWAP_NAMED(atomicCAS_block, simt_atomics::kOfBlock, T) \
  SIMT_COMPARE_AND_SWAP_NAMED(atomicCAS_system, 0, T)

SIMT_COMPARE_AND_SWAP(int)
SIMT_COMPARE_AND_SWAP(unsigned)
SIMT_COMPARE_AND_SWAP(unsigned short)
SIMT_COMPARE_AND_SWAP(unsigned long long)
#undef SIMT_COMPARE_AND_SWAP_NAMED
#undef SIMT_COMPARE_AND_SWAP

#define SIMT_ATOMIC_SUB(name, add)                                              \
  __device__ __forceinline__ int name(int* address, int value) {                \
    return add(address, static_cast<int>(0U - static_cast<unsigned>(value)));   \
  }                                                                             \
  __device__ __forceinline__ unsigned name(unsigned* address, unsigned value) { \
    return add(address, 0U - value);                                            \
  }
SIMT_ATOMIC_SUB(atomicSub, atomicAdd)
SIMT_ATOMIC_SUB(atomicSub_block, atomicAdd_block)
SIMT_ATOMIC_SUB(atomicSub_system, atomicAdd_system)
#undef SIMT_ATOMIC_SUB

// Numbers of 16 bits and pairs of them can be added only. `number`: of simt::abi::AtomicType.
#define SIMT_SHORT_ATOMIC_ADD_NAMED(name, scope, T, number)                                          \
  __device__ __forceinline__ T name(T* address, T value) {                                           \
    return simt_bits::low_bits_as<T>(                                                                \
        simt_atomic((number) << 8 | (scope), address, simt_bits::as<unsigned long long>(value), 0)); \
  }
#define SIMT_SHORT_ATOMIC_ADD(T, number)                                          \
  SIMT_SHORT_ATOMIC_ADD_NAMED(atomicAdd, 0, T, number)                            \
  SIMT_SHORT_ATOMIC_ADD_NAMED(atomicAdd_block, simt_atomics::kOfBlock, T, number) \
  SIMT_SHORT_ATOMIC_ADD_NAMED(atomicAdd_system, 0, T, number)

// atomicAdd does not exist for vectors.
#define SIMT_NO_ATOMIC_ADD(T)                                                                               \
  SIMT_UNSUPPORTED("atomicAdd of " #T " is not supported: add the elements one by one, as float or double") \
  __device__ T atomicAdd(T* address, T value);
SIMT_NO_ATOMIC_ADD(float2)
SIMT_NO_ATOMIC_ADD(float4)
