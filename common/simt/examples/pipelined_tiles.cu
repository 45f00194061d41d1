// A moving average over tiles in shared memory: each tile is loaded and then used, or the next one is copied
// asynchronously (cp.async) while this one is used.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda/pipeline>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kTile = 256;  // elements, and threads of a block
constexpr int kStages = 2;
constexpr int kTilesOfABlock = 8;

__device__ float average(const float* tile, int i) {
  const int left = i == 0 ? 0 : i - 1;
  const int right = i == kTile - 1 ? i : i + 1;
  return (tile[left] + tile[i] + tile[right]) / 3;
}

__global__ void load_then_use(const float* in, float* out) {
  __shared__ float tile[kTile];
  const int first = blockIdx.x * kTilesOfABlock * kTile + threadIdx.x;
  for (int t = 0; t < kTilesOfABlock; ++t) {
    tile[threadIdx.x] = in[first + t * kTile];
    __syncthreads();
    out[first + t * kTile] = average(tile, threadIdx.x);
    __syncthreads();
  }
}

// With the functions of <cuda_pipeline.h>: at most one group of copies may be on its way when a tile is used.
__global__ void by_primitives(const float* in, float* out) {
  __shared__ float tiles[kStages][kTile];
  const int first = blockIdx.x * kTilesOfABlock * kTile + threadIdx.x;
  __pipeline_memcpy_async(&tiles[0][threadIdx.x], &in[first], sizeof(float));
  __pipeline_commit();
  for (int t = 0; t < kTilesOfABlock; ++t) {
    if (t + 1 < kTilesOfABlock)
      __pipeline_memcpy_async(&tiles[(t + 1) % kStages][threadIdx.x], &in[first + (t + 1) * kTile],
                              sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[first + t * kTile] = average(tiles[t % kStages], threadIdx.x);
    __syncthreads();
  }
}

// With cuda::pipeline: the block's threads produce and consume, and each copies 16 bytes.
__global__ void by_pipeline(const float* in, float* out) {
  __shared__ alignas(16) float tiles[kStages][kTile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int first = blockIdx.x * kTilesOfABlock * kTile;
  int fetched = 0;
  for (int t = 0; t < kTilesOfABlock; ++t) {
    for (; fetched < kTilesOfABlock && fetched < t + kStages; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tiles[fetched % kStages], in + first + fetched * kTile,
                         cuda::aligned_size_t<16>(kTile * sizeof(float)), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[first + t * kTile + threadIdx.x] = average(tiles[t % kStages], threadIdx.x);
    pipe.consumer_release();
  }
}

using Kernel = void (*)(const float*, float*);

bool is_right(const char* name, Kernel kernel, const float* in, float* out, int blocks,
              const std::vector<float>& expected) {
  kernel<<<blocks, kTile>>>(in, out);
  std::vector<float> found(expected.size());
  if (cudaMemcpy(found.data(), out, found.size() * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess)
    return false;
  const bool is_equal = found == expected;
  std::printf("%s: %s\n", name, is_equal ? "right" : "wrong");
  return is_equal;
}

int main() {
  const int blocks = 4;
  const int n = blocks * kTilesOfABlock * kTile;
  std::vector<float> values(n);
  std::vector<float> expected(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i % 1000);
  for (int i = 0; i < n; ++i) {
    const int left = i % kTile == 0 ? i : i - 1;
    const int right = i % kTile == kTile - 1 ? i : i + 1;
    expected[i] = (values[left] + values[i] + values[right]) / 3;
  }
  float* in = nullptr;
  float* out = nullptr;
  if (cudaMalloc(&in, n * sizeof(float)) != cudaSuccess || cudaMalloc(&out, n * sizeof(float)) != cudaSuccess)
    return EXIT_FAILURE;
  cudaMemcpy(in, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  const bool all_are_right = is_right("load, then use", load_then_use, in, out, blocks, expected) &&
                             is_right("primitives", by_primitives, in, out, blocks, expected) &&
                             is_right("cuda::pipeline", by_pipeline, in, out, blocks, expected);
  cudaFree(in);
  cudaFree(out);
  return all_are_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
