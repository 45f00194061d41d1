// CUDA's <cuda.h>: the driver API, as far as it is there.
#pragma once

#include "device/simt_macros_aside.h"

// As NVIDIA's own does: programs take uint64_t from here.
#include <stdint.h>

#include "cuda_runtime.h"
#include "host/simt_driver_functions.h"

#define CUDA_VERSION CUDART_VERSION

#include "device/simt_macros_back.h"
