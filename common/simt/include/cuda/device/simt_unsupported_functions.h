// Device functions of CUDA that the machine does not have: naming one is refused, and those of the runtime
// return an error.
#pragma once

#include <stddef.h>

#include "../host/simt_host_types.h"
#include "simt_qualifiers.h"
#include "simt_vector_types.h"

// Warp intrinsics without a mask: sm_70 took them away.
#define SIMT_REMOVED(name)                                                                      \
  template <class... Arguments>                                                                 \
  SIMT_UNSUPPORTED(#name " has not existed since sm_70; write " #name "_sync(0xFFFFFFFF, ...)") \
  __device__ int name(Arguments...);
SIMT_REMOVED(__shfl)
SIMT_REMOVED(__shfl_up)
SIMT_REMOVED(__shfl_down)
SIMT_REMOVED(__shfl_xor)
SIMT_REMOVED(__ballot)
SIMT_REMOVED(__any)
SIMT_REMOVED(__all)
#undef SIMT_REMOVED

// What a kernel may ask of the runtime where it launches kernels itself: nothing here, since no kernel can.
// These are for headers that choose between host and device only when they are compiled: CUB's and Thrust's.
__host__ __device__ inline cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() {
  return cudaErrorNotSupported;
}
__host__ __device__ inline void* cudaGetParameterBuffer(size_t /*alignment*/, size_t /*bytes*/) {
  return nullptr;
}
__host__ __device__ inline cudaError_t cudaLaunchDevice(void* /*kernel*/, void* /*parameters*/, dim3 /*grid*/,
                                                        dim3 /*block*/, unsigned /*shared*/,
                                                        cudaStream_t /*stream*/) {
  return cudaErrorNotSupported;
}
