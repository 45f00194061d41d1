#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

extern "C" __global__ void block_and_grid(unsigned* out) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::grid_group grid = cg::this_grid();
  unsigned* const row = out + grid.thread_rank() * 8;
  row[0] = block.thread_rank();
  row[1] = block.size() + block.num_threads();
  row[2] = block.group_index().x + 10 * block.group_index().y;
  row[3] = block.thread_index().x + 10 * block.thread_index().y + 100 * block.thread_index().z;
  row[4] = block.group_dim().x + 10 * block.dim_threads().y;
  row[5] = static_cast<unsigned>(grid.size());
  row[6] = cg::thread_rank(block) + cg::group_size(block);
  row[7] = grid.is_valid();
}

template <unsigned N>
__device__ void use_tile(const cg::thread_block& block, unsigned* out) {
  const cg::thread_block_tile<N> tile = cg::tiled_partition<N>(block);
  const unsigned t = block.thread_rank();
  unsigned* const row = out + 12 * t;
  row[0] = tile.thread_rank() + 100 * tile.size();
  row[1] = tile.meta_group_rank() + 100 * tile.meta_group_size();
  row[2] = tile.shfl(t, 1);
  row[3] = tile.shfl_up(t, 1);
  row[4] = tile.shfl_down(t, 1);
  row[5] = tile.shfl_xor(t, N / 2);
  row[6] = tile.ballot(t % 3 == 0);
  row[7] = tile.any(t == 5) + 2 * tile.all(t < 32);
  row[8] = tile.match_any(t / 4);
  int same = 0;
  row[9] = tile.match_all(t / 16, same) + 1000 * same;
  row[10] = cg::reduce(tile, t, cg::plus<unsigned>());
  tile.sync();
  row[11] = cg::exclusive_scan(tile, t);
}
extern "C" __global__ void tiles(unsigned* out, int size) {
  const cg::thread_block block = cg::this_thread_block();
  if (size == 1) use_tile<1>(block, out);
  if (size == 2) use_tile<2>(block, out);
  if (size == 4) use_tile<4>(block, out);
  if (size == 8) use_tile<8>(block, out);
  if (size == 16) use_tile<16>(block, out);
  if (size == 32) use_tile<32>(block, out);
}

extern "C" __global__ void tile_of_a_tile(unsigned* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto tile = cg::tiled_partition<4>(warp);
  const cg::thread_block_tile<4> plain = tile;
  out[threadIdx.x] = plain.thread_rank() + 10 * tile.meta_group_rank() + 1000 * tile.meta_group_size() +
                     100000 * tile.shfl(threadIdx.x, 3);
}

// One function for every kind of group.
__device__ int sum_of(const cg::thread_group& group, int* scratch, int value) {
  const auto rank = static_cast<int>(group.thread_rank());
  for (int half = static_cast<int>(group.size()) / 2; half > 0; half /= 2) {
    scratch[rank] = value;
    group.sync();
    if (rank < half) value += scratch[rank + half];
    group.sync();
  }
  return value;
}
extern "C" __global__ void any_group(int* out) {
  __shared__ int scratch[64];
  const cg::thread_block block = cg::this_thread_block();
  const int whole = sum_of(block, scratch, static_cast<int>(threadIdx.x));
  if (block.thread_rank() == 0) out[0] = whole;
  cg::sync(block);
  const cg::thread_group tile = cg::tiled_partition(block, 8);
  const int first = static_cast<int>(threadIdx.x) / 8 * 8;
  const int part = sum_of(tile, scratch + first, static_cast<int>(threadIdx.x));
  if (tile.thread_rank() == 0) out[1 + threadIdx.x / 8] = part;
}
extern "C" __global__ void bad_tile(int* out, int size) {
  const auto tile = cg::tiled_partition(cg::this_thread_block(), size);  // no such tile
  out[threadIdx.x] = static_cast<int>(tile.size());
}

// Lanes 3, 6, 9, ... 30: the others have returned.
extern "C" __global__ void coalesced(unsigned* out) {
  if (threadIdx.x % 3 != 0 || threadIdx.x == 0) return;
  __syncwarp();
  const cg::coalesced_group group = cg::coalesced_threads();
  unsigned* const row = out + 12 * group.thread_rank();
  const unsigned t = threadIdx.x;
  row[0] = group.size() + 100 * group.num_threads();
  row[1] = group.meta_group_rank() + 10 * group.meta_group_size();
  row[2] = group.shfl(t, 4);
  row[3] = group.shfl_up(t, 2);
  row[4] = group.shfl_down(t, 2);
  row[5] = group.ballot(t % 2 == 0);
  row[6] = group.any(t == 30) + 2 * group.all(t != 3);
  row[7] = group.match_any(t / 10);
  row[8] = cg::reduce(group, t, cg::greater<unsigned>());
  row[9] = cg::inclusive_scan(group, t, cg::plus<unsigned>());
  const auto part = cg::tiled_partition(group, 4);
  row[10] =
      part.thread_rank() + 10 * part.size() + 100 * part.meta_group_rank() + 1000 * part.meta_group_size();
  row[11] = part.shfl(t, 0);
  group.sync();
}

extern "C" __global__ void partitions(const int* labels, unsigned* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto same = cg::labeled_partition(warp, labels[threadIdx.x]);
  const auto third = cg::binary_partition(warp, threadIdx.x % 3 == 0);
  const auto all = cg::binary_partition(warp, true);
  unsigned* const row = out + 6 * threadIdx.x;
  row[0] = same.size() + 100 * same.thread_rank();
  row[1] = same.meta_group_rank() + 100 * same.meta_group_size();
  row[2] = cg::reduce(same, threadIdx.x, cg::plus<unsigned>());
  row[3] = third.size() + 100 * third.meta_group_rank() + 1000 * third.meta_group_size();
  row[4] = third.shfl(threadIdx.x, 0);
  row[5] = all.size() + 100 * all.meta_group_size();
}

struct Wide {
  double a, b, c;
  int d, e;
};
struct Odd {
  char name[5];
};
extern "C" __global__ void any_type(const float4* vectors, float* out) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const auto t = static_cast<int>(threadIdx.x);
  const Wide wide = tile.shfl(Wide{t + 0.5, t + 1.5, t + 2.5, t, -t}, 3);
  const Odd odd = tile.shfl_down(Odd{{'a', 'b', static_cast<char>(t), 'd', 'e'}}, 1);
  const float4 vector = tile.shfl_xor(vectors[t], 1);  // load vectors
  const bool flag = tile.shfl(t % 2 == 1, 5);
  out[t] = static_cast<float>(wide.a + wide.c + wide.d + wide.e) + static_cast<float>(odd.name[2]) +
           vector.w + flag;
}

extern "C" __global__ void reductions(const float* in, float* sums, int* ints, double* products) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const float x = in[threadIdx.x];  // load once
  sums[threadIdx.x] = cg::reduce(tile, x, cg::plus<float>());
  sums[32 + threadIdx.x] = cg::inclusive_scan(tile, x);
  const int i = static_cast<int>(threadIdx.x * 7 % 32);
  int* const row = ints + 6 * threadIdx.x;
  row[0] = cg::reduce(tile, i, cg::less<int>());
  row[1] = cg::reduce(tile, i, cg::greater<int>());
  row[2] = cg::reduce(tile, i | 64, cg::bit_and<int>());
  row[3] = cg::reduce(tile, i, cg::bit_or<int>());
  row[4] = cg::reduce(tile, i, cg::bit_xor<int>());
  row[5] = cg::exclusive_scan(tile, i, cg::greater<int>());
  products[threadIdx.x] = cg::reduce(tile, 1.0 + i % 2, [](double a, double b) { return a * b; });
}

extern "C" __global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float partial[4];
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  float sum = 0;
  for (int i = static_cast<int>(block.thread_rank()); i < n; i += static_cast<int>(block.size()))
    sum += in[i];  // coalesced
  sum = cg::reduce(warp, sum, cg::plus<float>());
  cg::invoke_one(warp, [&] { partial[warp.meta_group_rank()] = sum; });  // one a warp
  block.sync();
  if (block.thread_rank() < 4) {
    const auto four = cg::tiled_partition<4>(block);
    sum = cg::reduce(four, partial[four.thread_rank()], cg::plus<float>());  // all four
    if (four.thread_rank() == 0) out[0] = sum;
  }
  const int one = cg::invoke_one_broadcast(warp, [] { return 42; });
  if (block.thread_rank() == 77) out[1] = static_cast<float>(one);
}

extern "C" __global__ void divergent_group_sync(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x < 16) block.sync();  // half of the block
  out[threadIdx.x] = 1;
}
