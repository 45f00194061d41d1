// CUDA's <cudaProfiler.h>: where a profiler of the driver API begins and ends. There is none here.
#pragma once

#include "device/simt_macros_aside.h"

#include "cuda.h"

extern "C" {
CUresult cuProfilerStart();
CUresult cuProfilerStop();
}

#include "device/simt_macros_back.h"
