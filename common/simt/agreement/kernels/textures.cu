// One-dimensional fetches through the texture path.
#include <cuda_runtime.h>

extern "C" __global__ void copy_texture(cudaTextureObject_t in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float>(in, i);
}

extern "C" __global__ void gather_texture(cudaTextureObject_t in, const int* index, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float>(in, index[i]);
}
