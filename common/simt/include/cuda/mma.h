// CUDA's <mma.h>, for the SIMT machine.
#pragma once

#include "cuda_runtime.h"
#include "simt_wmma.h"
