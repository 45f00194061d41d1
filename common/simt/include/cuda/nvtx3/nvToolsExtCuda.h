// NVTX's names for what the driver API makes: see nvToolsExt.h.
#pragma once

#include "../device/simt_macros_aside.h"

#include "../cuda.h"
#include "../host/simt_c_and_cpp.h"
#include "nvToolsExt.h"

SIMT_IN_HEADER inline void nvtxNameCuDeviceA(CUdevice device, const char* name) {
  (void)device;
  (void)name;
}
SIMT_IN_HEADER inline void nvtxNameCuContextA(CUcontext context, const char* name) {
  (void)context;
  (void)name;
}
SIMT_IN_HEADER inline void nvtxNameCuStreamA(CUstream stream, const char* name) {
  (void)stream;
  (void)name;
}
SIMT_IN_HEADER inline void nvtxNameCuEventA(CUevent event, const char* name) {
  (void)event;
  (void)name;
}

#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCuEvent nvtxNameCuEventA

#include "../device/simt_macros_back.h"
