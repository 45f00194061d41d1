#include <common_functions.h>
#include <cuda.h>
#include <cudaProfiler.h>
#include <cuda_device_runtime_api.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <driver_functions.h>
#include <driver_types.h>
#include <library_types.h>
#include <math_constants.h>
#include <sm_35_atomic_functions.h>
#include <surface_types.h>
#include <vector_types.h>
#include <vector_functions.hpp>

__global__ void circles(float* out) { out[threadIdx.x] *= CUDART_PI_F; }

// What the headers declare.
static_assert(CUDA_R_32F == 0 && CUDA_R_4F_E2M1 == 33 && PATCH_LEVEL == 2, "");
cudaDataType type_of_elements = CUDA_C_64U;
cudaExtent extent_of_nothing() { return make_cudaExtent(0, 0, 0); }
CUresult (*const begins_profiling)() = cuProfilerStart;
