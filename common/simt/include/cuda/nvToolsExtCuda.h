// NVTX 2: what CUDA called <nvtx3/nvToolsExtCuda.h> before.
#pragma once

#include "nvtx3/nvToolsExtCudaRt.h"
