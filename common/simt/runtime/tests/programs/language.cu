// What kernels of real programs use of the language beside plain code: a heap, questions about addresses, sums of short floats,
// `register`, and variables whose names are short or not unique.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

struct Node {
  int value;
  Node* next;
};

__device__ Node* head;
__device__ int d;  // "d" is a type to whoever reads linker names
__managed__ int m[4];
namespace first {
__device__ int same;
}
namespace second {
__device__ int same;
}
__constant__ float c[2] = {1.5F, 2.5F};

__global__ void build_list(int count) {
  for (int i = 0; i < count; ++i) head = new Node{i, head};
}

__global__ void take_list(int* sum) {
  register int all = 0;
  while (head != nullptr) {
    Node* const node = head;
    all += node->value;
    head = node->next;
    delete node;
  }
  *sum = all;
}

// Every thread's memory is its own, and is another's after it was freed.
__global__ void use_heap(int* sums) {
  for (int round = 0; round < 3; ++round) {
    int* const mine = static_cast<int*>(malloc(4 * sizeof(int)));
    for (int i = 0; i < 4; ++i) mine[i] = static_cast<int>(threadIdx.x) + i;
    sums[blockIdx.x * blockDim.x + threadIdx.x] = mine[0] + mine[3];
    free(mine);
  }
}

__global__ void ask_too_much(int* is_refused) { *is_refused = malloc(size_t{1} << 30) == nullptr ? 1 : 0; }

__global__ void ask_spaces(int* out) {
  __shared__ int shared;
  int local[2] = {out[0], out[1]};
  out[0] =
      static_cast<int>(__isShared(&shared) + 2 * __isGlobal(out) + 4 * __isConstant(&c[threadIdx.x]) +
                       8 * __isLocal(&local[threadIdx.x]) + 16 * __isShared(out) + 32 * __isGlobal(&shared));
}

struct Wide {
  int numbers[4];
};

__device__ const int* larger_of(const int& a, const int& b) { return a > b ? &a : &b; }

// Of each parameter: whether it is __grid_constant__. Of the last pointer that is known only when the kernel runs.
__global__ void ask_parameters(const __grid_constant__ Wide wide, const __grid_constant__ int number,
                               const Wide plain, const int other, int* out) {
  const int* const kept[2] = {&wide.numbers[other], out};
  out[1] = static_cast<int>(__isGridConstant(&wide) + 2 * __isGridConstant(&wide.numbers[out[0]]) +
                            4 * __isGridConstant(&number) + 8 * __isGridConstant(larger_of(number, other)) +
                            16 * __isGridConstant(kept[out[0] - 1]));
  out[2] = static_cast<int>(__isGridConstant(&plain) + 2 * __isGridConstant(&other) +
                            4 * __isGridConstant(out) + 8 * __isGridConstant(larger_of(other, number - 100)) +
                            16 * __isGridConstant(kept[out[0]]) + 32 * __isGridConstant(kept));
  const size_t address = __cvta_generic_to_grid_constant(&wide.numbers[2]);
  out[3] = *static_cast<const int*>(__cvta_grid_constant_to_generic(address));
}

__global__ void add_short(__half* h, __half2* h2, __nv_bfloat16* b, __nv_bfloat162* b2) {
  atomicAdd(h, __float2half(1.0F));
  atomicAdd(h2, __floats2half2_rn(1.0F, 2.0F));
  atomicAdd(b, __float2bfloat16(0.5F));
  atomicAdd(b2, __floats2bfloat162_rn(0.5F, 1.0F));
}

__global__ void store_names() {
  d = 3;
  m[threadIdx.x] = static_cast<int>(threadIdx.x) + 10;
  if (threadIdx.x == 0) {
    first::same += 1;
    second::same += 2;
  }
}

int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, 64 * sizeof(int));
  build_list<<<1, 1>>>(10);
  take_list<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("list %d\n", out[0]);
  use_heap<<<2, 32>>>(out);
  cudaDeviceSynchronize();
  std::printf("heap %d %d\n", out[0], out[63]);
  ask_too_much<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("too much is refused: %d; the heap's size is fixed: %s\n", out[0],
              cudaGetErrorName(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20)));
  cudaGetLastError();
  ask_spaces<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("spaces %d\n", out[0]);

  out[0] = 1;
  ask_parameters<<<1, 1>>>({{1, 2, 3, 4}}, 7, {{5, 6, 7, 8}}, 3, out);
  cudaDeviceSynchronize();
  std::printf("grid constants %d, others %d, %d\n", out[1], out[2], out[3]);

  char* bytes = nullptr;
  cudaMallocManaged(&bytes, 16);
  cudaMemset(bytes, 0, 16);
  auto* const h = reinterpret_cast<__half*>(bytes);
  auto* const b = reinterpret_cast<__nv_bfloat16*>(bytes + 8);
  add_short<<<1, 32>>>(h, reinterpret_cast<__half2*>(h + 2), b, reinterpret_cast<__nv_bfloat162*>(b + 2));
  cudaDeviceSynchronize();
  std::printf("halves %g %g %g, bfloats %g %g %g\n", __half2float(h[0]), __half2float(h[2]),
              __half2float(h[3]), __bfloat162float(b[0]), __bfloat162float(b[2]), __bfloat162float(b[3]));

  const int same[2] = {100, 200};
  cudaMemcpyToSymbol(first::same, &same[0], sizeof(int));
  cudaMemcpyToSymbol(second::same, &same[1], sizeof(int));
  store_names<<<1, 4>>>();
  cudaDeviceSynchronize();
  int read[3] = {};
  cudaMemcpyFromSymbol(&read[0], d, sizeof(int));
  cudaMemcpyFromSymbol(&read[1], first::same, sizeof(int));
  cudaMemcpyFromSymbol(&read[2], second::same, sizeof(int));
  std::printf("d %d, m %d %d, first %d, second %d\n", read[0], m[0], m[3], read[1], read[2]);
  cudaFree(bytes);
  cudaFree(out);
  return 0;
}
