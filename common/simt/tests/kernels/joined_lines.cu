// Neighbouring accesses of several lines that become one.
#include <cuda_runtime.h>

struct __align__(8) Pair {
  float x, y;
};

extern "C" __global__ void two_loads(const Pair* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i].x;  // the first load
  const float y = in[i].y;  // the second load
  out[i] = x * y;           // stored alone
}

extern "C" __global__ void two_stores(const float* in, Pair* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = in[i];
  out[i].y = value;      // the higher store
  out[i].x = 2 * value;  // the lower store
}

extern "C" __global__ void into_a_local_array(const int* in, const int* which, int* out) {
  const int i = threadIdx.x;
  int t[8];
  for (int k = 0; k < 8; ++k) t[k] = in[8 * i + k] + k;  // all of the array's stores
  out[i] = t[which[i] & 7];                              // its load
}
