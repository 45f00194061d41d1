__device__ float block_sum(float x) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, x);
  __syncthreads();
  return sum;
}

__global__ void sums(float* data) { data[threadIdx.x] = block_sum(data[threadIdx.x]); }
