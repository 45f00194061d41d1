// clang-format off
// Launches as some editors format them, which nvcc takes: the brackets with blanks in them.
#include <cstdio>
#include <vector>

template <class T, int N>
__global__ void fill(T* out, T value) {
  if (threadIdx.x < N) out[threadIdx.x] = value;
}

int main() {
  std::vector<std::vector<int> > rows(2, std::vector<int>(1 << 2));
  int* device = nullptr;
  cudaMalloc(&device, 16);
  fill<int, 4> << <1, 4 >> > (device, 8 >> 1);
  cudaMemcpy(rows[0].data(), device, 16, cudaMemcpyDeviceToHost);
  fill<int, 4>
      << < dim3(1),
                   dim3(4) >> >(device, 5);
  cudaMemcpy(rows[1].data(), device, 16, cudaMemcpyDeviceToHost);
  cudaFree(device);
  /* fill<int, 4> << <1, 4 >> > ("), */ const char quote = '"';
  std::printf("%d %d, not << <1, 4 >> > (here)\n", rows[0][3], rows[1][3] + quote - '"');
}
