// CUDA's <cuda_pipeline_primitives.h>, for the SIMT machine.
#pragma once

#include "device/simt_macros_aside.h"

#include "device/simt_pipeline_primitives.h"

#include "device/simt_macros_back.h"
