__global__ void staged(float* out) {
  __shared__ alignas(16) float tile[32];
  __shared__ __align__(8) float other[32];
  alignas(128) __shared__ float third[32];
  tile[threadIdx.x] = other[threadIdx.x] = third[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x] + other[0] + third[1];
}
