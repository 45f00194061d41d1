// CUDA's <sm_60_atomic_functions.h>: a part of <cuda_runtime.h>.
#pragma once

#include "../cuda_runtime.h"
