// CUDA's <channel_descriptor.h>: a part of <cuda_runtime.h>.
#pragma once

#include "cuda_runtime.h"
