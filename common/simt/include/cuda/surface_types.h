// CUDA's <surface_types.h>: a part of <cuda_runtime.h>.
#pragma once

#include "cuda_runtime.h"
