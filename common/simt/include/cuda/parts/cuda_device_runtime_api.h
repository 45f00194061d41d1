// CUDA's <cuda_device_runtime_api.h>: a part of <cuda_runtime.h>.
#pragma once

#include "../cuda_runtime.h"
