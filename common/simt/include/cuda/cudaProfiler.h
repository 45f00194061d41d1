// CUDA's <cudaProfiler.h>: where a profiler of the driver API begins and ends. There is none here.
#pragma once

#include "device/simt_macros_aside.h"

#include "cuda.h"
#include "host/simt_c_and_cpp.h"

SIMT_BEGIN_C

CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);

SIMT_END_C

#include "device/simt_macros_back.h"
