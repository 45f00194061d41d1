// NVTX 2: what CUDA called <nvtx3/nvToolsExtCuda.h> before.
#pragma once

#include "device/simt_macros_aside.h"

#include "nvtx3/nvToolsExtCuda.h"

#include "device/simt_macros_back.h"
