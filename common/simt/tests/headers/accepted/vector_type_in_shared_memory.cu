__global__ void staged(const float4* in, float4* out) {
  __shared__ float4 tile[64];
  __shared__ int2 pairs[8][8];
  tile[threadIdx.x] = in[threadIdx.x];
  pairs[threadIdx.x % 8][0] = make_int2(1, 2);
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
  out[threadIdx.x].x += pairs[0][0].x;
}
