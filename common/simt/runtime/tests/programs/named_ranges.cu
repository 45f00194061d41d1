// NVTX: a program that names its ranges for a profiler runs as without.
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <sm_61_intrinsics.h>

#include <cstdio>

__global__ void dot(int* out) { out[0] = __dp4a(0x01010101, 0x04030201, 5); }

int main() {
  nvtxEventAttributes_t attributes = {};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = "dot";
  nvtxRangePushEx(&attributes);
  int* sum = nullptr;
  cudaMallocManaged(&sum, sizeof(int));
  dot<<<1, 1>>>(sum);
  cudaDeviceSynchronize();
  nvtxRangePop();
  std::printf("%d\n", *sum);
  cudaFree(sum);
}
