// How often each letter is in a text: counted straight in global memory, or in a block's own counters first.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kLetters = 26;
constexpr int kThreads = 256;

__global__ void letters_global(const char* text, int n, unsigned* counts) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int letter = text[i] - 'a';
    if (letter >= 0 && letter < kLetters) atomicAdd(&counts[letter], 1U);
  }
}

__global__ void letters_shared(const char* text, int n, unsigned* counts) {
  __shared__ unsigned own[kLetters];
  if (threadIdx.x < kLetters) own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int letter = text[i] - 'a';
    if (letter >= 0 && letter < kLetters) atomicAdd(&own[letter], 1U);
  }
  __syncthreads();
  if (threadIdx.x < kLetters) atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

using Histogram = void (*)(const char*, int, unsigned*);

bool is_right(const char* name, Histogram histogram, const char* text, int n, unsigned* counts,
              const std::vector<unsigned>& expected) {
  cudaMemset(counts, 0, kLetters * sizeof(unsigned));
  histogram<<<16, kThreads>>>(text, n, counts);
  std::vector<unsigned> found(kLetters);
  if (cudaMemcpy(found.data(), counts, kLetters * sizeof(unsigned), cudaMemcpyDeviceToHost) != cudaSuccess)
    return false;
  const bool is_equal = found == expected;
  std::printf("%s: %s\n", name, is_equal ? "right" : "wrong");
  return is_equal;
}

int main() {
  const int n = 65'536;
  std::vector<char> text(n);
  std::vector<unsigned> expected(kLetters);
  unsigned state = 12'345;
  for (char& character : text) {
    state = state * 1'664'525U + 1'013'904'223U;
    // 27 characters, one of them the space.
    const unsigned drawn = (state >> 16U) % (kLetters + 1);
    character = drawn < kLetters ? static_cast<char>('a' + drawn) : ' ';
    if (drawn < kLetters) ++expected[drawn];
  }
  char* device_text = nullptr;
  unsigned* counts = nullptr;
  if (cudaMalloc(&device_text, n) != cudaSuccess ||
      cudaMalloc(&counts, kLetters * sizeof(unsigned)) != cudaSuccess)
    return EXIT_FAILURE;
  cudaMemcpy(device_text, text.data(), n, cudaMemcpyHostToDevice);
  const bool all_are_right = is_right("global", letters_global, device_text, n, counts, expected) &&
                             is_right("shared", letters_shared, device_text, n, counts, expected);
  cudaFree(device_text);
  cudaFree(counts);
  return all_are_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
