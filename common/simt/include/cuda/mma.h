// CUDA's <mma.h>, for the SIMT machine.
#pragma once

#include "device/simt_macros_aside.h"

#include "cuda_runtime.h"
#include "device/tensor_cores/simt_wmma.h"

#include "device/simt_macros_back.h"
