// NVTX 2: what CUDA called <nvtx3/nvToolsExt.h> before.
#pragma once

#include "nvtx3/nvToolsExt.h"
