// The CUDA runtime header as a kernel compiled for the SIMT machine sees it.
//
// A kernel file includes <cuda_runtime.h>; simtcc puts this folder first, nvcc uses its own header. Host
// programs of the SIMT machine may include it too: they get types and qualifiers, and the device functions
// only inside a module.
#pragma once

#include "simt_qualifiers.h"
#include "simt_vector_types.h"

#ifdef SIMT_MODULE
#include "simt_device.h"
#endif
