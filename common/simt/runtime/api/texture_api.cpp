// CUDA Runtime API, "Texture Object Management" and "Surface Object Management": over arrays, and textures
// also over linear and pitched memory.
#include <map>

#include "api/whole_runtime.h"
#include "state/arrays.h"

using cudart::api;
using cudart::Runtime;

namespace cudart {
namespace {

// The descriptions that a program made an object with.
struct Described {
  cudaResourceDesc resource = {};
  cudaTextureDesc texture = {};
};
using Objects = std::map<unsigned long long, Described>;
Objects& textures() {
  static auto* const all = new Objects;  // NOLINT(cppcoreguidelines-owning-memory): never destroyed
  return *all;
}
Objects& surfaces() {
  static auto* const all = new Objects;  // NOLINT(cppcoreguidelines-owning-memory): never destroyed
  return *all;
}

cudaError_t refuse_because(Runtime& runtime, cudaError_t error, const std::string& why,
                           const std::string& advice) {
  runtime.report("texture refused", std::string(runtime.caller().function) + ": " + why + ".", advice);
  return error;
}

// Where the texels are. Memory that a program gives must be within an allocation.
struct Found {
  simt::TexelMemory memory;
  cudaError_t error = cudaSuccess;
};

bool is_allocated(Runtime& runtime, const void* memory, std::size_t bytes) {
  const Allocation* const allocation = runtime.memory().find(memory);
  return allocation != nullptr && bytes <= allocation->bytes_from(memory);
}

Found linear_memory(Runtime& runtime, const cudaResourceDesc& resource) {
  const auto& linear = resource.res.linear;
  const auto format = format_of(linear.desc);
  if (!format) return {{}, cudaErrorInvalidChannelDescriptor};
  if (!is_allocated(runtime, linear.devPtr, linear.sizeInBytes)) return {{}, cudaErrorInvalidValue};
  Found found;
  found.memory.begin = linear.devPtr;
  found.memory.format = *format;
  found.memory.width = linear.sizeInBytes / format->bytes();
  if (found.memory.width == 0) found.error = cudaErrorInvalidValue;
  return found;
}

Found pitched_memory(Runtime& runtime, const cudaResourceDesc& resource) {
  constexpr std::size_t kAlignment = 512;  // cudaDeviceProp::textureAlignment
  constexpr std::size_t kPitchAlignment = 32;
  const auto& rows = resource.res.pitch2D;
  const auto format = format_of(rows.desc);
  if (!format) return {{}, cudaErrorInvalidChannelDescriptor};
  Found found;
  simt::TexelMemory& memory = found.memory;
  memory.begin = rows.devPtr;
  memory.shape = simt::TexelShape::pitched;
  memory.format = *format;
  memory.width = rows.width;
  memory.height = rows.height;
  memory.row_bytes = rows.pitchInBytes;
  if (rows.width == 0 || rows.height == 0 || rows.width * format->bytes() > rows.pitchInBytes ||
      !is_allocated(runtime, rows.devPtr, memory.bytes())) {
    found.error = cudaErrorInvalidValue;
  } else if (reinterpret_cast<std::uintptr_t>(rows.devPtr) % kAlignment != 0 ||
             rows.pitchInBytes % kPitchAlignment != 0) {
    found.error =
        refuse_because(runtime, cudaErrorInvalidValue,
                       "the memory must begin at a multiple of 512 bytes, and the pitch be one of 32",
                       "allocate it with cudaMallocPitch, and pass the pitch that it gave");
  }
  return found;
}

Found texels_of(Runtime& runtime, const cudaResourceDesc& resource) {
  switch (resource.resType) {
    case cudaResourceTypeLinear:
      return linear_memory(runtime, resource);
    case cudaResourceTypePitch2D:
      return pitched_memory(runtime, resource);
    case cudaResourceTypeArray: {
      const cudaArray* const array = arrays().find(resource.res.array.array);
      return array == nullptr ? Found{{}, cudaErrorInvalidValue} : Found{array->memory, cudaSuccess};
    }
    case cudaResourceTypeMipmappedArray:
      break;
  }
  return {{}, cudaErrorNotSupported};
}

cudaError_t check_reading(Runtime& runtime, const simt::TexelFormat& format, const cudaTextureDesc& given) {
  const bool is_floating = format.kind == simt::TexelKind::floating;
  const bool as_fraction = given.readMode == cudaReadModeNormalizedFloat;
  if (given.sRGB != 0) return cudaErrorNotSupported;
  if (as_fraction && !is_floating && format.bits == 32) {
    return refuse_because(runtime, cudaErrorInvalidNormSetting,
                          "integers of 32 bits cannot be read as fractions (cudaReadModeNormalizedFloat)",
                          "use cudaReadModeElementType");
  }
  if (given.filterMode == cudaFilterModeLinear && !is_floating && !as_fraction) {
    return refuse_because(runtime, cudaErrorInvalidFilterSetting,
                          "cudaFilterModeLinear needs values that are floats, and the elements are integers",
                          "read them with cudaReadModeNormalizedFloat, or use cudaFilterModePoint");
  }
  return cudaSuccess;
}

simt::AddressMode mode_of(cudaTextureAddressMode mode) {
  switch (mode) {
    case cudaAddressModeWrap:
      return simt::AddressMode::wrap;
    case cudaAddressModeMirror:
      return simt::AddressMode::mirror;
    case cudaAddressModeBorder:
      return simt::AddressMode::border;
    case cudaAddressModeClamp:
      break;
  }
  return simt::AddressMode::clamp;
}

cudaError_t create(Runtime& runtime, cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                   const cudaTextureDesc* given, const cudaResourceViewDesc* view) {
  if (texture == nullptr || resource == nullptr || given == nullptr) return cudaErrorInvalidValue;
  *texture = 0;
  if (view != nullptr && view->format != cudaResViewFormatNone) return cudaErrorNotSupported;
  const Found found = texels_of(runtime, *resource);
  if (found.error != cudaSuccess) return found.error;
  if (const cudaError_t error = check_reading(runtime, found.memory.format, *given); error != cudaSuccess)
    return error;
  simt::TextureDescription made;
  made.memory = found.memory;
  for (std::size_t i = 0; i < made.address.size(); ++i) made.address[i] = mode_of(given->addressMode[i]);
  made.filters = given->filterMode == cudaFilterModeLinear;
  made.as_fraction =
      given->readMode == cudaReadModeNormalizedFloat && found.memory.format.kind != simt::TexelKind::floating;
  made.is_normalized = given->normalizedCoords != 0;
  for (std::size_t i = 0; i < made.border.size(); ++i) made.border[i] = given->borderColor[i];
  *texture = runtime.memory().machine().create_texture(made);
  textures()[*texture] = {*resource, *given};
  return cudaSuccess;
}

cudaError_t create_surface(Runtime& runtime, cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
  if (surface == nullptr || resource == nullptr) return cudaErrorInvalidValue;
  *surface = 0;
  if (resource->resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
  const cudaArray* const array = arrays().find(resource->res.array.array);
  if (array == nullptr) return cudaErrorInvalidValue;
  if ((array->flags & cudaArraySurfaceLoadStore) == 0) {
    return refuse_because(runtime, cudaErrorInvalidValue, "the array was not made for surfaces",
                          "allocate it with the flag cudaArraySurfaceLoadStore");
  }
  *surface = runtime.memory().machine().create_surface(array->memory);
  surfaces()[*surface] = {*resource, {}};
  return cudaSuccess;
}

cudaError_t destroy(Runtime& runtime, Objects& objects, unsigned long long object) {
  if (object == 0) return cudaSuccess;
  if (objects.erase(object) == 0) return cudaErrorInvalidValue;
  runtime.memory().machine().destroy_texture(object);
  return cudaSuccess;
}

const Described* find(const Objects& objects, unsigned long long object) {
  const auto found = objects.find(object);
  return found == objects.end() ? nullptr : &found->second;
}

}  // namespace
}  // namespace cudart

void cudart::link_texture_api() {}

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view) {
  return api(__func__,
             [&](Runtime& runtime) { return cudart::create(runtime, texture, resource, description, view); });
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  return api(__func__,
             [&](Runtime& runtime) { return cudart::destroy(runtime, cudart::textures(), texture); });
}
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture) {
  return api(__func__, [&](Runtime&) {
    const cudart::Described* const found = cudart::find(cudart::textures(), texture);
    if (resource == nullptr || found == nullptr) return cudaErrorInvalidValue;
    *resource = found->resource;
    return cudaSuccess;
  });
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description, cudaTextureObject_t texture) {
  return api(__func__, [&](Runtime&) {
    const cudart::Described* const found = cudart::find(cudart::textures(), texture);
    if (description == nullptr || found == nullptr) return cudaErrorInvalidValue;
    *description = found->texture;
    return cudaSuccess;
  });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
  return api(__func__, [&](Runtime& runtime) { return cudart::create_surface(runtime, surface, resource); });
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  return api(__func__,
             [&](Runtime& runtime) { return cudart::destroy(runtime, cudart::surfaces(), surface); });
}
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t surface) {
  return api(__func__, [&](Runtime&) {
    const cudart::Described* const found = cudart::find(cudart::surfaces(), surface);
    if (resource == nullptr || found == nullptr) return cudaErrorInvalidValue;
    *resource = found->resource;
    return cudaSuccess;
  });
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}
}
