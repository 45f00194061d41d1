// CUDA's <cuda_pipeline.h>, for the SIMT machine.
#pragma once

#include "simt_awbarrier.h"
#include "simt_experimental_pipeline.h"
#include "simt_pipeline_primitives.h"
