// What host code and kernels use by one name or address: __managed__ variables, and registered host memory.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

struct Pair {
  int* values;
  int count;
};

__managed__ int total = 5;
__device__ __managed__ float table[4] = {1, 2, 3, 4};
static __managed__ int calls;
namespace inner {
__managed__ int* chosen;
}

__global__ void add_to_total(int n) {
  if (threadIdx.x < n) atomicAdd(&total, 1);
  if (threadIdx.x == 0) ++calls;
}

__global__ void scale(float* values, float by) { values[threadIdx.x] *= by; }

__global__ void increment(Pair pair) {
  if (threadIdx.x < pair.count) pair.values[threadIdx.x] += 1;
}

__global__ void store_chosen() { *inner::chosen = 77; }

static const char* name(cudaError_t error) { return cudaGetErrorName(error); }

static void use_variables() {
  std::printf("first %d\n", total);
  add_to_total<<<1, 32>>>(10);
  cudaDeviceSynchronize();
  std::printf("after ten %d, calls %d\n", total, calls);
  total = 100;
  add_to_total<<<1, 32>>>(3);
  add_to_total<<<1, 32>>>(3);
  cudaDeviceSynchronize();
  std::printf("after six more %d, calls %d\n", total, calls);

  scale<<<1, 4>>>(table, 10);  // its address, as an argument
  cudaDeviceSynchronize();
  std::printf("table %g %g %g %g\n", table[0], table[1], table[2], table[3]);

  int read = 0;
  cudaMemcpyFromSymbol(&read, total, sizeof read);
  const int written = 9;
  cudaMemcpyToSymbol(total, &written, sizeof written);
  void* address = nullptr;
  cudaGetSymbolAddress(&address, total);
  std::printf("by symbol %d, then %d, its own address: %s\n", read, total, address == &total ? "yes" : "no");
  cudaMemcpy(&total, &read, sizeof read, cudaMemcpyHostToDevice);
  cudaMemcpy(&read, table, sizeof read, cudaMemcpyDeviceToHost);
  cudaPointerAttributes attributes{};
  cudaPointerGetAttributes(&attributes, &total);
  std::printf("by copy %d, managed: %s\n", total, attributes.type == cudaMemoryTypeManaged ? "yes" : "no");

  int* chosen = nullptr;
  cudaMalloc(&chosen, sizeof(int));
  inner::chosen = chosen;
  store_chosen<<<1, 1>>>();
  cudaMemcpy(&read, chosen, sizeof read, cudaMemcpyDeviceToHost);
  std::printf("by a managed pointer %d\n", read);
  cudaFree(chosen);
}

static void use_registered_memory() {
  constexpr int kCount = 40;
  int* const host = static_cast<int*>(std::calloc(kCount, sizeof(int)));
  void* device = nullptr;
  std::printf("before: %s\n", name(cudaHostGetDevicePointer(&device, host, 0)));
  std::printf("registered: %s\n", name(cudaHostRegister(host, kCount * sizeof(int), cudaHostRegisterMapped)));
  std::printf("again: %s\n", name(cudaHostRegister(host + 8, sizeof(int), cudaHostRegisterMapped)));
  std::printf("pointer: %s\n", name(cudaHostGetDevicePointer(&device, host, 0)));
  for (int i = 0; i < kCount; ++i) host[i] = i;
  increment<<<1, 64>>>({static_cast<int*>(device), kCount});
  cudaDeviceSynchronize();
  std::printf("by its device pointer %d %d\n", host[0], host[kCount - 1]);
  host[0] = 50;
  int first = 0;
  cudaMemcpy(&first, device, sizeof first, cudaMemcpyDefault);
  std::printf("copied %d\n", first);
  increment<<<1, 64>>>({host + 1, 2});  // by the host's own pointer, which unified addressing allows
  cudaDeviceSynchronize();
  std::printf("by its host pointer %d %d %d %d\n", host[0], host[1], host[2], host[3]);
  std::printf("unregistered: %s\n", name(cudaHostUnregister(host)));
  std::printf("again: %s\n", name(cudaHostUnregister(host)));
  std::free(host);
}

int main() {
  use_variables();
  use_registered_memory();
  return 0;
}
