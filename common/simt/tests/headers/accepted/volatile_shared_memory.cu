__device__ void warp_sum(volatile float* tile, int t) {
  tile[t] += tile[t + 16];
  tile[t] += tile[t + 8];
}

__global__ void sums(const float* in, float* out) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) warp_sum(tile, threadIdx.x);
  if (threadIdx.x == 0) out[0] = tile[0];
}
