// CUDA's <mma.h>, for the SIMT machine.
#pragma once

#include "cuda_runtime.h"
#include "device/tensor_cores/simt_wmma.h"
