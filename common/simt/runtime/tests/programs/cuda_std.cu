// What of libcu++ is no atomic: the same on both sides, compared with each other.
#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>

#include <cstdio>

namespace {

constexpr int kResults = 24;

struct Point {
  int x = 0;
  int y = 0;
};

__host__ __device__ cuda::std::optional<int> first_above(cuda::std::span<const int> all, int limit) {
  for (const int one : all) {
    if (one > limit) return one;
  }
  return cuda::std::nullopt;
}

__host__ __device__ cuda::std::tuple<int, float, Point> three(int n) {
  return cuda::std::make_tuple(n, 0.5F * static_cast<float>(n), Point{n, -n});
}

template <class Operation>
__host__ __device__ int folded(cuda::std::span<const int> all, int begin, Operation operation) {
  for (const int one : all) begin = operation(begin, one);
  return begin;
}

__host__ __device__ void compute(int* results) {
  cuda::std::array<int, 5> values{3, 1, 4, 1, 5};
  const cuda::std::span<int> all(values);
  int at = 0;
  const auto put = [&](int result) { results[at++] = result; };
  put(folded(all, 0, cuda::std::plus<>{}));
  put(folded(all, 1, cuda::std::multiplies<int>{}));
  put(folded(all, 0, cuda::maximum<>{}));
  put(folded(all, 9, cuda::minimum<int>{}));
  put(folded(all, 0, cuda::std::bit_or<>{}));
  put(cuda::std::less<>{}(2, 3) + cuda::std::greater<int>{}(2, 3));
  put(cuda::std::negate<>{}(cuda::std::identity{}(7)));
  put(static_cast<int>(all.size() + all.subspan(2).size() + all.first(1).size_bytes()));
  put(all.back() + all.last(2).front());
  for (int& one : all) one += 10;
  put(values[0]);
  put(first_above(all, 13).value_or(-1));
  put(first_above(all, 99).value_or(-1));
  put(first_above(all, 99) == cuda::std::nullopt);
  cuda::std::optional<Point> point;
  point.emplace(Point{6, 7});
  put(point ? point->x * point->y : 0);
  point.reset();
  put(point.has_value());
  const auto [whole, half, corner] = three(8);
  put(whole + static_cast<int>(half) + corner.y);
  int a = 1;
  int b = 2;
  cuda::std::tie(a, b) = cuda::std::make_tuple(b, a);
  put(10 * a + b);
  auto pair = cuda::std::make_tuple(a, b);
  cuda::std::get<1>(pair) = 5;
  put(cuda::std::get<0>(pair) * cuda::std::get<1>(pair));
  put(pair == cuda::std::make_tuple(2, 5));
  put(static_cast<int>(cuda::std::tuple_size_v<decltype(pair)>));
  while (at < kResults) put(0);
}

__global__ void run(int* results) { compute(results); }

}  // namespace

int main() {
  int* results = nullptr;
  cudaMallocManaged(&results, kResults * sizeof(int));
  run<<<1, 1>>>(results);
  cudaDeviceSynchronize();
  int expected[kResults];
  compute(expected);
  for (int i = 0; i < kResults; ++i)
    std::printf("%d%s", results[i], results[i] == expected[i] ? " " : " differs\n");
  std::printf("\n");
  cudaFree(results);
}
