// Textures and surfaces in whole programs: a filtered plane, layers, a volume by way of a surface, pitched
// memory, each against what the host works out.
#include <cmath>
#include <cstdio>
#include <vector>

static void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) std::printf("%s: %s\n", what, cudaGetErrorString(error));
}

constexpr int kWidth = 40;
constexpr int kHeight = 24;
constexpr int kDepth = 3;

static float value_at(int x, int y, int z) { return static_cast<float>((x * 7 + y * 13 + z * 29) % 64); }

static std::vector<float> values(int depth) {
  std::vector<float> all;
  for (int z = 0; z < depth; ++z) {
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) all.push_back(value_at(x, y, z));
    }
  }
  return all;
}

// Between four texels: a quarter of the way across, half of it down.
__global__ void sample(cudaTextureObject_t texture, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < kWidth && y < kHeight) out[y * kWidth + x] = tex2D<float>(texture, x + 0.75F, y + 1.0F);
}

__global__ void copy_layers(cudaTextureObject_t layers, cudaSurfaceObject_t volume) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= kWidth || y >= kHeight) return;
  surf3Dwrite(2 * tex2DLayered<float>(layers, x + 0.5F, y + 0.5F, z), volume,
              x * static_cast<int>(sizeof(float)), y, z);
}

static cudaTextureObject_t texture_of(const cudaResourceDesc& resource, cudaTextureFilterMode filter) {
  cudaTextureDesc description = {};
  for (auto& mode : description.addressMode) mode = cudaAddressModeClamp;
  description.filterMode = filter;
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &resource, &description, nullptr), "cudaCreateTextureObject");
  return texture;
}

static float clamped(int x, int y) {
  return value_at(x < kWidth ? x : kWidth - 1, y < kHeight ? y : kHeight - 1, 0);
}

static int wrong_samples(const std::vector<float>& found) {
  int wrong = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const float upper = 0.75F * clamped(x, y) + 0.25F * clamped(x + 1, y);
      const float lower = 0.75F * clamped(x, y + 1) + 0.25F * clamped(x + 1, y + 1);
      wrong += std::fabs(found[y * kWidth + x] - (upper + lower) / 2) > 1e-4F;
    }
  }
  return wrong;
}

static void sample_from(const char* what, const cudaResourceDesc& resource) {
  float* out = nullptr;
  std::vector<float> found(kWidth * kHeight);
  check(cudaMalloc(&out, found.size() * sizeof(float)), "cudaMalloc");
  const cudaTextureObject_t texture = texture_of(resource, cudaFilterModeLinear);
  sample<<<dim3(3, 3), dim3(16, 8)>>>(texture, out);
  check(cudaMemcpy(found.data(), out, found.size() * sizeof(float), cudaMemcpyDeviceToHost), "cudaMemcpy");
  std::printf("%s: %d of %zu wrong\n", what, wrong_samples(found), found.size());
  check(cudaDestroyTextureObject(texture), "cudaDestroyTextureObject");
  check(cudaFree(out), "cudaFree");
}

static void planes() {
  const std::vector<float> plane = values(1);
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<float>();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  check(cudaMallocArray(&resource.res.array.array, &element, kWidth, kHeight), "cudaMallocArray");
  check(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, plane.data(), kWidth * 4, kWidth * 4, kHeight,
                            cudaMemcpyHostToDevice),
        "cudaMemcpy2DToArray");
  sample_from("array", resource);
  check(cudaFreeArray(resource.res.array.array), "cudaFreeArray");

  cudaResourceDesc pitched = {};
  pitched.resType = cudaResourceTypePitch2D;
  auto& rows = pitched.res.pitch2D;
  check(cudaMallocPitch(&rows.devPtr, &rows.pitchInBytes, kWidth * 4, kHeight), "cudaMallocPitch");
  check(cudaMemcpy2D(rows.devPtr, rows.pitchInBytes, plane.data(), kWidth * 4, kWidth * 4, kHeight,
                     cudaMemcpyHostToDevice),
        "cudaMemcpy2D");
  rows.desc = element;
  rows.width = kWidth;
  rows.height = kHeight;
  sample_from("pitched memory", pitched);
  check(cudaFree(rows.devPtr), "cudaFree");
}

static cudaArray_t solid(unsigned flags, const float* from) {
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<float>();
  const cudaExtent extent = make_cudaExtent(kWidth, kHeight, kDepth);
  cudaArray_t array = nullptr;
  check(cudaMalloc3DArray(&array, &element, extent, flags), "cudaMalloc3DArray");
  if (from == nullptr) return array;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(from), kWidth * 4, kWidth, kHeight);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  check(cudaMemcpy3D(&copy), "cudaMemcpy3D");
  return array;
}

static void solids() {
  const std::vector<float> all = values(kDepth);
  cudaResourceDesc layers = {};
  layers.resType = cudaResourceTypeArray;
  layers.res.array.array = solid(cudaArrayLayered, all.data());
  cudaResourceDesc volume = {};
  volume.resType = cudaResourceTypeArray;
  volume.res.array.array = solid(cudaArraySurfaceLoadStore, nullptr);
  const cudaTextureObject_t texture = texture_of(layers, cudaFilterModePoint);
  cudaSurfaceObject_t surface = 0;
  check(cudaCreateSurfaceObject(&surface, &volume), "cudaCreateSurfaceObject");
  copy_layers<<<dim3(3, 3, kDepth), dim3(16, 8)>>>(texture, surface);
  std::vector<float> found(all.size(), -1.0F);
  cudaMemcpy3DParms copy = {};
  copy.srcArray = volume.res.array.array;
  copy.dstPtr = make_cudaPitchedPtr(found.data(), kWidth * 4, kWidth, kHeight);
  copy.extent = make_cudaExtent(kWidth, kHeight, kDepth);
  copy.kind = cudaMemcpyDeviceToHost;
  check(cudaMemcpy3D(&copy), "cudaMemcpy3D");
  int wrong = 0;
  for (std::size_t i = 0; i < all.size(); ++i) wrong += found[i] != 2 * all[i];
  std::printf("layers to a volume: %d of %zu wrong\n", wrong, all.size());
  check(cudaDestroySurfaceObject(surface), "cudaDestroySurfaceObject");
  check(cudaDestroyTextureObject(texture), "cudaDestroyTextureObject");
  check(cudaFreeArray(layers.res.array.array), "cudaFreeArray");
  check(cudaFreeArray(volume.res.array.array), "cudaFreeArray");
}

int main() {
  planes();
  solids();
  return 0;
}
