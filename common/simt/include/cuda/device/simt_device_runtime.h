// What a kernel may ask of the runtime where it launches kernels itself: nothing here, since no kernel can.
// These are for headers that choose between host and device only when they are compiled: CUB's and Thrust's.
#pragma once

#include "../host/simt_host_types.h"
#include "simt_vector_types.h"

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
