// Texture objects over linear memory, for 1-D fetches by index. CUDA C++ Programming Guide, "Texture
// Functions".
#pragma once

#include "simt_qualifiers.h"

using cudaTextureObject_t = unsigned long long;

// Copies element `index` to `value`: zeros where the texture has no such element, as on the GPU.
extern "C" void simt_texture_fetch(cudaTextureObject_t texture, int index, void* value, unsigned bytes);

template <class T>
__forceinline__ T tex1Dfetch(cudaTextureObject_t texture, int index) {
  T value;
  simt_texture_fetch(texture, index, &value, sizeof value);
  return value;
}
template <class T>
__forceinline__ void tex1Dfetch(T* value, cudaTextureObject_t texture, int index) {
  *value = tex1Dfetch<T>(texture, index);
}
