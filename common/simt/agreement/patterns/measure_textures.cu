// Prints what fetches from textures and loads from surfaces give: each texture of texture_cases.h, at each of
// its coordinates.
//
//   measure_textures          prints to standard output
//
// A line "case WORDS" opens a texture; the lines after it are "x y z layer : r g b a", all as bits.
// Exit status: 0 all fetched, else not.
#include <cstdio>
#include <vector>

#include "cuda_host.h"
#include "texture_cases.h"

namespace patterns {
namespace {

// float4, int4 or uint4, whatever the element has: what a fetch puts into its four registers.
template <class T>
__global__ void fetch(cudaTextureObject_t texture, Geometry geometry, bool gathers, const Coordinates* at,
                      int count, T* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const Coordinates c = at[i];
  T value;
  switch (geometry) {
    case Geometry::flat_1d:
      value = tex1Dfetch<T>(texture, static_cast<int>(c.x));
      break;
    case Geometry::array_1d:
      value = tex1D<T>(texture, c.x);
      break;
    case Geometry::array_3d:
      value = tex3D<T>(texture, c.x, c.y, c.z);
      break;
    case Geometry::layered_1d:
      value = tex1DLayered<T>(texture, c.x, c.layer);
      break;
    case Geometry::layered_2d:
      value = tex2DLayered<T>(texture, c.x, c.y, c.layer);
      break;
    case Geometry::cube:
      value = texCubemap<T>(texture, c.x, c.y, c.z);
      break;
    case Geometry::layered_cube:
      value = texCubemapLayered<T>(texture, c.x, c.y, c.z, c.layer);
      break;
    default:
      value = gathers ? tex2Dgather<T>(texture, c.x, c.y, 0) : tex2D<T>(texture, c.x, c.y);
      break;
  }
  out[i] = value;
}

class DeviceTexture {
 public:
  explicit DeviceTexture(const TextureCase& one) {
    const std::vector<unsigned char> texels = texels_of(one);
    const cudaChannelFormatDesc element =
        cudaCreateChannelDesc(one.bits, one.channels > 1 ? one.bits : 0, one.channels > 2 ? one.bits : 0,
                              one.channels > 3 ? one.bits : 0, one.kind);
    cudaResourceDesc resource = {};
    const std::size_t row =
        static_cast<std::size_t>(one.width) * static_cast<std::size_t>(one.element_bytes());
    if (one.geometry == Geometry::flat_1d) {
      check(cudaMalloc(&memory_, texels.size()), "cudaMalloc");
      check(cudaMemcpy(memory_, texels.data(), texels.size(), cudaMemcpyHostToDevice), "cudaMemcpy");
      resource.resType = cudaResourceTypeLinear;
      resource.res.linear.devPtr = memory_;
      resource.res.linear.desc = element;
      resource.res.linear.sizeInBytes = texels.size();
    } else if (one.geometry == Geometry::pitched) {
      std::size_t pitch = 0;
      const auto rows = static_cast<std::size_t>(one.height);
      check(cudaMallocPitch(&memory_, &pitch, row, rows), "cudaMallocPitch");
      check(cudaMemcpy2D(memory_, pitch, texels.data(), row, row, rows, cudaMemcpyHostToDevice),
            "cudaMemcpy2D");
      resource.resType = cudaResourceTypePitch2D;
      resource.res.pitch2D.devPtr = memory_;
      resource.res.pitch2D.desc = element;
      resource.res.pitch2D.width = static_cast<std::size_t>(one.width);
      resource.res.pitch2D.height = rows;
      resource.res.pitch2D.pitchInBytes = pitch;
    } else {
      make_array(one, element, texels, row);
      resource.resType = cudaResourceTypeArray;
      resource.res.array.array = array_;
    }
    cudaTextureDesc description = {};
    for (auto& mode : description.addressMode) mode = one.address;
    description.filterMode = one.filter;
    description.readMode = one.read;
    description.normalizedCoords = one.is_normalized;
    for (int i = 0; i < 4; ++i) description.borderColor[i] = static_cast<float>(i) + 0.5F;
    check(cudaCreateTextureObject(&texture_, &resource, &description, nullptr), name_of(one).c_str());
  }
  ~DeviceTexture() {
    cudaDestroyTextureObject(texture_);
    if (array_ != nullptr) cudaFreeArray(array_);
    cudaFree(memory_);
  }
  DeviceTexture(const DeviceTexture&) = delete;
  DeviceTexture& operator=(const DeviceTexture&) = delete;
  cudaTextureObject_t get() const { return texture_; }

 private:
  void make_array(const TextureCase& one, const cudaChannelFormatDesc& element,
                  const std::vector<unsigned char>& texels, std::size_t row) {
    const int slices = one.geometry == Geometry::cube           ? 6
                       : one.geometry == Geometry::layered_cube ? 6 * one.depth
                                                                : one.depth;
    const unsigned flags = (one.is_layered() ? cudaArrayLayered : 0U) |
                           (one.is_cube() ? cudaArrayCubemap : 0U) |
                           (one.is_gathered ? cudaArrayTextureGather : 0U);
    const auto width = static_cast<std::size_t>(one.width);
    const auto height = static_cast<std::size_t>(one.height);
    check(cudaMalloc3DArray(&array_, &element,
                            make_cudaExtent(width, height, static_cast<std::size_t>(slices)), flags),
          "cudaMalloc3DArray");
    cudaMemcpy3DParms copy = {};
    copy.srcPtr =
        make_cudaPitchedPtr(const_cast<unsigned char*>(texels.data()), row, width, height > 0 ? height : 1);
    copy.dstArray = array_;
    copy.extent =
        make_cudaExtent(width, height > 0 ? height : 1, static_cast<std::size_t>(slices > 0 ? slices : 1));
    copy.kind = cudaMemcpyHostToDevice;
    check(cudaMemcpy3D(&copy), "cudaMemcpy3D");
  }

  cudaArray_t array_ = nullptr;
  void* memory_ = nullptr;
  cudaTextureObject_t texture_ = 0;
};

std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

template <class T>
void run(const TextureCase& one) {
  const DeviceTexture texture(one);
  const std::vector<Coordinates> at = coordinates_of(one);
  DeviceBuffer<Coordinates> places(at.size());
  places.fill_from(at.data());
  DeviceBuffer<T> out(at.size());
  const int count = static_cast<int>(at.size());
  fetch<T><<<(count + 63) / 64, 64>>>(texture.get(), one.geometry, one.is_gathered, places.data(), count,
                                      out.data());
  const std::string name = name_of(one);
  check_launch(name.c_str());
  std::vector<std::uint32_t> values(at.size() * 4);
  check(cudaMemcpy(values.data(), out.data(), out.bytes(), cudaMemcpyDeviceToHost), "cudaMemcpy");
  std::printf("case %s\n", name.c_str());
  for (std::size_t i = 0; i < at.size(); ++i) {
    std::printf("%x %x %x %d : %x %x %x %x\n", bits_of(at[i].x), bits_of(at[i].y), bits_of(at[i].z),
                at[i].layer, values[4 * i], values[4 * i + 1], values[4 * i + 2], values[4 * i + 3]);
  }
}

__global__ void load_surface(cudaSurfaceObject_t surface, int count, unsigned* out) {
  const int i = static_cast<int>(threadIdx.x);
  if (i >= count) return;
  const int x = i % 8 * 4 - 8;
  const int y = i / 8 - 2;
  out[2 * i] = surf2Dread<unsigned>(surface, x, y, cudaBoundaryModeClamp);
  out[2 * i + 1] = surf2Dread<unsigned>(surface, x, y, cudaBoundaryModeZero);
}

// 5 columns and 3 rows, two elements outside on each side.
void run_surface() {
  TextureCase one;
  one.width = 5;
  one.height = 3;
  one.kind = cudaChannelFormatKindUnsigned;
  const std::vector<unsigned char> texels = texels_of(one);
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<unsigned>();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  check(cudaMallocArray(&resource.res.array.array, &element, 5, 3, cudaArraySurfaceLoadStore),
        "cudaMallocArray");
  check(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, texels.data(), 20, 20, 3, cudaMemcpyHostToDevice),
        "cudaMemcpy2DToArray");
  cudaSurfaceObject_t surface = 0;
  check(cudaCreateSurfaceObject(&surface, &resource), "cudaCreateSurfaceObject");
  constexpr int kCount = 64;
  DeviceBuffer<unsigned> out(2 * kCount);
  load_surface<<<1, kCount>>>(surface, kCount, out.data());
  check_launch("load_surface");
  std::vector<unsigned> values(2 * kCount);
  check(cudaMemcpy(values.data(), out.data(), out.bytes(), cudaMemcpyDeviceToHost), "cudaMemcpy");
  std::printf("case surface 5x3 u32x1 clamp zero\n");
  for (int i = 0; i < kCount; ++i)
    std::printf("%d %d 0 0 : %x %x 0 0\n", i % 8 * 4 - 8, i / 8 - 2, values[2 * i], values[2 * i + 1]);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(resource.res.array.array);
}

}  // namespace
}  // namespace patterns

int main() {
  for (const patterns::TextureCase& one : patterns::texture_cases()) {
    const bool is_float = one.kind == cudaChannelFormatKindFloat || one.read == cudaReadModeNormalizedFloat;
    if (is_float) {
      patterns::run<float4>(one);
    } else if (one.kind == cudaChannelFormatKindSigned) {
      patterns::run<int4>(one);
    } else {
      patterns::run<uint4>(one);
    }
  }
  patterns::run_surface();
  return 0;
}
