// One sum over pixels in three layouts: of the handbook's chapter.
#include <cuda_runtime.h>

// [aos]
struct Pixel {
  float r, g, b, a;
};

extern "C" __global__ void grey_aos(const Pixel* pixels, float* grey) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  grey[i] = pixels[i].r + pixels[i].g + pixels[i].b;
}
// [/aos]

// [soa]
extern "C" __global__ void grey_soa(const float* r, const float* g, const float* b, float* grey) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  grey[i] = r[i] + g[i] + b[i];
}
// [/soa]

// [aosoa]
struct Chunk {
  float r[32], g[32], b[32], a[32];
};

extern "C" __global__ void grey_aosoa(const Chunk* chunks, float* grey) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Chunk& chunk = chunks[i / 32];
  const int lane = i % 32;
  grey[i] = chunk.r[lane] + chunk.g[lane] + chunk.b[lane];
}
// [/aosoa]
