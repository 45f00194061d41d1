// The clock of the SIMT machine: modelled cycles of the warp's own memory requests, and of nothing else.
//
// It starts when a warp first reads it. Differences tell access patterns apart as an H200 does (a 32-way
// conflict against none: 64 cycles a load against 4); they are no times.
#pragma once

#include <time.h>

#include "simt_runtime.h"

__device__ __forceinline__ long long clock64() { return static_cast<long long>(simt_clock()); }
__device__ __forceinline__ clock_t clock() { return static_cast<clock_t>(simt_clock()); }
