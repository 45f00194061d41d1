// CUDA's <device_launch_parameters.h>: a part of <cuda_runtime.h>.
#pragma once

#include "cuda_runtime.h"
