// Device functions of CUDA that the machine does not have: naming one is refused.
#pragma once

#include <stddef.h>

#include "simt_unsupported.h"

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

// Parts of a block.
SIMT_UNSUPPORTED("__barrier_sync is not supported: use __syncthreads()")
__device__ void __barrier_sync(unsigned barrier);
SIMT_UNSUPPORTED("__barrier_sync_count is not supported: use __syncthreads()")
__device__ void __barrier_sync_count(unsigned barrier, unsigned threads);
