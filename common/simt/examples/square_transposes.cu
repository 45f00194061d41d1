// A square matrix of whole tiles, transposed in three ways: straight through global memory, through a tile in
// shared memory, and through a tile padded by a column. All are right. Their costs differ by up to 32 times.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kTile = 32;
constexpr int kRows = 8;  // of a block; each thread moves four elements

__global__ void transpose_naive(const float* in, float* out, int n) {
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) out[x * n + y + row] = in[(y + row) * n + x];
}

template <int kPitch>
__global__ void transpose_tiled(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kPitch];
  const int across = blockIdx.x * kTile;
  const int down = blockIdx.y * kTile;
  for (int row = threadIdx.y; row < kTile; row += kRows)
    tile[row][threadIdx.x] = in[(down + row) * n + across + threadIdx.x];
  __syncthreads();
  for (int row = threadIdx.y; row < kTile; row += kRows)
    out[(across + row) * n + down + threadIdx.x] = tile[threadIdx.x][row];
}

using Transpose = void (*)(const float*, float*, int);

bool is_right(const char* name, Transpose transpose, const float* in, float* out, int n) {
  cudaMemset(out, 0, sizeof(float) * n * n);
  transpose<<<dim3(n / kTile, n / kTile), dim3(kTile, kRows)>>>(in, out, n);
  std::vector<float> result(n * n);
  if (cudaMemcpy(result.data(), out, sizeof(float) * n * n, cudaMemcpyDeviceToHost) != cudaSuccess)
    return false;
  for (int i = 0; i < n * n; ++i) {
    if (result[i] == static_cast<float>(i % n * n + i / n)) continue;
    std::printf("%s: element %d is %g\n", name, i, result[i]);
    return false;
  }
  std::printf("%s is right\n", name);
  return true;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 256;
  std::vector<float> matrix(n * n);
  for (int i = 0; i < n * n; ++i) matrix[i] = static_cast<float>(i);
  float *in, *out;
  if (cudaMalloc(&in, sizeof(float) * n * n) != cudaSuccess ||
      cudaMalloc(&out, sizeof(float) * n * n) != cudaSuccess)
    return EXIT_FAILURE;
  cudaMemcpy(in, matrix.data(), sizeof(float) * n * n, cudaMemcpyHostToDevice);
  const bool all_are_right = is_right("naive", transpose_naive, in, out, n) &&
                             is_right("tiled", transpose_tiled<kTile>, in, out, n) &&
                             is_right("padded", transpose_tiled<kTile + 1>, in, out, n);
  cudaFree(in);
  cudaFree(out);
  return all_are_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
