// CUDA's <cuda_fp8.h>, for the SIMT machine.
#pragma once

#include "device/simt_macros_aside.h"

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "device/short_floats/simt_fp8_types.h"

#include "device/simt_macros_back.h"
