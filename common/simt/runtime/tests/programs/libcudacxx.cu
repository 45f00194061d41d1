// libcu++ as its own headers have it, of CCCL: much of it the machine's <cuda/std/...> lack.
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>

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
  cudaFree(numbers);
  cudaFree(sum);
  cudaFree(out);
}
