// NVTX 2: what CUDA called <nvtx3/nvToolsExt.h> before.
#pragma once

#include "device/simt_macros_aside.h"

#include "nvtx3/nvToolsExt.h"

#include "device/simt_macros_back.h"
