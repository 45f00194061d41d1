// What the verifier's tests change: something of each rule.
#include <cuda_runtime.h>

#include "device/tensor_cores/simt_matrix.h"

__constant__ float factors[8];
__device__ int total;

struct Pair {
  int a, b;
};

__device__ __noinline__ int depth(int n, int* out) {
  int own[4] = {n, 1, 2, 3};
  own[n & 3] += 1;
  if (n <= 0) return own[(n + 1) & 3];
  const int below = depth(n - 1, out);
  out[n & 7] = below;
  return below + own[n & 3];
}

extern "C" __global__ void good(const float* in, float* out, int* counts, int n, Pair pair) {
  __shared__ __align__(16) float tile[64];
  tile[threadIdx.x & 63] = in[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < n; ++i) out[i] = tile[(i + pair.a) & 63] * factors[i & 7];
  atomicAdd(&total, pair.b);
  counts[0] = depth(n, counts);
  switch (n) {
    case 1:
      out[1] = erff(in[1]);
      break;
    case 2:
      out[2] = __shfl_sync(~0u, in[2], 3);
      break;
    case 3:
      out[3] = 3;
      break;
    case 4:
      __threadfence();
      break;
    case 5: {
      const simt_matrix::Registers rows = simt_matrix::load<1, false>(tile);
      out[5] = simt_matrix::multiply<simt_matrix::Type::f16, simt_matrix::Type::f16, simt_matrix::Type::f32,
                                     simt_matrix::Type::f32, 16, 8>(rows, rows, rows)
                   .of[0];
      break;
    }
    default:
      printf("%d %f\n", n, in[0]);
  }
  if (n < 0) __trap();
}
