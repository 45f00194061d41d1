// libcu++ as its own headers have it, of CCCL: much of it the machine's <cuda/std/...> lack.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>

#include <cooperative_groups.h>

#include <cstdio>

namespace {

constexpr int kCount = 64;
using Complex = cuda::std::complex<float>;

__global__ void squares(cuda::std::span<int> numbers, int* sum, Complex* out) {
  __shared__ int staged[kCount];
  staged[threadIdx.x] = numbers[threadIdx.x];
  __syncthreads();
  const cuda::std::optional<int> number = staged[kCount - 1 - threadIdx.x];
  cuda::atomic_ref<int, cuda::thread_scope_device> total(*sum);
  total.fetch_add(*number, cuda::std::memory_order_relaxed);
  const cuda::std::array<int, 2> both{1, 4};
  const auto [first, second] = cuda::std::pair<int, int>{both[0], both[1]};
  const cuda::std::tuple<int, int> added{first, second};
  const Complex z(static_cast<float>(*number), static_cast<float>(*number));
  out[threadIdx.x] = z * z + Complex(static_cast<float>(cuda::std::get<0>(added)),
                                     static_cast<float>(cuda::std::get<1>(added)));
  if (threadIdx.x == 0) numbers[0] = cuda::std::numeric_limits<int>::max();
}

// A barrier in shared memory orders what its phases separate.
__global__ void reverse(int* numbers) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int staged[kCount];
  if (threadIdx.x == 0) init(&barrier, kCount);
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    staged[threadIdx.x] = numbers[threadIdx.x];
    barrier.wait(barrier.arrive());
    numbers[threadIdx.x] = staged[kCount - 1 - threadIdx.x];
    barrier.arrive_and_wait();
  }
}

// A pipeline of two stages through shared memory.
__global__ void add_up(const int* numbers, int rounds, int* sums) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int staged[2][kCount];
  const auto block = cooperative_groups::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  const auto copy = [&](int round) {
    pipeline.producer_acquire();
    cuda::memcpy_async(block, staged[round % 2], numbers + round * kCount, kCount * sizeof(int), pipeline);
    pipeline.producer_commit();
  };
  int sum = 0;
  copy(0);
  for (int round = 0; round < rounds; ++round) {
    if (round + 1 < rounds) copy(round + 1);
    pipeline.consumer_wait();
    sum += staged[round % 2][kCount - 1 - threadIdx.x];
    pipeline.consumer_release();
  }
  sums[threadIdx.x] = sum;
}

}  // namespace

int main() {
  int* numbers = nullptr;
  int* sum = nullptr;
  Complex* out = nullptr;
  cudaMallocManaged(&numbers, kCount * sizeof *numbers);
  cudaMallocManaged(&sum, sizeof *sum);
  cudaMallocManaged(&out, kCount * sizeof *out);
  for (int i = 0; i < kCount; ++i) numbers[i] = i;
  *sum = 0;
  squares<<<1, kCount>>>(cuda::std::span<int>(numbers, kCount), sum, out);
  cudaDeviceSynchronize();
  std::printf("sum %d, largest %d, square %g + %g i\n", *sum, numbers[0], static_cast<double>(out[3].real()),
              static_cast<double>(out[3].imag()));
  for (int i = 0; i < kCount; ++i) numbers[i] = i;
  reverse<<<1, kCount>>>(numbers);
  cudaDeviceSynchronize();
  std::printf("reversed %d %d\n", numbers[0], numbers[kCount - 1]);
  int* sums = nullptr;
  cudaMallocManaged(&sums, kCount * sizeof *sums);
  int* rows = nullptr;
  cudaMallocManaged(&rows, 4 * kCount * sizeof *rows);
  for (int i = 0; i < 4 * kCount; ++i) rows[i] = i;
  add_up<<<1, kCount>>>(rows, 4, sums);
  cudaDeviceSynchronize();
  std::printf("sums %d %d\n", sums[0], sums[kCount - 1]);
  cudaFree(rows);
  cudaFree(sums);
  cudaFree(numbers);
  cudaFree(sum);
  cudaFree(out);
}
