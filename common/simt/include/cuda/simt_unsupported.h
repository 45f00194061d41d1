// What a kernel file may not use: the compiler says so, at the line that uses it. The message begins with
// "SIMT machine:". (Of malloc, new and <<<...>>> simtcc itself says it: they are declared, or are no C++.)
#pragma once

#include "simt_vector_types.h"

#define SIMT_UNSUPPORTED(text) __attribute__((error("SIMT machine: " text)))

// --- the host's side of CUDA. A kernel file holds kernels alone; who launches them is another program.

enum cudaError_t { cudaSuccess };
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
struct CUstream_st;
struct CUevent_st;
struct cudaDeviceProp;
using cudaStream_t = CUstream_st*;
using cudaEvent_t = CUevent_st*;

#define SIMT_HOST_FUNCTION(name)                                                                     \
  template <class... Arguments>                                                                      \
  SIMT_UNSUPPORTED(#name                                                                             \
                   " is for host code: a kernel file holds kernels only. Remove main() and what it " \
                   "calls, or keep them in a file of their own")                                     \
  cudaError_t                                                                                        \
  name(Arguments&&...);

SIMT_HOST_FUNCTION(cudaMalloc)
SIMT_HOST_FUNCTION(cudaMallocManaged)
SIMT_HOST_FUNCTION(cudaMallocHost)
SIMT_HOST_FUNCTION(cudaMallocPitch)
SIMT_HOST_FUNCTION(cudaMallocAsync)
SIMT_HOST_FUNCTION(cudaHostAlloc)
SIMT_HOST_FUNCTION(cudaFree)
SIMT_HOST_FUNCTION(cudaFreeHost)
SIMT_HOST_FUNCTION(cudaFreeAsync)
SIMT_HOST_FUNCTION(cudaMemcpy)
SIMT_HOST_FUNCTION(cudaMemcpy2D)
SIMT_HOST_FUNCTION(cudaMemcpyAsync)
SIMT_HOST_FUNCTION(cudaMemcpyToSymbol)
SIMT_HOST_FUNCTION(cudaMemcpyFromSymbol)
SIMT_HOST_FUNCTION(cudaMemset)
SIMT_HOST_FUNCTION(cudaMemsetAsync)
SIMT_HOST_FUNCTION(cudaMemPrefetchAsync)
SIMT_HOST_FUNCTION(cudaDeviceSynchronize)
SIMT_HOST_FUNCTION(cudaDeviceReset)
SIMT_HOST_FUNCTION(cudaGetDeviceProperties)
SIMT_HOST_FUNCTION(cudaSetDevice)
SIMT_HOST_FUNCTION(cudaGetLastError)
SIMT_HOST_FUNCTION(cudaPeekAtLastError)
SIMT_HOST_FUNCTION(cudaStreamCreate)
SIMT_HOST_FUNCTION(cudaStreamSynchronize)
SIMT_HOST_FUNCTION(cudaStreamDestroy)
SIMT_HOST_FUNCTION(cudaEventCreate)
SIMT_HOST_FUNCTION(cudaEventRecord)
SIMT_HOST_FUNCTION(cudaEventSynchronize)
SIMT_HOST_FUNCTION(cudaEventElapsedTime)
SIMT_HOST_FUNCTION(cudaEventDestroy)
SIMT_HOST_FUNCTION(cudaFuncSetAttribute)
SIMT_HOST_FUNCTION(cudaLaunchKernel)
SIMT_HOST_FUNCTION(cudaLaunchKernelEx)
SIMT_HOST_FUNCTION(cudaLaunchCooperativeKernel)
#undef SIMT_HOST_FUNCTION

template <class Error>
SIMT_UNSUPPORTED("cudaGetErrorString is for host code: a kernel file holds kernels only")
const char* cudaGetErrorString(Error error);

// --- textures of two and three dimensions, and surfaces

using cudaSurfaceObject_t = unsigned long long;

#define SIMT_TEXTURE_FUNCTION(name)                                            \
  template <class T, class... Arguments>                                       \
  SIMT_UNSUPPORTED(#name " is not supported; of textures there is tex1Dfetch") \
  T name(Arguments&&...);
#define SIMT_SURFACE_FUNCTION(name)                                                     \
  template <class... Arguments>                                                         \
  SIMT_UNSUPPORTED(#name " is not supported: there are no surfaces; use global memory") \
  void name(Arguments&&...);
#define SIMT_SURFACE_READ(name)                                                         \
  template <class T, class... Arguments>                                                \
  SIMT_UNSUPPORTED(#name " is not supported: there are no surfaces; use global memory") \
  T name(Arguments&&...);                                                               \
  SIMT_SURFACE_FUNCTION(name)

SIMT_TEXTURE_FUNCTION(tex1DLayered)
SIMT_TEXTURE_FUNCTION(tex2D)
SIMT_TEXTURE_FUNCTION(tex2DGrad)
SIMT_TEXTURE_FUNCTION(tex2DLayered)
SIMT_TEXTURE_FUNCTION(tex2DLod)
SIMT_TEXTURE_FUNCTION(tex2Dgather)
SIMT_TEXTURE_FUNCTION(tex3D)
SIMT_TEXTURE_FUNCTION(tex3DLod)
SIMT_TEXTURE_FUNCTION(texCubemap)
SIMT_SURFACE_READ(surf1Dread)
SIMT_SURFACE_READ(surf2Dread)
SIMT_SURFACE_READ(surf3Dread)
SIMT_SURFACE_FUNCTION(surf1Dwrite)
SIMT_SURFACE_FUNCTION(surf2Dwrite)
SIMT_SURFACE_FUNCTION(surf3Dwrite)
#undef SIMT_TEXTURE_FUNCTION
#undef SIMT_SURFACE_FUNCTION
#undef SIMT_SURFACE_READ

// --- words of the language. A pragma in a macro is an error at the line that uses the macro.

#define __managed__ _Pragma("GCC error \"SIMT machine: __managed__ is not supported: pass a buffer\"")
#define __cluster_dims__(...) \
  _Pragma("GCC error \"SIMT machine: __cluster_dims__ is not supported: there are no clusters\"")
// The library's headers, all read by now, write __asm__.
#define asm _Pragma("GCC error \"SIMT machine: asm is not supported: PTX runs on a GPU only\"") __asm__
