// CUDA's <host_defines.h>: a part of <cuda_runtime.h>.
#pragma once

#include "device/simt_macros_aside.h"

#include "cuda_runtime.h"

#include "device/simt_macros_back.h"
