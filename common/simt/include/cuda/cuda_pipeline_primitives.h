// CUDA's <cuda_pipeline_primitives.h>, for the SIMT machine.
#pragma once

#include "simt_pipeline_primitives.h"
