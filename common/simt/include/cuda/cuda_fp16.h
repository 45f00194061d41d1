// CUDA's <cuda_fp16.h>, for the SIMT machine.
#pragma once

#include "device/simt_macros_aside.h"

#include "cuda_runtime.h"
#ifdef __cplusplus
#include "device/short_floats/simt_half.h"
#else
// To C, halves are their bits, as in NVIDIA's header: the numbers themselves are classes of C++.
typedef struct __half_raw {
  unsigned short x;
} __half_raw;
typedef struct __align__(4) __half2_raw {
  unsigned short x;
  unsigned short y;
}
__half2_raw;
#endif

#include "device/simt_macros_back.h"
