// CUDA's <sm_20_intrinsics.h>: a part of <cuda_runtime.h>.
#pragma once

#include "../cuda_runtime.h"
