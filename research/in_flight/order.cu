// Which points of a kernel make a GPU wait for a load before it issues the next one: one warp times two loads
// from DRAM with something between them, in cycles. Two loads that overlap take as long as one. If the second
// must wait, they take twice as long. What the SIMT machine counts as bytes in flight rests on the answers:
// docs/measurements/h200/in_flight.md.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

constexpr int kRounds = 301;
constexpr std::size_t kFloats = std::size_t{1} << 28U;  // 1 GiB, far more than L2
constexpr std::size_t kSpread = kFloats / (2 * kRounds);

__device__ long long now() {
  long long cycles;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles)::"memory");
  return cycles;
}

enum class Between {
  one_load,
  nothing,
  address,
  branch,
  barrier,
  stored_then_barrier,
  fence,
  block_fence,
  warp_sync,
  shuffle,
  other_store,
  its_store
};

// `in` and `out` may be the same array, as far as the compiler knows.
template <Between between>
__global__ void two_loads(const float* in, float* out, const float* far, long long* cycles) {
  __shared__ float tile[32];
  const int lane = threadIdx.x;
  const long long begin = now();
  const float a = in[lane];
  if (between == Between::address) far += static_cast<int>(a);
  if (between == Between::barrier) __syncthreads();
  if (between == Between::stored_then_barrier) {
    tile[lane ^ 1] = a;
    __syncthreads();
  }
  if (between == Between::fence) __threadfence();
  if (between == Between::block_fence) __threadfence_block();
  if (between == Between::warp_sync) __syncwarp();
  float shuffled = 0;
  if (between == Between::shuffle) shuffled = __shfl_xor_sync(~0U, a, 1);
  if (between == Between::other_store) out[lane] = 7;
  if (between == Between::its_store) out[lane] = a;
  float b = 1;
  if (between == Between::branch) {
    if (a < 5) b = far[lane];
  } else if (between != Between::one_load) {
    b = far[lane];
  }
  if (a + b + shuffled == 123.5F) out[1] = tile[lane];
  const long long end = now();
  if (lane == 0) *cycles = end - begin;
}

template <Between between>
void tell(const char* name, float* memory, long long* cycles) {
  std::vector<long long> all;
  for (std::size_t i = 0; i < kRounds; ++i) {
    const float* const in = memory + 2 * i * kSpread;
    two_loads<between><<<1, 32>>>(in, memory + kFloats, in + kSpread, cycles);
    cudaDeviceSynchronize();
    all.push_back(*cycles);
  }
  std::nth_element(all.begin(), all.begin() + kRounds / 2, all.end());
  std::printf("| %s | %lld |\n", name, all[kRounds / 2]);
}

}  // namespace

int main() {
  float* memory = nullptr;
  long long* cycles = nullptr;
  cudaMalloc(&memory, (kFloats + 64) * sizeof(float));
  cudaMallocManaged(&cycles, sizeof(long long));
  float* sweep = nullptr;
  cudaMalloc(&sweep, std::size_t{1} << 28U);
  const auto measure = [&](auto tell_one) {
    cudaMemset(memory, 0, kFloats * sizeof(float));
    cudaMemset(sweep, 0, std::size_t{1} << 28U);
    tell_one();
  };
  std::printf("| between two loads | cycles |\n| --- | --- |\n");
  measure([&] { tell<Between::one_load>("(one load only)", memory, cycles); });
  measure([&] { tell<Between::one_load>("(one load only)", memory, cycles); });
  measure([&] { tell<Between::nothing>("nothing", memory, cycles); });
  measure([&] { tell<Between::address>("the second's address comes from the first", memory, cycles); });
  measure([&] { tell<Between::branch>("the second is behind a branch on the first", memory, cycles); });
  measure([&] { tell<Between::barrier>("`__syncthreads()`", memory, cycles); });
  measure([&] {
    tell<Between::stored_then_barrier>("the first goes to shared memory, `__syncthreads()`", memory, cycles);
  });
  measure([&] { tell<Between::fence>("`__threadfence()`", memory, cycles); });
  measure([&] { tell<Between::block_fence>("`__threadfence_block()`", memory, cycles); });
  measure([&] { tell<Between::warp_sync>("`__syncwarp()`", memory, cycles); });
  measure([&] { tell<Between::shuffle>("a shuffle of the first", memory, cycles); });
  measure([&] { tell<Between::other_store>("a store of a constant, no `__restrict__`", memory, cycles); });
  measure([&] { tell<Between::its_store>("a store of the first, no `__restrict__`", memory, cycles); });
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
