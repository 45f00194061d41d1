// Launches one warp's fetch from a texture, or access to a surface, with every pattern of texels, for a
// profiler to count.
//
//   measure_texture_requests ELEMENTS LAUNCHES.csv      ELEMENTS: floats or others
//
// Writes one line a launch: what is accessed, bytes of an element, and the texel "x:y:z" of each lane ("-":
// takes no part). measure_textures.sh runs it under ncu. Exit status: 0 all launched, else not.
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include "cuda_host.h"

namespace patterns {
namespace {

constexpr int kLanes = 32;
constexpr int kWidth = 256;
constexpr int kHeight = 64;
constexpr int kDepth = 8;

struct Texel {
  int x = 0;
  int y = 0;
  int z = 0;
  bool is_active = true;
};
struct Lanes {
  Texel at[kLanes];
};

enum class Access {
  flat_1d,
  pitched,
  pitched_linear,
  array_1d,
  array_2d,
  array_2d_linear,
  layered_2d,
  array_3d,
  surface_load,
  surface_store
};
const char* const kAccessNames[] = {"flat_1d",      "pitched",         "pitched_linear", "array_1d",
                                    "array_2d",     "array_2d_linear", "layered_2d",     "array_3d",
                                    "surface_load", "surface_store"};

template <class T>
__device__ void keep(T value, T* out) {
  out[threadIdx.x] = value;
}

// The only loads are those of the fetch: coordinates are arguments.
template <class T, Access kAccess>
__global__ void access(cudaTextureObject_t texture, cudaSurfaceObject_t surface, Lanes lanes, T* out) {
  const Texel at = lanes.at[threadIdx.x];
  if (!at.is_active) return;
  const float x = static_cast<float>(at.x) +
                  (kAccess == Access::array_2d_linear || kAccess == Access::pitched_linear ? 1.0F : 0.5F);
  const float y = static_cast<float>(at.y) +
                  (kAccess == Access::array_2d_linear || kAccess == Access::pitched_linear ? 1.0F : 0.5F);
  const int bytes = at.x * static_cast<int>(sizeof(T));
  if constexpr (kAccess == Access::flat_1d) keep(tex1Dfetch<T>(texture, at.x + at.y * kWidth), out);
  if constexpr (kAccess == Access::array_1d) keep(tex1D<T>(texture, x), out);
  if constexpr (kAccess == Access::array_3d)
    keep(tex3D<T>(texture, x, y, static_cast<float>(at.z) + 0.5F), out);
  if constexpr (kAccess == Access::layered_2d) keep(tex2DLayered<T>(texture, x, y, at.z), out);
  if constexpr (kAccess == Access::pitched || kAccess == Access::array_2d ||
                kAccess == Access::array_2d_linear || kAccess == Access::pitched_linear)
    keep(tex2D<T>(texture, x, y), out);
  if constexpr (kAccess == Access::surface_load) keep(surf2Dread<T>(surface, bytes, at.y), out);
  if constexpr (kAccess == Access::surface_store) surf2Dwrite(T{}, surface, bytes, at.y);
}

std::vector<Lanes> patterns() {
  std::vector<Lanes> all;
  const auto add = [&](const std::function<Texel(int)>& texel_of) {
    Lanes lanes;
    for (int lane = 0; lane < kLanes; ++lane) lanes.at[lane] = texel_of(lane);
    all.push_back(lanes);
  };
  add([](int) { return Texel{0, 0, 0, false}; });
  for (const int columns : {32, 16, 8, 4, 2, 1}) add([=](int l) { return Texel{l % columns, l / columns}; });
  for (const int shift : {1, 3, 4, 8}) add([=](int l) { return Texel{l + shift, 0}; });
  for (const int shift : {1, 2, 3}) add([=](int l) { return Texel{l % 8 + 1, l / 8 + shift}; });
  for (const int stride : {2, 4, 8}) add([=](int l) { return Texel{stride * l, 0}; });
  for (const int stride : {2, 4}) add([=](int l) { return Texel{l % 8, l / 8 * stride}; });
  add([](int l) { return Texel{l, l}; });
  add([](int l) { return Texel{31 - l, 0}; });
  add([](int) { return Texel{5, 5}; });
  add([](int l) { return Texel{l / 2, 0}; });
  add([](int l) { return Texel{l, 0, 0, l < 8}; });
  add([](int l) { return Texel{l, 0, 0, l % 2 == 0}; });
  add([](int l) { return Texel{0, 0, 0, l == 0}; });
  add([](int l) { return Texel{l % 8, l / 8 % 2, l / 16}; });
  add([](int l) { return Texel{l % 4, l / 4 % 4, l / 16}; });
  add([](int l) { return Texel{0, 0, l % 8}; });
  add([](int l) { return Texel{l % 2 + l / 4 % 2 * 2 + l / 16 * 4, l / 2 % 2 + l / 8 % 2 * 2}; });
  unsigned state = 12345;
  const auto random = [&](int limit) {
    state = state * 1664525U + 1013904223U;
    return static_cast<int>(state >> 16U) % limit;
  };
  for (const int limit : {8, 16, 32, 64}) {
    for (int i = 0; i < 2; ++i) add([&](int) { return Texel{random(limit), random(limit), random(4)}; });
  }
  return all;
}

template <class T>
class Memory {
 public:
  Memory() {
    const cudaChannelFormatDesc element = cudaCreateChannelDesc<T>();
    const cudaExtent flat = make_cudaExtent(kWidth, kHeight, 0);
    check(cudaMalloc3DArray(&row_, &element, make_cudaExtent(kWidth, 0, 0), 0), "1-D");
    check(cudaMalloc3DArray(&plane_, &element, flat, cudaArraySurfaceLoadStore), "2-D");
    check(cudaMalloc3DArray(&layers_, &element, make_cudaExtent(kWidth, kHeight, kDepth), cudaArrayLayered),
          "layered");
    check(cudaMalloc3DArray(&volume_, &element, make_cudaExtent(kWidth, kHeight, kDepth), 0), "3-D");
    check(cudaMallocPitch(&pitched_, &pitch_, kWidth * sizeof(T), kHeight), "cudaMallocPitch");
  }
  cudaTextureObject_t texture(Access access) const {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = access == Access::array_1d     ? row_
                               : access == Access::layered_2d ? layers_
                               : access == Access::array_3d   ? volume_
                                                              : plane_;
    if (access == Access::pitched || access == Access::pitched_linear) {
      resource.resType = cudaResourceTypePitch2D;
      resource.res.pitch2D.devPtr = pitched_;
      resource.res.pitch2D.desc = cudaCreateChannelDesc<T>();
      resource.res.pitch2D.width = kWidth;
      resource.res.pitch2D.height = kHeight;
      resource.res.pitch2D.pitchInBytes = pitch_;
    }
    if (access == Access::flat_1d) {
      resource.resType = cudaResourceTypeLinear;
      resource.res.linear.devPtr = pitched_;
      resource.res.linear.desc = cudaCreateChannelDesc<T>();
      resource.res.linear.sizeInBytes = pitch_ * kHeight;
    }
    cudaTextureDesc description = {};
    for (auto& mode : description.addressMode) mode = cudaAddressModeClamp;
    if (access == Access::array_2d_linear || access == Access::pitched_linear)
      description.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t texture = 0;
    check(cudaCreateTextureObject(&texture, &resource, &description, nullptr), "cudaCreateTextureObject");
    return texture;
  }
  cudaSurfaceObject_t surface() const {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = plane_;
    cudaSurfaceObject_t surface = 0;
    check(cudaCreateSurfaceObject(&surface, &resource), "cudaCreateSurfaceObject");
    return surface;
  }

 private:  // freed by the process's end
  cudaArray_t row_ = nullptr;
  cudaArray_t plane_ = nullptr;
  cudaArray_t layers_ = nullptr;
  cudaArray_t volume_ = nullptr;
  void* pitched_ = nullptr;
  std::size_t pitch_ = 0;
};

template <class T, Access kAccess>
void launch_all(std::FILE* log, const Memory<T>& memory) {
  const cudaTextureObject_t texture = memory.texture(kAccess);
  const cudaSurfaceObject_t surface = memory.surface();
  const DeviceBuffer<T> out(kLanes);
  for (const Lanes& lanes : patterns()) {
    access<T, kAccess><<<1, kLanes>>>(texture, surface, lanes, out.data());
    check_launch(kAccessNames[static_cast<int>(kAccess)]);
    std::fprintf(log, "%s,%d", kAccessNames[static_cast<int>(kAccess)], static_cast<int>(sizeof(T)));
    for (const Texel& at : lanes.at) {
      if (at.is_active)
        std::fprintf(log, ",%d:%d:%d", at.x, at.y, at.z);
      else
        std::fprintf(log, ",-");
    }
    std::fprintf(log, "\n");
  }
}

template <class T>
void launch_for(std::FILE* log, bool all_accesses) {
  const Memory<T> memory;
  launch_all<T, Access::array_2d>(log, memory);
  launch_all<T, Access::surface_load>(log, memory);
  if (sizeof(T) == 1 || sizeof(T) == 8) return;
  launch_all<T, Access::surface_store>(log, memory);
  launch_all<T, Access::pitched>(log, memory);
  if (!all_accesses) return;
  launch_all<T, Access::flat_1d>(log, memory);
  launch_all<T, Access::pitched_linear>(log, memory);
  launch_all<T, Access::array_1d>(log, memory);
  launch_all<T, Access::array_2d_linear>(log, memory);
  launch_all<T, Access::layered_2d>(log, memory);
  launch_all<T, Access::array_3d>(log, memory);
}

}  // namespace
}  // namespace patterns

int main(int count, char** words) {
  if (count != 3) return 2;
  std::FILE* const log = std::fopen(words[2], "w");
  if (log == nullptr) return 2;
  if (std::strcmp(words[1], "floats") == 0) {
    patterns::launch_for<float>(log, true);
  } else {
    patterns::launch_for<float4>(log, false);
    patterns::launch_for<unsigned char>(log, false);
    patterns::launch_for<float2>(log, false);
  }
  return std::fclose(log) == 0 ? 0 : 2;
}
