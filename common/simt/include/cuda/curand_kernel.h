// cuRAND's device functions are headers of NVIDIA's own, which a CUDA Toolkit brings: where -I names them,
// they are compiled as they are, so that kernels draw the numbers that they draw on a GPU.
#pragma once

#if !__has_include_next(<curand_kernel.h>)
#error \
    "SIMT machine: <curand_kernel.h> is NVIDIA's, and was not found: -I FOLDER names a CUDA Toolkit's include folder, or that of its curand alone"
#else

#include "cuda_runtime.h"

#ifndef __NV_SILENCE_DEPRECATION_BEGIN
#define __NV_SILENCE_DEPRECATION_BEGIN
#define __NV_SILENCE_DEPRECATION_END
#endif

// For host code these headers declare two of CUDA's built-in variables again, with types that they do not
// have here.
#if defined(__CUDA__) && !defined(__CUDA_ARCH__)
#define dim3 simt_index<simt_block_dim>
#define uint3 simt_index<simt_thread_index>
#include_next <curand_mtgp32_kernel.h>
#undef dim3
#undef uint3
#endif
#include_next <curand_kernel.h>

#endif
