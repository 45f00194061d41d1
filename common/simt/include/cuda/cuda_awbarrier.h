// CUDA's <cuda_awbarrier.h>, for the SIMT machine.
#pragma once

#include "device/simt_macros_aside.h"

#include "device/simt_awbarrier.h"

#include "device/simt_macros_back.h"
