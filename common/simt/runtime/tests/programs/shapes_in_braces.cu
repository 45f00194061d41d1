// Shapes of launches in braces, which nvcc takes: of the grid, of the block, of both, and beside other
// arguments.
#include <cstdio>

__global__ void count(int* threads) { atomicAdd(threads, 1); }

struct Sizes {
  int of[2];
};

int main() {
  int* threads = nullptr;
  cudaMallocManaged(&threads, sizeof(int));
  *threads = 0;
  const auto pair = [](int a, int b) { return a * b; };
  count<<<{2, 3}, 4>>>(threads);
  count<<<pair(2, 1), {4, 2, 1}>>>(threads);
  count<<<{1}, {1, 1, 32}, 16, nullptr>>>(threads);
  count<<<Sizes{{5, 6}}.of[0], {7}>>>(threads);  // the first is no shape: <<<{1}, {1}>>>
  cudaDeviceSynchronize();
  std::printf("%d threads, <<<{2, 3}, 4>>> among them\n", *threads);
  cudaFree(threads);
}
