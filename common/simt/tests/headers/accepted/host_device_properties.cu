#include <cstdio>

__global__ void nothing() {}

void describe() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 0);
  printf("%s: %d multiprocessors, %zu bytes, %d threads a block, %d blocks\n", properties.name,
         properties.multiProcessorCount, properties.totalGlobalMem, properties.maxThreadsPerBlock, blocks);
}
