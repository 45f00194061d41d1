// One kernel for each memory space, operation and width: a single warp makes the access that its lanes'
// offsets ask for.
//
// The kernels for tensor-core loads and stores and for asynchronous copies have the names that
// h200_tile_patterns.csv gives them. For a copy, 32 targets in shared memory are followed by 32 sources.
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

// Runs before ldmatrix: writes every row that will be read.
__device__ void write_rows(const int* offsets, char* shared) {
  if (threadIdx.x == 0) {
    for (int lane = 0; lane < warpSize; ++lane) {
      if (offsets[lane] >= 0) *reinterpret_cast<float4*>(shared + offsets[lane]) = float4();
    }
  }
  __syncthreads();
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

#define MATRIX_KERNEL_LD(name, instruction, registers, ...)                                              \
  extern "C" __global__ void name(const int* offsets, char*, char* sink) {                               \
    extern __shared__ char shared[];                                                                     \
    write_rows(offsets, shared);                                                                         \
    const unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(shared + offsets[threadIdx.x])); \
    unsigned to[4] = {};                                                                                 \
    asm volatile(instruction " " registers:__VA_ARGS__ : "r"(row) : "memory");                           \
    reinterpret_cast<unsigned*>(sink)[threadIdx.x] = to[0] + to[1] + to[2] + to[3];                      \
  }
#define MATRIX_KERNEL_ST(name, instruction, registers, ...)                                              \
  extern "C" __global__ void name(const int* offsets, char*, char*) {                                    \
    extern __shared__ char shared[];                                                                     \
    const unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(shared + offsets[threadIdx.x])); \
    const unsigned from[4] = {threadIdx.x, 1, 2, 3};                                                     \
    asm volatile(instruction " " registers : : __VA_ARGS__, "r"(row) : "memory");                        \
  }

#define TO_1 "=r"(to[0])
#define TO_2 TO_1, "=r"(to[1])
#define TO_4 TO_2, "=r"(to[2]), "=r"(to[3])
#define FROM_1 "r"(from[0])
#define FROM_2 FROM_1, "r"(from[1])
#define FROM_4 FROM_2, "r"(from[2]), "r"(from[3])

MATRIX_KERNEL_LD(ldm1, "ldmatrix.sync.aligned.m8n8.x1.shared.b16", "{%0}, [%1];", TO_1)
MATRIX_KERNEL_LD(ldm2, "ldmatrix.sync.aligned.m8n8.x2.shared.b16", "{%0, %1}, [%2];", TO_2)
MATRIX_KERNEL_LD(ldm4, "ldmatrix.sync.aligned.m8n8.x4.shared.b16", "{%0, %1, %2, %3}, [%4];", TO_4)
MATRIX_KERNEL_LD(ldm1t, "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16", "{%0}, [%1];", TO_1)
MATRIX_KERNEL_LD(ldm2t, "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16", "{%0, %1}, [%2];", TO_2)
MATRIX_KERNEL_LD(ldm4t, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16", "{%0, %1, %2, %3}, [%4];", TO_4)
MATRIX_KERNEL_ST(stm1, "stmatrix.sync.aligned.m8n8.x1.shared.b16", "[%1], {%0};", FROM_1)
MATRIX_KERNEL_ST(stm2, "stmatrix.sync.aligned.m8n8.x2.shared.b16", "[%2], {%0, %1};", FROM_2)
MATRIX_KERNEL_ST(stm4, "stmatrix.sync.aligned.m8n8.x4.shared.b16", "[%4], {%0, %1, %2, %3};", FROM_4)

// The measured copies' sources began so far behind a multiple of 64 MiB: which bank of L1's tags a line has
// depends on its address.
constexpr int kFirstSource = 512;

#define COPY_KERNEL(name, instruction)                                                      \
  extern "C" __global__ void name(const int* offsets, char* data, char*) {                  \
    extern __shared__ char shared[];                                                        \
    const int target = offsets[threadIdx.x];                                                \
    if (target >= 0) {                                                                      \
      const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared + target)); \
      const char* const from = data + kFirstSource + offsets[warpSize + threadIdx.x];       \
      asm volatile(instruction : : "r"(to), "l"(from) : "memory");                          \
    }                                                                                       \
    asm volatile("cp.async.commit_group; cp.async.wait_group 0;" : : : "memory");           \
  }

COPY_KERNEL(cpa4, "cp.async.ca.shared.global [%0], [%1], 4;")
COPY_KERNEL(cpa8, "cp.async.ca.shared.global [%0], [%1], 8;")
COPY_KERNEL(cpa16, "cp.async.ca.shared.global [%0], [%1], 16;")
COPY_KERNEL(cpag16, "cp.async.cg.shared.global [%0], [%1], 16;")
