// Kernels of one warp that make one access each: lane l takes element index[l], or none where that is
// negative.
#pragma once

#include <cuda_runtime.h>

namespace patterns {

constexpr int kElements = 4096;

// Atomic operations: how each is asked for. Each returns the old value.

template <class T>
struct AddThree {
  using Type = T;
  static __device__ T apply(T* memory, int i) { return atomicAdd(&memory[i], T(3)); }
};

template <class T>
struct AddLane {
  using Type = T;
  static __device__ T apply(T* memory, int i) { return atomicAdd(&memory[i], static_cast<T>(threadIdx.x)); }
};

template <class T>
struct AddOne {
  using Type = T;
  static __device__ T apply(T* memory, int i) { return atomicAdd(&memory[i], T(1)); }
};

template <class T>
struct AddMinusOne {
  using Type = T;
  static __device__ T apply(T* memory, int i) { return atomicAdd(&memory[i], T(-1)); }
};

template <class T>
struct SubtractOne {
  using Type = T;
  static __device__ T apply(T* memory, int i) { return atomicSub(&memory[i], T(1)); }
};

template <class T>
struct IncrementUpTo {
  using Type = T;
  static __device__ T apply(T* memory, int i) { return atomicInc(&memory[i], ~T(0)); }
};

template <class T>
struct MinimumWithLane {
  using Type = T;
  static __device__ T apply(T* memory, int i) { return atomicMin(&memory[i], static_cast<T>(threadIdx.x)); }
};

template <class T>
struct Exchange {
  using Type = T;
  static __device__ T apply(T* memory, int i) {
    return atomicExch(&memory[i], static_cast<T>(threadIdx.x + 1));
  }
};

template <class T>
struct CompareAndSwap {
  using Type = T;
  static __device__ T apply(T* memory, int i) {
    return atomicCAS(&memory[i], T(0), static_cast<T>(threadIdx.x + 1));
  }
};

// One address for every lane, which the compiler can see: it may combine the lanes before the access.

template <class T>
struct UniformAddOne {
  using Type = T;
  static __device__ T apply(T* memory, int) { return atomicAdd(&memory[7], T(1)); }
};

template <class T>
struct UniformAddIndex {
  using Type = T;
  static __device__ T apply(T* memory, int i) { return atomicAdd(&memory[7], static_cast<T>(i)); }
};

// An unused result lets the compiler choose a reduction, which returns nothing.
template <class Operation, bool Used>
__device__ void access(typename Operation::Type* memory, int i, unsigned* out) {
  if (i < 0) return;
  const auto old = Operation::apply(memory, i);
  if (Used) out[threadIdx.x] = static_cast<unsigned>(old);
}

template <class Operation, bool Used>
__global__ void shared_atomic(const int* index, unsigned* out) {
  __shared__ typename Operation::Type memory[kElements];
  for (int i = static_cast<int>(threadIdx.x); i < kElements; i += warpSize) memory[i] = 0;
  __syncthreads();
  access<Operation, Used>(memory, index[threadIdx.x], out);
  __syncthreads();
  // The compiler must not drop the accesses
  if (threadIdx.x == 0) out[warpSize] = static_cast<unsigned>(memory[5]);
}

template <class Operation, bool Used>
__global__ void global_atomic(const int* index, unsigned* out, typename Operation::Type* memory) {
  access<Operation, Used>(memory, index[threadIdx.x], out);
}

template <class T>
__device__ unsigned one_component(T texel) {
  return static_cast<unsigned>(texel);
}
inline __device__ unsigned one_component(float2 texel) { return static_cast<unsigned>(texel.y); }
inline __device__ unsigned one_component(float4 texel) { return static_cast<unsigned>(texel.y); }

template <class Texel>
__global__ void texture_fetch(const int* index, unsigned* out, cudaTextureObject_t texture) {
  const int i = index[threadIdx.x];
  if (i >= 0) out[threadIdx.x] = one_component(tex1Dfetch<Texel>(texture, i));
}

__constant__ float constants[kElements];

__global__ void constant_load(const int* index, unsigned* out) {
  const int i = index[threadIdx.x];
  if (i >= 0) out[threadIdx.x] = static_cast<unsigned>(constants[i]);
}

}  // namespace patterns
