// The numbers that cuRAND's device functions draw, from several seeds, subsequences and offsets: three
// integers and the bits of a float. curand_numbers.txt is an H200's (CUDA 13.0). Normal numbers are not
// compared: the GPU approximates their logarithms.
#include <curand_kernel.h>

#include <cstdio>

namespace {

constexpr int kStarts = 4 * 4 * 4;
constexpr int kWords = 4;
__constant__ const unsigned long long kSeeds[4] = {0ULL, 1ULL, 1234ULL, 9223372036854775813ULL};
__constant__ const unsigned long long kSubsequences[4] = {0ULL, 1ULL, 7ULL, 100000ULL};
__constant__ const unsigned long long kOffsets[4] = {0ULL, 1ULL, 5ULL, 100003ULL};

template <class State>
__device__ void draw_all(unsigned* out) {
  for (int i = static_cast<int>(threadIdx.x); i < kStarts; i += static_cast<int>(blockDim.x)) {
    State state;
    curand_init(kSeeds[i / 16], kSubsequences[i / 4 % 4], kOffsets[i % 4], &state);
    unsigned* const row = out + kWords * i;
    for (int k = 0; k < 3; ++k) row[k] = curand(&state);
    row[3] = __float_as_uint(curand_uniform(&state));
  }
}

__global__ void draw(unsigned* out) {
  if (blockIdx.x == 0) draw_all<curandStateXORWOW_t>(out);
  if (blockIdx.x == 1) draw_all<curandStatePhilox4_32_10_t>(out + kWords * kStarts);
}

}  // namespace

int main() {
  constexpr int kCount = 2 * kStarts * kWords;
  unsigned* numbers = nullptr;
  cudaMalloc(&numbers, kCount * sizeof(unsigned));
  draw<<<2, 32>>>(numbers);
  static unsigned host[kCount];
  cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < kCount; ++i) std::printf("%08x%c", host[i], i % kWords == kWords - 1 ? '\n' : ' ');
  cudaFree(numbers);
}
