// Cooperative groups: tiles of a warp, and the block as a group.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

extern "C" __global__ void sum_tiles_of_eight(const float* in, float* out, int n) {
  const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = i < n ? in[i] : 0.0F;
  for (int delta = 4; delta > 0; delta /= 2) sum += tile.shfl_down(sum, delta);
  if (tile.thread_rank() == 0) out[i / 8] = sum;
}

extern "C" __global__ void reverse_block(const int* in, int* out) {
  __shared__ int line[256];
  const cg::thread_block block = cg::this_thread_block();
  line[block.thread_rank()] = in[block.thread_rank()];
  block.sync();
  out[block.thread_rank()] = line[block.size() - 1 - block.thread_rank()];
}
