// What the runtime API answers once a kernel has failed, as an H200 did: `api_after_fault
// bounds|trap|assert|…`. Only after cudaDeviceReset the H200 said cudaErrorDevicesUnavailable; here the
// kernel's error stays.
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void out_of_bounds(int* out) { out[std::size_t{1} << 40] = 1; }
__global__ void trap() { __trap(); }
__global__ void assertion(int value) { assert(value == 1); }
__global__ void misaligned(char* out) { *reinterpret_cast<volatile int*>(out + 1) = 1; }

void show(const char* what, cudaError_t error) { std::printf("%s: %s\n", what, cudaGetErrorName(error)); }
#define SHOW(call) show(#call, call)

int main(int argc, char** argv) {
  const char* const how = argc > 1 ? argv[1] : "bounds";
  int* buffer = nullptr;
  int host[4] = {};
  SHOW(cudaMalloc(&buffer, 4096));
  if (std::strcmp(how, "bounds") == 0) out_of_bounds<<<1, 1>>>(buffer);
  if (std::strcmp(how, "trap") == 0) trap<<<1, 1>>>();
  if (std::strcmp(how, "assert") == 0) assertion<<<1, 1>>>(2);
  if (std::strcmp(how, "misaligned") == 0) misaligned<<<1, 1>>>(reinterpret_cast<char*>(buffer));
  SHOW(cudaGetLastError());
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
  SHOW(cudaMemcpy(host, buffer, 16, cudaMemcpyDeviceToHost));
  int* more = nullptr;
  SHOW(cudaMalloc(&more, 16));
  SHOW(cudaFree(buffer));
  int count = 0;
  SHOW(cudaGetDeviceCount(&count));
  SHOW(cudaPeekAtLastError());
  SHOW(cudaDeviceReset());
  SHOW(cudaGetLastError());
  SHOW(cudaMalloc(&more, 16));
  return 0;
}
