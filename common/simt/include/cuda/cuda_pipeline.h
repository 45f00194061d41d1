// CUDA's <cuda_pipeline.h>, for the SIMT machine.
#pragma once

#include "device/simt_macros_aside.h"

#include "device/simt_awbarrier.h"
#include "device/simt_experimental_pipeline.h"
#include "device/simt_pipeline_primitives.h"

#include "device/simt_macros_back.h"
