// What the runtime API answers to wrong and to unusual calls: one line a call, its name and the error's.
//
// 70 of these calls were made on an H200 (driver 580, CUDA 13.0), which answered as api_errors.txt has it,
// with two differences: to an impossible shape it says cudaErrorInvalidValue, and to what is no kernel
// cudaErrorInvalidResourceHandle. Here they have the errors that the CUDA Runtime API's manual names.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

__device__ int counter[4];
__constant__ float table[8];

__global__ void fill(int* out, int value) { out[blockIdx.x * blockDim.x + threadIdx.x] = value; }
__global__ void __launch_bounds__(64) small_blocks(int* out) { out[threadIdx.x] = 1; }
__global__ void dynamic(int* out) {
  extern __shared__ int words[];
  words[threadIdx.x] = 1;
  out[threadIdx.x] = words[threadIdx.x];
}
void no_kernel() {}

void show(const char* what, cudaError_t error) { std::printf("%s: %s\n", what, cudaGetErrorName(error)); }
#define SHOW(call) show(#call, call)
// A launch that fails says so afterwards only.
#define SHOW_LAUNCH(...)                    \
  do {                                      \
    __VA_ARGS__;                            \
    show(#__VA_ARGS__, cudaGetLastError()); \
  } while (0)

void memory(int* buffer, int* host) {
  int* more = nullptr;
  SHOW(cudaMalloc(&more, std::size_t{1} << 60));
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
  SHOW(cudaMalloc(&more, 0));
  std::printf("of no bytes: %s\n", more == nullptr ? "null" : "not null");
  SHOW(cudaMalloc(static_cast<void**>(nullptr), 16));
  SHOW(cudaFree(nullptr));
  SHOW(cudaFree(buffer + 1));
  SHOW(cudaFree(host));
  SHOW(cudaFreeHost(host));
  SHOW(cudaMalloc(&more, 16));
  SHOW(cudaFree(more));
  SHOW(cudaFree(more));
  SHOW(cudaMallocHost(reinterpret_cast<void**>(&more), 64));
  SHOW(cudaFreeHost(more));
  SHOW(cudaMallocManaged(&more, 64));
  SHOW(cudaFree(more));
  SHOW(cudaMallocManaged(&more, 0));
  SHOW(cudaHostRegister(host, 4096, 0));
  SHOW(cudaHostRegister(host, 4096, 0));
  SHOW(cudaHostUnregister(host));
  SHOW(cudaHostUnregister(host));
}

void copies(int* buffer, int* host) {
  SHOW(cudaMemcpy(buffer, host, 4096, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(host, buffer, 4096, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy(host, buffer, 4096, cudaMemcpyDefault));
  SHOW(cudaMemcpy(host, buffer, 4096, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(buffer, host, 4096, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy(buffer, host, 4096, cudaMemcpyHostToHost));
  SHOW(cudaMemcpy(buffer, host, 4096, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy(buffer, host, 4096, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaMemcpy(nullptr, host, 4096, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpyAsync(host, buffer, 4096, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2D(buffer, 32, host, 64, 64, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2D(buffer, 64, host, 64, 64, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemset(host, 0, 64));
  SHOW(cudaMemset(nullptr, 0, 64));
  SHOW(cudaMemset2D(buffer, 32, 0, 64, 4));
  SHOW(cudaMemcpyToSymbol(counter, host, 16));
  SHOW(cudaMemcpyToSymbol(counter, host, 17));
  SHOW(cudaMemcpyToSymbol(counter, host, 16, 4));
  SHOW(cudaMemcpyToSymbol(table, host, 32));
  SHOW(cudaMemcpyFromSymbol(host, counter, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpyToSymbol(static_cast<const void*>(host), host, 4));
  void* address = nullptr;
  SHOW(cudaGetSymbolAddress(&address, counter));
  SHOW(cudaMemcpy(host, address, 16, cudaMemcpyDeviceToHost));
  SHOW(cudaGetSymbolAddress(&address, static_cast<const void*>(host)));
}

void launches(int* buffer) {
  SHOW_LAUNCH(fill<<<1, 1025>>>(buffer, 1));
  SHOW_LAUNCH(fill<<<0, 32>>>(buffer, 1));
  SHOW_LAUNCH(fill<<<1, 0>>>(buffer, 1));
  SHOW_LAUNCH(fill<<<dim3(1, 65536), 32>>>(buffer, 1));
  SHOW_LAUNCH(fill<<<1, dim3(1, 1, 65)>>>(buffer, 1));
  SHOW_LAUNCH(fill<<<1, dim3(64, 32)>>>(buffer, 1));
  SHOW_LAUNCH(small_blocks<<<1, 65>>>(buffer));
  SHOW_LAUNCH(dynamic<<<1, 32, 49152>>>(buffer));
  SHOW_LAUNCH(dynamic<<<1, 32, 49153>>>(buffer));
  SHOW(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  SHOW_LAUNCH(dynamic<<<1, 32, 65536>>>(buffer));
  SHOW_LAUNCH(dynamic<<<1, 32, 65537>>>(buffer));
  SHOW(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
  SHOW(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449));
  SHOW(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
  int value = 1;
  void* arguments[] = {&buffer, &value};
  SHOW(cudaLaunchKernel(reinterpret_cast<const void*>(no_kernel), dim3(1), dim3(1), arguments, 0, nullptr));
  SHOW(cudaLaunchKernel(reinterpret_cast<const void*>(fill), dim3(1), dim3(1), arguments, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(fill), dim3(2), dim3(32), arguments, 0,
                                   nullptr));
  SHOW(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(fill), dim3(100000), dim3(1024), arguments,
                                   0, nullptr));
  SHOW(cudaGetLastError());
  cudaFuncAttributes attributes;
  SHOW(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(no_kernel)));
  int blocks = 0;
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0));
  std::printf("blocks of 256: %d\n", blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic, 32, 100000));
  std::printf("blocks of 100000 bytes: %d\n", blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 2048, 0));
  std::printf("blocks of 2048: %d\n", blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 0, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 33, 0));
  std::printf("blocks of 33: %d\n", blocks);
  int grid = 0, block = 0;
  SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill, 0, 0));
  std::printf("best block %d\n", block);
}

void devices() {
  int value = 0;
  SHOW(cudaSetDevice(0));
  SHOW(cudaSetDevice(99));
  SHOW(cudaSetDevice(-1));
  cudaDeviceProp properties;
  SHOW(cudaGetDeviceProperties(&properties, 99));
  SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99));
  SHOW(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0));
  SHOW(cudaDeviceCanAccessPeer(&value, 0, 0));
  std::printf("peer of itself: %d\n", value);
  SHOW(cudaDeviceEnablePeerAccess(0, 0));
  SHOW(cudaDeviceDisablePeerAccess(0));
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
  SHOW(cudaGetLastError());
}

void streams_and_events(int* buffer) {
  cudaStream_t stream;
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamQuery(stream));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaStreamCreateWithFlags(&stream, 99));
  SHOW(cudaStreamCreate(nullptr));
  cudaEvent_t first, second;
  float ms = 0;
  SHOW(cudaEventCreate(&first));
  SHOW(cudaEventCreateWithFlags(&second, cudaEventDisableTiming));
  SHOW(cudaEventElapsedTime(&ms, first, second));
  SHOW(cudaEventQuery(first));
  SHOW(cudaEventSynchronize(first));
  SHOW(cudaEventRecord(first));
  SHOW(cudaEventRecord(second));
  SHOW(cudaEventSynchronize(second));
  SHOW(cudaEventElapsedTime(&ms, first, second));
  SHOW(cudaEventDestroy(second));
  SHOW(cudaEventCreate(&second));
  SHOW(cudaEventElapsedTime(&ms, first, second));
  SHOW(cudaEventRecord(second));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaEventElapsedTime(&ms, second, second));
  SHOW(cudaEventElapsedTime(nullptr, first, second));
  SHOW(cudaEventRecord(nullptr));
  SHOW(cudaStreamWaitEvent(nullptr, first, 0));
  fill<<<1, 32>>>(buffer, 1);
  SHOW(cudaStreamSynchronize(nullptr));
}

void pointers(int* buffer, int* host) {
  cudaPointerAttributes attributes;
  SHOW(cudaPointerGetAttributes(&attributes, buffer + 3));
  std::printf("of the device: type %d, device %d, %d %d\n", static_cast<int>(attributes.type),
              attributes.device, attributes.devicePointer == buffer + 3, attributes.hostPointer == nullptr);
  SHOW(cudaPointerGetAttributes(&attributes, host));
  std::printf("of the host: type %d, device %d, %d %d\n", static_cast<int>(attributes.type),
              attributes.device, attributes.devicePointer == nullptr, attributes.hostPointer == host);
  int* managed = nullptr;
  SHOW(cudaMallocManaged(&managed, 64));
  SHOW(cudaPointerGetAttributes(&attributes, managed));
  std::printf("managed: type %d, device %d, %d %d\n", static_cast<int>(attributes.type), attributes.device,
              attributes.devicePointer == managed, attributes.hostPointer == managed);
  SHOW(cudaMemcpy(host, managed, 64, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy(managed, host, 64, cudaMemcpyDeviceToHost));
  SHOW(cudaMemset(managed, 0, 64));
  SHOW(cudaMallocHost(reinterpret_cast<void**>(&managed), 64));
  SHOW(cudaPointerGetAttributes(&attributes, managed));
  std::printf("pinned: type %d, device %d, %d %d\n", static_cast<int>(attributes.type), attributes.device,
              attributes.devicePointer == managed, attributes.hostPointer == managed);
  SHOW(cudaMemcpy(managed, host, 64, cudaMemcpyHostToDevice));
  SHOW(cudaMemset(managed, 0, 64));
  SHOW(cudaFree(managed));
  SHOW(cudaPointerGetAttributes(&attributes, nullptr));
}

int main() {
  int* buffer = nullptr;
  std::vector<int> host(65536);
  if (cudaMalloc(&buffer, 4096) != cudaSuccess) return EXIT_FAILURE;
  memory(buffer, host.data());
  copies(buffer, host.data());
  launches(buffer);
  devices();
  streams_and_events(buffer);
  pointers(buffer, host.data());
  SHOW(cudaFree(buffer));
  return 0;
}
