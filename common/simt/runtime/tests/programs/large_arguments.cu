// Kernel arguments of kilobytes, read by an index that only the kernel knows; and static and named variables.
#include <cstdio>

struct Table {
  int values[1024];
};
static __constant__ int factors[2][4];
static __device__ int offset;
namespace scale {
__constant__ int shift;
}

__global__ void look_up(const Table table, const int* at, int* out) {
  out[threadIdx.x] = (table.values[at[threadIdx.x]] * factors[1][threadIdx.x] + offset) << scale::shift;
}

int main() {
  Table table;
  for (int i = 0; i < 1024; ++i) table.values[i] = 3 * i;
  const int given[2][4] = {{0, 0, 0, 0}, {1, 10, 100, 1000}};
  const int seven = 7;
  const int one = 1;
  std::printf("%d", cudaMemcpyToSymbol(factors, given, sizeof given));
  std::printf("%d", cudaMemcpyToSymbol(offset, &seven, sizeof seven));
  std::printf("%d:", cudaMemcpyToSymbol(scale::shift, &one, sizeof one));
  int* shared = nullptr;
  cudaMallocManaged(&shared, 8 * sizeof(int));
  for (int i = 0; i < 4; ++i) shared[i] = 341 * i;
  look_up<<<1, 4>>>(table, shared, shared + 4);
  cudaDeviceSynchronize();
  for (int i = 4; i < 8; ++i) std::printf(" %d", shared[i]);
  std::printf("\n");
  cudaFree(shared);
}
