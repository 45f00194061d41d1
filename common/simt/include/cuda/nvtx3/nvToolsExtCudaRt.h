// NVTX's names for what the CUDA runtime makes: see nvToolsExt.h.
#pragma once

#include "../device/simt_macros_aside.h"

#include "../cuda_runtime.h"
#include "../host/simt_c_and_cpp.h"
#include "nvToolsExt.h"

SIMT_IN_HEADER inline void nvtxNameCudaDeviceA(int device, const char* name) {
  (void)device;
  (void)name;
}
SIMT_IN_HEADER inline void nvtxNameCudaStreamA(cudaStream_t stream, const char* name) {
  (void)stream;
  (void)name;
}
SIMT_IN_HEADER inline void nvtxNameCudaEventA(cudaEvent_t event, const char* name) {
  (void)event;
  (void)name;
}

#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA

#include "../device/simt_macros_back.h"
