// Kernels that call constexpr functions of the host: nvcc's --expt-relaxed-constexpr.
#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <tuple>
#include <utility>

constexpr int twice(int x) { return 2 * x; }

// A deduction guide carries no constexpr.
template <class First, class Second>
__host__ __device__ constexpr auto both_of(First first, Second second) {
  return std::tuple{first, second};
}

__global__ void compute(int* x) {
  const auto both = both_of(1, 20);
  std::array<int, 3> values{{1, 2, 3}};
  values[0] = std::move(values[2]);
  x[0] = std::get<1>(both) + twice(values[0]) + std::max(x[1], 300) + std::pair<int, int>(1, 4000).second;
  x[1] = std::numeric_limits<short>::max();
}

int main() {
  int* x = nullptr;
  cudaMallocManaged(&x, 2 * sizeof(int));
  x[1] = 7;
  compute<<<1, 1>>>(x);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  std::printf("%d %d\n", x[0], x[1]);
  cudaFree(x);
  return 0;
}
