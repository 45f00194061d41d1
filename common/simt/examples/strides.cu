// A copy of every s-th float of an array, for strides of 1 to 32: the same number of loads, more and more
// sectors. A warp that reads neighbours needs 4 sectors of 32 bytes; at a stride of 8 and more each lane
// needs one of its own.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kThreads = 256;
constexpr int kBlocks = 64;

template <int stride>
__global__ void pick(const float* in, float* out) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  out[i] = in[i * stride];
}

template <int stride>
bool is_right(const float* in, float* out) {
  pick<stride><<<kBlocks, kThreads>>>(in, out);
  std::vector<float> result(kBlocks * kThreads);
  if (cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess)
    return false;
  for (int i = 0; i < kBlocks * kThreads; ++i) {
    if (result[i] != static_cast<float>(i * stride)) return false;
  }
  std::printf("stride %d is right\n", stride);
  return true;
}

int main() {
  std::vector<float> values(32 * kBlocks * kThreads);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  float *in, *out;
  if (cudaMalloc(&in, values.size() * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&out, kBlocks * kThreads * sizeof(float)) != cudaSuccess)
    return EXIT_FAILURE;
  cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
  const bool all_are_right =
      is_right<1>(in, out) && is_right<2>(in, out) && is_right<8>(in, out) && is_right<32>(in, out);
  cudaFree(in);
  cudaFree(out);
  return all_are_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
