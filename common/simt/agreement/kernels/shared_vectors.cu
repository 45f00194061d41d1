// Arrays of vectors in shared memory: 8 and 16 bytes a lane, served to half and quarter warps.
#include <cuda_runtime.h>

constexpr int kElements = 1056;

template <class T>
__device__ void read_vectors(const T* in, T* out, int stride) {
  __shared__ T line[kElements];
  for (int i = threadIdx.x; i < kElements; i += blockDim.x) line[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = line[threadIdx.x * stride % kElements];
}

extern "C" __global__ void shared_stride_float2(const float2* in, float2* out, int stride) {
  read_vectors(in, out, stride);
}
extern "C" __global__ void shared_stride_float4(const float4* in, float4* out, int stride) {
  read_vectors(in, out, stride);
}
