__host__ __device__ constexpr int square(int x) { return x * x; }
constexpr int kTile = square(4);

__global__ void staged(float* data) {
  __shared__ float tile[square(4)];
  constexpr int kLast = kTile - 1;
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[kLast - threadIdx.x] + square(static_cast<int>(threadIdx.x));
}
