// C++20, which is compiled without the headers that were compiled beforehand: concepts in kernels, and what clang 14 makes of the
// standard library's pairs.
#include <compare>
#include <concepts>
#include <cstdio>
#include <map>
#include <regex>
#include <string>
#include <utility>

struct Escapes {
  const std::pair<char, char> known[2] = {{'n', '\n'}, {'t', '\t'}};
};

struct Place {
  std::pair<int, float> at;
  auto operator<=>(const Place&) const = default;
};

template <std::integral T>
__global__ void count_up(T* out) {
  out[threadIdx.x] = static_cast<T>(threadIdx.x);
}

__global__ void add_all(int* sum, long long* long_sum) {
  __nv_atomic_add(sum, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_add(long_sum, -1LL, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

int main() {
  std::pair<std::string, int> from{"pair", 20};
  std::pair<std::string, int> to;
  to = from;
  const Place left{{1, 2.0F}};
  const Place right{{1, 3.0F}};
  std::map<int, std::pair<int, std::string>> table;
  table[1] = {2, "two"};
  std::printf("%s %d, %s, escape %d\n", to.first.c_str(), to.second, table[1].second.c_str(),
              Escapes().known[1].second);
  std::printf("order %d %d %d\n", left<right, right> left, left == right);
  std::printf("matches %d\n", std::regex_match("cpp20", std::regex("c(p+)[0-9]*")));

  int* values = nullptr;
  cudaMallocManaged(&values, 32 * sizeof *values);
  count_up<<<1, 32>>>(values);
  long long* sums = nullptr;
  cudaMallocManaged(&sums, 2 * sizeof *sums);
  sums[0] = sums[1] = 0;
  add_all<<<1, 32>>>(reinterpret_cast<int*>(sums), sums + 1);
  cudaDeviceSynchronize();
  std::printf("lane %d, sums %d %lld\n", values[31], static_cast<int>(sums[0]), sums[1]);
  cudaFree(values);
  cudaFree(sums);
}
