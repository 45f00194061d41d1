// Fetches from texture objects. CUDA C++ Programming Guide, "Texture Functions". Textures have one level, so
// that levels and gradients choose nothing.
#pragma once

#include "../host/simt_host_types.h"
#include "simt_runtime.h"
#include "simt_texel_types.h"

namespace simt_texture {

// The numbers of TextureShape in module_abi.h.
enum Shape : unsigned { linear, one, two, three, layered_one, layered_two, cube, layered_cube, gather };

// The four registers that a fetch fills.
template <class T>
__device__ __forceinline__ T fetched(cudaTextureObject_t texture, unsigned shape, unsigned x, unsigned y,
                                     unsigned z, unsigned layer) {
  const simt_pair value = simt_fetch_texture(texture, shape | simt_texel::kType<T> << 8U, x, y, z, layer);
  return simt_texel::from_registers<T>(
      {static_cast<unsigned>(value.low), static_cast<unsigned>(value.low >> 32U),
       static_cast<unsigned>(value.high), static_cast<unsigned>(value.high >> 32U)});
}
template <class T>
__device__ __forceinline__ T sampled(cudaTextureObject_t texture, unsigned shape, float x, float y = 0,
                                     float z = 0, int layer = 0) {
  return fetched<T>(texture, shape, __float_as_uint(x), __float_as_uint(y), __float_as_uint(z),
                    static_cast<unsigned>(layer));
}

}  // namespace simt_texture

// Element `index` of linear memory: zeros where the texture has no such element.
template <class T>
__device__ __forceinline__ T tex1Dfetch(cudaTextureObject_t texture, int index) {
  return simt_texture::fetched<T>(texture, simt_texture::linear, static_cast<unsigned>(index), 0, 0, 0);
}
template <class T>
__device__ __forceinline__ T tex1D(cudaTextureObject_t texture, float x) {
  return simt_texture::sampled<T>(texture, simt_texture::one, x);
}
template <class T>
__device__ __forceinline__ T tex2D(cudaTextureObject_t texture, float x, float y) {
  return simt_texture::sampled<T>(texture, simt_texture::two, x, y);
}
template <class T>
__device__ __forceinline__ T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
  return simt_texture::sampled<T>(texture, simt_texture::three, x, y, z);
}
template <class T>
__device__ __forceinline__ T tex1DLayered(cudaTextureObject_t texture, float x, int layer) {
  return simt_texture::sampled<T>(texture, simt_texture::layered_one, x, 0, 0, layer);
}
template <class T>
__device__ __forceinline__ T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer) {
  return simt_texture::sampled<T>(texture, simt_texture::layered_two, x, y, 0, layer);
}
template <class T>
__device__ __forceinline__ T texCubemap(cudaTextureObject_t texture, float x, float y, float z) {
  return simt_texture::sampled<T>(texture, simt_texture::cube, x, y, z);
}
template <class T>
__device__ __forceinline__ T texCubemapLayered(cudaTextureObject_t texture, float x, float y, float z,
                                               int layer) {
  return simt_texture::sampled<T>(texture, simt_texture::layered_cube, x, y, z, layer);
}
// One channel of the four texels around a place.
template <class T>
__device__ __forceinline__ T tex2Dgather(cudaTextureObject_t texture, float x, float y, int channel = 0) {
  return simt_texture::sampled<T>(texture, simt_texture::gather + static_cast<unsigned>(channel), x, y);
}

// These fetch with a level of detail, or with gradients that would choose one. There is one level.
#define SIMT_ONE_LEVEL(name, gradient, parameters, ...)                                                \
  template <class T>                                                                                   \
  __device__ __forceinline__ T name##Lod(cudaTextureObject_t texture, SIMT_LIST parameters, float) {   \
    return name<T>(texture, __VA_ARGS__);                                                              \
  }                                                                                                    \
  template <class T>                                                                                   \
  __device__ __forceinline__ T name##Grad(cudaTextureObject_t texture, SIMT_LIST parameters, gradient, \
                                          gradient) {                                                  \
    return name<T>(texture, __VA_ARGS__);                                                              \
  }
#define SIMT_LIST(...) __VA_ARGS__
SIMT_ONE_LEVEL(tex1D, float, (float x), x)
SIMT_ONE_LEVEL(tex2D, float2, (float x, float y), x, y)
SIMT_ONE_LEVEL(tex3D, float4, (float x, float y, float z), x, y, z)
SIMT_ONE_LEVEL(tex1DLayered, float, (float x, int layer), x, layer)
SIMT_ONE_LEVEL(tex2DLayered, float2, (float x, float y, int layer), x, y, layer)
SIMT_ONE_LEVEL(texCubemap, float4, (float x, float y, float z), x, y, z)
SIMT_ONE_LEVEL(texCubemapLayered, float4, (float x, float y, float z, int layer), x, y, z, layer)
#undef SIMT_LIST
#undef SIMT_ONE_LEVEL

// The forms that store what they fetched.
#define SIMT_FETCH_TO(name)                                                                      \
  template <class T, class... Arguments>                                                         \
  __device__ __forceinline__ void name(T* value, cudaTextureObject_t texture, Arguments... at) { \
    *value = name<T>(texture, at...);                                                            \
  }
SIMT_FETCH_TO(tex1Dfetch)
SIMT_FETCH_TO(tex1D)
SIMT_FETCH_TO(tex1DLod)
SIMT_FETCH_TO(tex1DGrad)
SIMT_FETCH_TO(tex2D)
SIMT_FETCH_TO(tex2DLod)
SIMT_FETCH_TO(tex2DGrad)
SIMT_FETCH_TO(tex2Dgather)
SIMT_FETCH_TO(tex3D)
SIMT_FETCH_TO(tex3DLod)
SIMT_FETCH_TO(tex3DGrad)
SIMT_FETCH_TO(tex1DLayered)
SIMT_FETCH_TO(tex1DLayeredLod)
SIMT_FETCH_TO(tex1DLayeredGrad)
SIMT_FETCH_TO(tex2DLayered)
SIMT_FETCH_TO(tex2DLayeredLod)
SIMT_FETCH_TO(tex2DLayeredGrad)
SIMT_FETCH_TO(texCubemap)
SIMT_FETCH_TO(texCubemapLod)
SIMT_FETCH_TO(texCubemapLayered)
SIMT_FETCH_TO(texCubemapLayeredLod)
#undef SIMT_FETCH_TO
