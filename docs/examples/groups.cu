// Groups of lanes, and blocks that find out who is last: of the handbook's chapter.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int BLOCK = 256;

// [eights]
// Each group of 8 lanes reverses a row of 8 words. Rows are a pitch apart.
template <int Pitch>
__global__ void reverse_eights(const float* in, float* out) {
  __shared__ float rows[BLOCK / 8][Pitch];
  const auto group = cg::tiled_partition<8>(cg::this_thread_block());
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  float* const row = rows[group.meta_group_rank()];
  row[group.thread_rank()] = in[i];
  group.sync();
  out[i] = row[7 - group.thread_rank()];
}
// [/eights]
template __global__ void reverse_eights<8>(const float* in, float* out);
template __global__ void reverse_eights<9>(const float* in, float* out);

// [filter]
extern "C" __global__ void keep_positive(const float* in, float* out, unsigned* count) {
  const float value = in[blockIdx.x * BLOCK + threadIdx.x];
  if (value > 0) {
    const auto active = cg::coalesced_threads();
    unsigned first = 0;
    if (active.thread_rank() == 0) first = atomicAdd(count, active.size());
    first = active.shfl(first, 0);
    out[first + active.thread_rank()] = value;
  }
}
// [/filter]

__device__ float sum_of_block(float mine) {
  __shared__ float part[BLOCK / 32];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  mine = cg::reduce(warp, mine, cg::plus<float>());
  if (warp.thread_rank() == 0) part[warp.meta_group_rank()] = mine;
  __syncthreads();
  float sum = 0;
  for (int w = 0; w < BLOCK / 32; ++w) sum += part[w];
  __syncthreads();  // part may be stored again
  return sum;
}

// [last]
// arrived is 0 before the launch.
template <bool Fenced>
__global__ void sum_in_one_launch(const float* in, float* partial, unsigned* arrived, float* out) {
  __shared__ bool is_last;
  const float sum = sum_of_block(in[blockIdx.x * BLOCK + threadIdx.x]);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    if (Fenced) __threadfence();  // the sum is visible before the arrival is
    is_last = atomicAdd(arrived, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;  // the whole block, or none of it
  float rest = 0;
  for (int block = threadIdx.x; block < gridDim.x; block += BLOCK) rest += partial[block];
  const float total = sum_of_block(rest);
  if (threadIdx.x == 0) *out = total;
}
// [/last]
template __global__ void sum_in_one_launch<true>(const float* in, float* partial, unsigned* arrived,
                                                 float* out);
template __global__ void sum_in_one_launch<false>(const float* in, float* partial, unsigned* arrived,
                                                  float* out);
