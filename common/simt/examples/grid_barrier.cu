// A vector divided by its own sum, in one cooperative launch: each block needs the sums of all blocks, and
// grid.sync() waits for them.
#include <cooperative_groups.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

constexpr int kThreads = 256;

__device__ float sum_of_block(float mine) {
  __shared__ float part[kThreads / 32];
  for (int step = 16; step > 0; step /= 2) mine += __shfl_xor_sync(0xffffffff, mine, step);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = mine;
  __syncthreads();
  float sum = 0;
  for (int warp = 0; warp < kThreads / 32; ++warp) sum += part[warp];
  return sum;
}

// [normalise]
__global__ void normalise(const float* in, float* partial, float* out, int n) {
  const cg::grid_group grid = cg::this_grid();
  const int first = static_cast<int>(grid.thread_rank());
  const int threads = static_cast<int>(grid.size());
  float sum = 0;
  for (int i = first; i < n; i += threads) sum += in[i];
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
  grid.sync();  // now every block's sum is there
  float total = 0;
  for (int block = 0; block < gridDim.x; ++block) total += partial[block];
  for (int i = first; i < n; i += threads) out[i] = in[i] / total;
}
// [/normalise]

// As many blocks as the GPU holds at a time; a cooperative launch takes no more.
int largest_grid() {
  int blocks = 0;
  int multiprocessors = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, normalise, kThreads, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  return blocks * multiprocessors;
}

int main() {
  int n = 1 << 16;
  const int blocks = largest_grid() < 16 ? largest_grid() : 16;
  std::vector<float> values(n, 0.5F);
  float *in, *partial, *out;
  if (cudaMalloc(&in, n * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&partial, blocks * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&out, n * sizeof(float)) != cudaSuccess)
    return EXIT_FAILURE;
  cudaMemcpy(in, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  void* arguments[] = {&in, &partial, &out, &n};
  const cudaError_t launched =
      cudaLaunchCooperativeKernel(normalise, blocks, kThreads, arguments, 0, nullptr);
  if (launched != cudaSuccess) {
    std::printf("not launched: %s\n", cudaGetErrorString(launched));
    return EXIT_FAILURE;
  }
  cudaMemcpy(values.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  bool is_right = true;
  for (const float value : values) is_right = is_right && value == 1.0F / static_cast<float>(n);
  std::printf("%s\n", is_right ? "right" : "wrong");
  cudaFree(in);
  cudaFree(partial);
  cudaFree(out);
  return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
