// CUDA's <cuda_fp16.h>, for the SIMT machine.
#pragma once

#include "device/simt_macros_aside.h"

#include "cuda_runtime.h"
#include "device/short_floats/simt_half.h"

#include "device/simt_macros_back.h"
