// CUDA's <cuda_bf16.h>, for the SIMT machine.
#pragma once

#include "device/simt_macros_aside.h"

#include "cuda_fp16.h"
#include "device/short_floats/simt_bfloat16.h"

#include "device/simt_macros_back.h"
