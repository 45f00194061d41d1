// 1-D fetches from texture objects over linear memory.
#include <cuda_runtime.h>

extern "C" __global__ void gather(cudaTextureObject_t texture, const int* index, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, index[threadIdx.x]);  // one float
}
extern "C" __global__ void gather4(cudaTextureObject_t texture, const int* index, float4* out) {
  float4 value;
  tex1Dfetch(&value, texture, index[threadIdx.x]);  // four floats
  out[threadIdx.x] = value;
}
extern "C" __global__ void bytes(cudaTextureObject_t texture, int* out) {
  out[threadIdx.x] = tex1Dfetch<unsigned char>(texture, 3 * threadIdx.x);  // one byte
}
