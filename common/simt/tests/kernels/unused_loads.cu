// Loads whose values nobody uses, and others that only look so.

struct __align__(8) Pair {
  float x, y;
};

__device__ float first_of(const float* in, int i) {
  const float other = in[i + 32];
  return in[i];
}

extern "C" __global__ void unused(const float* in, const float* other, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float y = other[i];  // here
  (void)y;
  out[i] = in[i];
}

extern "C" __global__ void unused_shared(const float* in, float* out) {
  __shared__ float tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 32; ++i) sum += tile[i];  // the sum goes nowhere
  out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void unused_in_a_function(const float* in, float* out) {
  out[threadIdx.x] = first_of(in, threadIdx.x);
}

extern "C" __global__ void all_used(const Pair* in, const float* other, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i].x;
  const float y = in[i].y;       // one load with the line before
  const float again = other[i];  // joined with the next one
  const float once_more = other[i];
  const Pair whole = in[i];  // half of it is used
  float rest = 0;
  if (i < n) rest = other[i + n];
  out[i] = x * y + again + once_more + whole.x + rest;
  const volatile float* const kept = other;
  kept[i];
}
