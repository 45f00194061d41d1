// CUDA's <cuda.h>, as many files include it: the driver API itself is not there.
#pragma once

#include "cuda_runtime.h"

#define CUDA_VERSION CUDART_VERSION
