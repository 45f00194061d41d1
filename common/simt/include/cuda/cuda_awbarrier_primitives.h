// CUDA's <cuda_awbarrier_primitives.h>, for the SIMT machine.
#pragma once

#include "device/simt_macros_aside.h"

#include "device/simt_phases.h"

#include "device/simt_macros_back.h"
