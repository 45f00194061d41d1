// Device functions of CUDA that the machine does not have: naming one is refused.
#pragma once

#include <stddef.h>

#include "simt_unsupported.h"

// Textures of two and three dimensions, and surfaces.
#define SIMT_NO_TEXTURE(name)                                                  \
  template <class T, class... Arguments>                                       \
  SIMT_UNSUPPORTED(#name " is not supported; of textures there is tex1Dfetch") \
  __device__ T name(Arguments...);
#define SIMT_NO_SURFACE_WRITE(name)                                                     \
  template <class... Arguments>                                                         \
  SIMT_UNSUPPORTED(#name " is not supported: there are no surfaces; use global memory") \
  __device__ void name(Arguments...);
#define SIMT_NO_SURFACE_READ(name)                                                      \
  template <class T, class... Arguments>                                                \
  SIMT_UNSUPPORTED(#name " is not supported: there are no surfaces; use global memory") \
  __device__ T name(Arguments...);                                                      \
  SIMT_NO_SURFACE_WRITE(name)

SIMT_NO_TEXTURE(tex1D)
SIMT_NO_TEXTURE(tex1DLod)
SIMT_NO_TEXTURE(tex1DGrad)
SIMT_NO_TEXTURE(tex1DLayered)
SIMT_NO_TEXTURE(tex2D)
SIMT_NO_TEXTURE(tex2DLod)
SIMT_NO_TEXTURE(tex2DGrad)
SIMT_NO_TEXTURE(tex2DLayered)
SIMT_NO_TEXTURE(tex2Dgather)
SIMT_NO_TEXTURE(tex3D)
SIMT_NO_TEXTURE(tex3DLod)
SIMT_NO_TEXTURE(tex3DGrad)
SIMT_NO_TEXTURE(texCubemap)
SIMT_NO_TEXTURE(texCubemapLayered)
SIMT_NO_SURFACE_READ(surf1Dread)
SIMT_NO_SURFACE_READ(surf2Dread)
SIMT_NO_SURFACE_READ(surf3Dread)
SIMT_NO_SURFACE_WRITE(surf1Dwrite)
SIMT_NO_SURFACE_WRITE(surf2Dwrite)
SIMT_NO_SURFACE_WRITE(surf3Dwrite)
#undef SIMT_NO_TEXTURE
#undef SIMT_NO_SURFACE_WRITE
#undef SIMT_NO_SURFACE_READ

// Warp intrinsics without a mask: sm_70 took them away.
#define SIMT_REMOVED(name)                                                                      \
  template <class... Arguments>                                                                 \
  SIMT_UNSUPPORTED(#name " has not existed since sm_70; write " #name "_sync(0xFFFFFFFF, ...)") \
  __device__ int name(Arguments...);
SIMT_REMOVED(__shfl)
SIMT_REMOVED(__shfl_up)
SIMT_REMOVED(__shfl_down)
SIMT_REMOVED(__shfl_xor)
SIMT_REMOVED(__ballot)
SIMT_REMOVED(__any)
SIMT_REMOVED(__all)
#undef SIMT_REMOVED

// What only PTX can use, or parts of a block.
#define SIMT_NO_ADDRESS(name)                                         \
  SIMT_UNSUPPORTED(#name " is not supported: PTX runs on a GPU only") \
  __device__ size_t name(const void* address);
SIMT_NO_ADDRESS(__cvta_generic_to_shared)
SIMT_NO_ADDRESS(__cvta_generic_to_global)
SIMT_NO_ADDRESS(__cvta_generic_to_local)
SIMT_NO_ADDRESS(__cvta_generic_to_constant)
#undef SIMT_NO_ADDRESS
SIMT_UNSUPPORTED("__barrier_sync is not supported: use __syncthreads()")
__device__ void __barrier_sync(unsigned barrier);
SIMT_UNSUPPORTED("__barrier_sync_count is not supported: use __syncthreads()")
__device__ void __barrier_sync_count(unsigned barrier, unsigned threads);
