// CUDA's <cuda_awbarrier_primitives.h>, for the SIMT machine.
#pragma once

#include "simt_phases.h"
