// Texture objects over linear memory, for 1-D fetches by index. CUDA C++ Programming Guide, "Texture
// Functions".
#pragma once

#include "simt_host_types.h"
#include "simt_runtime.h"

// Element `index`: zeros where the texture has no such element, as on the GPU.
template <class T>
__device__ __forceinline__ T tex1Dfetch(cudaTextureObject_t texture, int index) {
  return simt_bits::low_bits_as<T>(simt_texture(texture, index, sizeof(T)));
}
template <class T>
__device__ __forceinline__ void tex1Dfetch(T* value, cudaTextureObject_t texture, int index) {
  *value = tex1Dfetch<T>(texture, index);
}
