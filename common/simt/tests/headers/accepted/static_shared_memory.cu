__global__ void staged(float* data) {
  static __shared__ float tile[32];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[31 - threadIdx.x];
}
