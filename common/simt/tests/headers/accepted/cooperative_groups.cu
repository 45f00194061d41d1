#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void sums(const int* in, int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  const auto half = cg::tiled_partition<16>(warp);
  const int sum = cg::reduce(warp, in[block.thread_rank()], cg::plus<int>());
  if (warp.thread_rank() == 0) out[warp.meta_group_rank()] = sum + half.shfl_down(sum, 1);
  const cg::coalesced_group active = cg::coalesced_threads();
  if (active.thread_rank() == 0) atomicAdd(out, static_cast<int>(active.size()));
  block.sync();
}
