constexpr int kTile = 32;

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  float(*const rows)[kTile + 1] = tile;
  out[x * n + y] = rows[threadIdx.x][threadIdx.y];
}
