// One kernel for each memory space, operation and width: a single warp makes the access that its lanes'
// offsets ask for.
//
// offsets[lane]: byte offset from a 128-byte-aligned base, or -1 for a lane that takes no part. Launched with
// 32 threads.
#include <cuda_runtime.h>

namespace {

template <class T>
__device__ void load_global(const int* offsets, char* data, T* sink) {
  const int offset = offsets[threadIdx.x];
  if (offset >= 0) sink[threadIdx.x] = *reinterpret_cast<const T*>(data + offset);
}

template <class T>
__device__ void store_global(const int* offsets, char* data) {
  const int offset = offsets[threadIdx.x];
  if (offset >= 0) *reinterpret_cast<T*>(data + offset) = T();
}

template <class T>
__device__ void load_shared(const int* offsets, T* sink) {
  extern __shared__ char shared[];
  if (threadIdx.x == 0) {  // all that will be read is written first
    for (int lane = 0; lane < warpSize; ++lane) {
      if (offsets[lane] >= 0) *reinterpret_cast<T*>(shared + offsets[lane]) = T();
    }
  }
  __syncthreads();
  const int offset = offsets[threadIdx.x];
  if (offset >= 0) sink[threadIdx.x] = *reinterpret_cast<const T*>(shared + offset);
}

template <class T>
__device__ void store_shared(const int* offsets) {
  extern __shared__ char shared[];
  const int offset = offsets[threadIdx.x];
  if (offset >= 0) *reinterpret_cast<T*>(shared + offset) = T();
}

}  // namespace

// Every kernel has the same parameters, so that a program can pick one by its name.
#define PATTERN_KERNELS(width, T)                                                            \
  extern "C" __global__ void global_ld_##width(const int* offsets, char* data, char* sink) { \
    load_global(offsets, data, reinterpret_cast<T*>(sink));                                  \
  }                                                                                          \
  extern "C" __global__ void global_st_##width(const int* offsets, char* data, char*) {      \
    store_global<T>(offsets, data);                                                          \
  }                                                                                          \
  extern "C" __global__ void shared_ld_##width(const int* offsets, char*, char* sink) {      \
    load_shared(offsets, reinterpret_cast<T*>(sink));                                        \
  }                                                                                          \
  extern "C" __global__ void shared_st_##width(const int* offsets, char*, char*) { store_shared<T>(offsets); }

PATTERN_KERNELS(1, unsigned char)
PATTERN_KERNELS(2, unsigned short)
PATTERN_KERNELS(4, float)
PATTERN_KERNELS(8, float2)
PATTERN_KERNELS(16, float4)
