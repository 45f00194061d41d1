// Loads from and stores to surface objects: elements of an array, whose column is given in bytes. CUDA C++
// Programming Guide, "Surface Functions".
#pragma once

#include "../host/simt_host_types.h"
#include "simt_bits.h"
#include "simt_runtime.h"
#include "simt_texture.h"

enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };

namespace simt_surface {

template <class T>
__device__ __forceinline__ unsigned access(unsigned shape, cudaSurfaceBoundaryMode mode) {
  static_assert(sizeof(T) <= 16, "a surface's elements have at most 16 bytes");
  return shape | static_cast<unsigned>(mode) << 8U | static_cast<unsigned>(sizeof(T)) << 16U;
}

template <class T>
__device__ __forceinline__ T load(cudaSurfaceObject_t surface, unsigned shape, cudaSurfaceBoundaryMode mode,
                                  int x, int y = 0, int z = 0) {
  const simt_pair value = simt_surface_load(surface, access<T>(shape, mode), static_cast<unsigned>(x),
                                            static_cast<unsigned>(y), static_cast<unsigned>(z));
  return simt_bits::low_bits_as<T>(value);
}

template <class T>
__device__ __forceinline__ void store(T value, cudaSurfaceObject_t surface, unsigned shape,
                                      cudaSurfaceBoundaryMode mode, int x, int y = 0, int z = 0) {
  const simt_pair bits = simt_bits::as<simt_pair>(value);
  simt_surface_store(surface, access<T>(shape, mode), static_cast<unsigned>(x), static_cast<unsigned>(y),
                     static_cast<unsigned>(z), bits.low, bits.high);
}

}  // namespace simt_surface

// NAMEread<T>(surface, …), NAMEread(&value, surface, …), NAMEwrite(value, surface, …).
#define SIMT_LIST(...) __VA_ARGS__
#define SIMT_SURFACE(name, shape, parameters, ...)                                                        \
  template <class T>                                                                                      \
  __device__ __forceinline__ T name##read(cudaSurfaceObject_t surface, SIMT_LIST parameters,              \
                                          cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {          \
    return simt_surface::load<T>(surface, simt_texture::shape, mode, __VA_ARGS__);                        \
  }                                                                                                       \
  template <class T>                                                                                      \
  __device__ __forceinline__ void name##read(T* value, cudaSurfaceObject_t surface, SIMT_LIST parameters, \
                                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {       \
    *value = simt_surface::load<T>(surface, simt_texture::shape, mode, __VA_ARGS__);                      \
  }                                                                                                       \
  template <class T>                                                                                      \
  __device__ __forceinline__ void name##write(T value, cudaSurfaceObject_t surface, SIMT_LIST parameters, \
                                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {      \
    simt_surface::store(value, surface, simt_texture::shape, mode, __VA_ARGS__);                          \
  }
SIMT_SURFACE(surf1D, one, (int x), x)
SIMT_SURFACE(surf2D, two, (int x, int y), x, y)
SIMT_SURFACE(surf3D, three, (int x, int y, int z), x, y, z)
SIMT_SURFACE(surf1DLayered, layered_one, (int x, int layer), x, 0, layer)
SIMT_SURFACE(surf2DLayered, layered_two, (int x, int y, int layer), x, y, layer)
SIMT_SURFACE(surfCubemap, cube, (int x, int y, int face), x, y, face)
SIMT_SURFACE(surfCubemapLayered, layered_cube, (int x, int y, int layer_face), x, y, layer_face)
#undef SIMT_SURFACE
#undef SIMT_LIST
