// Loads that name a cache, a texture, and constant memory: of the handbook's chapter.
#include <cuda_runtime.h>

// [gather]
extern "C" __global__ void gather_by_each_cache(const float* in, const int* index, float* a, float* b,
                                                float* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int at = index[i];
  a[i] = in[at];
  b[i] = __ldg(in + at);
  c[i] = __ldcg(in + at);
}
// [/gather]

// [texture]
extern "C" __global__ void gather_texture(cudaTextureObject_t in, const int* index, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = tex1Dfetch<float>(in, index[i]);
}
// [/texture]

// [constant]
__constant__ float weights[64];

extern "C" __global__ void weigh_rows(const float* in, float* out, int width) {
  const int column = threadIdx.x, row = blockIdx.x;
  out[row * width + column] = in[row * width + column] * weights[row];
}

extern "C" __global__ void weigh_columns(const float* in, float* out, int width) {
  const int column = threadIdx.x, row = blockIdx.x;
  out[row * width + column] = in[row * width + column] * weights[column];
}
// [/constant]

// [restrict]
extern "C" __global__ void scale_by_first(const float* factor, float* values, int rounds) {
  for (int round = 0; round < rounds; ++round) values[32 * round + threadIdx.x] *= factor[0];
}

extern "C" __global__ void scale_by_first_restrict(const float* __restrict__ factor,
                                                   float* __restrict__ values, int rounds) {
  for (int round = 0; round < rounds; ++round) values[32 * round + threadIdx.x] *= factor[0];
}
// [/restrict]
