// CUDA's <cuda_bf16.h>, for the SIMT machine.
#pragma once

#include "device/simt_macros_aside.h"

#include "cuda_fp16.h"
#ifdef __cplusplus
#include "device/short_floats/simt_bfloat16.h"
#else
typedef struct __nv_bfloat16_raw {
  unsigned short x;
} __nv_bfloat16_raw;
typedef struct __align__(4) __nv_bfloat162_raw {
  unsigned short x;
  unsigned short y;
}
__nv_bfloat162_raw;
#endif

#include "device/simt_macros_back.h"
