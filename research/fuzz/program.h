// What both sides of a fuzzed program share. A kernel is a sequence of phases with a barrier behind each: on the host a phase is a
// loop over the threads of the block. FUZZ_HOST chooses the host's side.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>

using u8 = std::uint8_t;
using i8 = std::int8_t;
using u16 = std::uint16_t;
using i16 = std::int16_t;
using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = unsigned long long;
using i64 = long long;
using f32 = float;
using f64 = double;

#ifdef FUZZ_HOST
#include "host_model.h"
#define KERNEL(name, ...) static void name(u32 b, __VA_ARGS__)
#define SHARED
#define ENTER(State, T) State rs[T];
#define BEGIN(T)                  \
  for (u32 t = 0; t < (T); ++t) { \
    auto& r = rs[t];
#define END }
#define UNROLL
#define DEVICE static inline
#define FAR static __attribute__((noinline))
#define EXCHANGE(T, to, from, other, is_valid)                             \
  {                                                                        \
    u32 values[T];                                                         \
    for (u32 t = 0; t < (T); ++t) values[t] = rs[t].from;                  \
    for (u32 t = 0; t < (T); ++t) {                                        \
      auto& r = rs[t];                                                     \
      const u32 lane = t & 31U;                                            \
      const u32 source = (other);                                          \
      r.to = (is_valid) ? values[(t & ~31U) | (source & 31U)] : values[t]; \
    }                                                                      \
  }
#define SHUFFLE_XOR(T, to, from, by) EXCHANGE(T, to, from, lane ^ (by), true)
#define SHUFFLE_UP(T, to, from, by) EXCHANGE(T, to, from, lane - (by), lane >= (by))
#define SHUFFLE_DOWN(T, to, from, by) EXCHANGE(T, to, from, lane + (by), lane + (by) < 32)
#define SHUFFLE(T, to, from, by) EXCHANGE(T, to, from, r.by, true)
#define BALLOT(T, to, from)                                                         \
  {                                                                                 \
    u32 values[(T) / 32] = {};                                                      \
    for (u32 t = 0; t < (T); ++t) values[t / 32] |= (rs[t].from & 1U) << (t & 31U); \
    for (u32 t = 0; t < (T); ++t) rs[t].to = values[t / 32];                        \
  }
#define REDUCE_ADD(T, to, from)                                 \
  {                                                             \
    u32 values[(T) / 32] = {};                                  \
    for (u32 t = 0; t < (T); ++t) values[t / 32] += rs[t].from; \
    for (u32 t = 0; t < (T); ++t) rs[t].to = values[t / 32];    \
  }
#else
#define KERNEL(name, ...) __global__ void name(__VA_ARGS__)
#define SHARED __shared__
#define ENTER(State, T)      \
  const u32 t = threadIdx.x; \
  const u32 b = blockIdx.x;  \
  State r;
#define BEGIN(T) do {
#define END     \
  }             \
  while (false) \
    ;           \
  __syncthreads();
#define UNROLL _Pragma("unroll")
#define DEVICE __device__ inline
#define FAR __device__ __noinline__
#define SHUFFLE_XOR(T, to, from, by) r.to = __shfl_xor_sync(0xFFFFFFFFU, r.from, by);
#define SHUFFLE_UP(T, to, from, by) r.to = __shfl_up_sync(0xFFFFFFFFU, r.from, by);
#define SHUFFLE_DOWN(T, to, from, by) r.to = __shfl_down_sync(0xFFFFFFFFU, r.from, by);
#define SHUFFLE(T, to, from, by) r.to = __shfl_sync(0xFFFFFFFFU, r.from, r.by & 31U);
#define BALLOT(T, to, from) r.to = __ballot_sync(0xFFFFFFFFU, (r.from & 1U) != 0);
#define REDUCE_ADD(T, to, from) r.to = __reduce_add_sync(0xFFFFFFFFU, r.from);
#endif

DEVICE u32 fold(u64 x) { return static_cast<u32>(x) ^ static_cast<u32>(x >> 32); }
// Which NaN an operation gives is not compared.
DEVICE u32 bits(f32 x) { return x != x ? 0x7FC00000U : __float_as_uint(x); }
DEVICE u32 mixed(u32 h, u32 x) { return (h ^ x) * 0x9E3779B1U + (h >> 15); }
DEVICE i32 quotient(i32 a, i32 b) { return b == 0 || b == -1 ? a : a / b; }
DEVICE i32 remainder_of(i32 a, i32 b) { return b == 0 || b == -1 ? a : a % b; }

template <class T>
DEVICE void swap_of(T& x, T& y) {
  T kept = x;
  x = y;
  y = kept;
}
template <class T>
DEVICE void copy_to(T* to, const T* from) {
  *to = *from;
}
template <class T>
FAR void copy_far(T* to, const T* from) {
  *to = *from;
}
template <class T>
DEVICE T passed(T x) {
  return x;
}
template <class T>
FAR T passed_far(T x) {
  return x;
}
template <class T>
DEVICE T loaded(const T* from) {
  return *from;
}
template <class T>
struct Two {
  u8 before;
  T items[2];
  u8 behind;
};
template <class T>
union Either {
  u8 small;
  T whole;
  u64 wide[2];
};

// The memory of one launch: `in` has values, `out` receives each thread's result, and nobody has written the others.
template <class S>
struct Memory {
  static constexpr u32 kInputs = 256;
  u32* in;
  u32* out;
  u32* ga;
  u32* gb;
  S* gs;
  u32 threads;
  explicit Memory(u32 count) : threads(count) {
    u32 values[kInputs];
    for (u32 i = 0; i < kInputs; ++i) values[i] = i % 11 == 0 ? 0U - i / 11 % 3 : (i + 1) * 0x9E3779B1U;
    allocate(in, kInputs);
    allocate(out, count);
    allocate(ga, count);
    allocate(gb, count);
    allocate(gs, count);
    copy(in, values, sizeof(values));
  }
  void report(const char* name) {
    u32* const results = new u32[threads];
    copy(results, out, sizeof(u32) * threads);
    u32 digest = 0;
    for (u32 i = 0; i < threads; ++i) digest = (digest ^ results[i]) * 0x01000193U + 1;
    std::printf("%s %08x\n", name, digest);
    std::fflush(stdout);
    delete[] results;
    release(in);
    release(out);
    release(ga);
    release(gb);
    release(gs);
  }
#ifdef FUZZ_HOST
  template <class T>
  static void allocate(T*& place, u32 count) {
    place = new T[count];
  }
  template <class T>
  static void release(T* place) {
    delete[] place;
  }
  static void copy(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }
#else
  template <class T>
  static void allocate(T*& place, u32 count) {
    cudaMalloc(reinterpret_cast<void**>(&place), sizeof(T) * count);
  }
  template <class T>
  static void release(T* place) {
    cudaFree(place);
  }
  static void copy(void* to, const void* from, std::size_t bytes) {
    cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
  }
#endif
};

#ifdef FUZZ_HOST
#define RUN(name, S, blocks, threads)                                                                   \
  {                                                                                                     \
    Memory<S> memory((blocks) * (threads));                                                             \
    for (u32 b = 0; b < (blocks); ++b) name(b, memory.in, memory.out, memory.ga, memory.gb, memory.gs); \
    memory.report(#name);                                                                               \
  }
#else
#define RUN(name, S, blocks, threads)                                                  \
  {                                                                                    \
    Memory<S> memory((blocks) * (threads));                                            \
    name<<<blocks, threads>>>(memory.in, memory.out, memory.ga, memory.gb, memory.gs); \
    memory.report(#name);                                                              \
  }
#endif
