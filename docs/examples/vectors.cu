// The same work with one and with four floats a thread: of the handbook's chapter.
#include <cuda_runtime.h>

// [floats]
extern "C" __global__ void scale_floats(const float* in, float* out, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * by;
}
// [/floats]

// [vectors]
extern "C" __global__ void scale_vectors(const float4* in, float4* out, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 v = in[i];
  out[i] = make_float4(v.x * by, v.y * by, v.z * by, v.w * by);
}
// [/vectors]

// [apart]
extern "C" __global__ void scale_neighbours(const float* in, float* out, float by) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; ++k) out[first + k] = in[first + k] * by;
}
// [/apart]
