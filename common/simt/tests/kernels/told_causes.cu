// Mistakes that show in many lines and have one cause.

extern "C" __global__ void without_syncwarps(const int* in, int* out) {
  __shared__ volatile int s[96];
  const int t = threadIdx.x;
  s[t] = in[t] + in[t + 32];
  s[t + 32] = 0;
  s[t] = s[t] + s[t + 16];
  s[t] = s[t] + s[t + 8];
  s[t] = s[t] + s[t + 4];
  s[t] = s[t] + s[t + 2];
  s[t] = s[t] + s[t + 1];
  if (t == 0) *out = s[0];
}

extern "C" __global__ void index_without_y(const float* in, float* out) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[31 - threadIdx.x];
}

extern "C" __global__ void returned_early(const float* in, float* out, int n) {
  __shared__ float tile[64];
  const int i = threadIdx.x;
  if (i >= n) return;
  tile[i] = in[i];
  __syncthreads();
  out[i] = tile[63 - i];
}

extern "C" __global__ void not_cleared(const int* in, int* out) {
  __shared__ int bins[32];
  atomicAdd(&bins[in[threadIdx.x] & 31], 1);
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void never_stored(float* out) {
  __shared__ float scratch[64];
  out[threadIdx.x] = scratch[threadIdx.x];
}
