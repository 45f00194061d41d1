// CUDA Runtime API, "Texture Object Management", over linear memory, which tex1Dfetch reads. Arrays, and what
// samples them, are not there: kernels that ask for them do not compile, and here they are refused by
// cudaErrorNotSupported.
#include <map>

#include "runtime.h"
#include "simt_host_texture_types.h"

using cudart::api;
using cudart::Runtime;

namespace cudart {
namespace {

// What a program described each texture object with.
std::map<cudaTextureObject_t, cudaResourceDesc>& textures() {
  static auto* const all =
      new std::map<cudaTextureObject_t, cudaResourceDesc>;  // NOLINT(cppcoreguidelines-owning-memory)
  return *all;
}

// 0: an element of no size that a texture can have.
std::size_t bytes_of(const cudaChannelFormatDesc& element) {
  const int bits = element.x + element.y + element.z + element.w;
  const bool is_size = bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128;
  return is_size ? static_cast<std::size_t>(bits) / 8 : 0;
}

cudaError_t create(Runtime& runtime, cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                   const cudaTextureDesc* description) {
  if (texture == nullptr || resource == nullptr || description == nullptr) return cudaErrorInvalidValue;
  if (resource->resType != cudaResourceTypeLinear) return cudaErrorNotSupported;
  if (description->readMode == cudaReadModeNormalizedFloat) return cudaErrorNotSupported;
  const auto& linear = resource->res.linear;
  const std::size_t element = bytes_of(linear.desc);
  if (element == 0) return cudaErrorInvalidChannelDescriptor;
  const Allocation* const allocation = runtime.memory().find(linear.devPtr);
  if (allocation == nullptr || linear.sizeInBytes > allocation->bytes_from(linear.devPtr))
    return cudaErrorInvalidValue;
  *texture = runtime.memory().machine().create_texture(linear.devPtr, linear.sizeInBytes / element, element);
  textures()[*texture] = *resource;
  return cudaSuccess;
}

cudaError_t refuse(Runtime&) { return cudaErrorNotSupported; }

}  // namespace
}  // namespace cudart

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc*) {
  return api(__func__,
             [&](Runtime& runtime) { return cudart::create(runtime, texture, resource, description); });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  return api(__func__, [&](Runtime& runtime) {
    if (texture == 0) return cudaSuccess;
    if (cudart::textures().erase(texture) == 0) return cudaErrorInvalidValue;
    runtime.memory().machine().destroy_texture(texture);
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture) {
  return api(__func__, [&](Runtime&) {
    const auto found = cudart::textures().find(texture);
    if (resource == nullptr || found == cudart::textures().end()) return cudaErrorInvalidValue;
    *resource = found->second;
    return cudaSuccess;
  });
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc*, size_t, size_t, unsigned) {
  if (array != nullptr) *array = nullptr;
  return api(__func__, cudart::refuse);
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc*, cudaExtent, unsigned) {
  if (array != nullptr) *array = nullptr;
  return api(__func__, cudart::refuse);
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  return api(__func__, [&](Runtime&) { return array == nullptr ? cudaSuccess : cudaErrorInvalidValue; });
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t, size_t, size_t, const void*, size_t, size_t, size_t,
                                cudaMemcpyKind) {
  return api(__func__, cudart::refuse);
}
cudaError_t cudaMemcpy2DFromArray(void*, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t,
                                  cudaMemcpyKind) {
  return api(__func__, cudart::refuse);
}
cudaError_t cudaMemcpyToArray(cudaArray_t, size_t, size_t, const void*, size_t, cudaMemcpyKind) {
  return api(__func__, cudart::refuse);
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc*) {
  if (surface != nullptr) *surface = 0;
  return api(__func__, cudart::refuse);
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t) { return api(__func__, cudart::refuse); }
}
