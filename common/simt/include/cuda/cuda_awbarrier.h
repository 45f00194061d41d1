// CUDA's <cuda_awbarrier.h>, for the SIMT machine.
#pragma once

#include "simt_awbarrier.h"
