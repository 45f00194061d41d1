// Cooperative launches: grid.sync(), and what goes wrong with it.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

// Each thread reads what another block wrote in the round before.
extern "C" __global__ void pass_on(int* values, int* other, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  const unsigned long long rank = grid.thread_rank();
  int* from = values;
  int* to = other;
  for (int round = 0; round < rounds; ++round) {
    to[rank] = from[(rank + blockDim.x) % grid.size()] + 1;
    grid.sync();
    int* const last = from;
    from = to;
    to = last;
  }
}

// Shared memory, local arrays and registers of every block outlive the barrier.
extern "C" __global__ void keep_all(const int* in, int* out, int* sums, int at) {
  __shared__ int tile[64];
  extern __shared__ int dynamic[];
  __shared__ int late[64];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int local[8];
  for (int k = 0; k < 8; ++k) local[k] = in[i] + k * at;
  tile[threadIdx.x] = in[i];
  dynamic[threadIdx.x] = -in[i];
  atomicAdd(&sums[0], in[i]);
  cg::this_grid().sync();
  if (blockIdx.x % 2 == 1) late[threadIdx.x] = in[i];
  const int all = sums[0];
  cg::this_grid().sync();
  const int neighbour = (threadIdx.x + 1) % blockDim.x;
  out[i] = tile[neighbour] + dynamic[threadIdx.x] + local[at] + all;
  if (blockIdx.x % 2 == 1) out[i] += late[neighbour] - tile[neighbour];
}

// A shared array that this block has not written, and others have.
extern "C" __global__ void read_others_shared(int* out) {
  __shared__ int tile[32];
  if (blockIdx.x > 0) tile[threadIdx.x] = 7;
  cg::this_grid().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x];  // nobody of block 0 wrote
}

extern "C" __global__ void without_the_barrier(int* values, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned n = gridDim.x * blockDim.x;
  values[i] = static_cast<int>(i);        // the race's store
  out[i] = values[(i + blockDim.x) % n];  // the race's load
  cg::this_grid().sync();
  out[i] += values[(i + blockDim.x) % n];
}

extern "C" __global__ void race_behind_the_barrier(int* values, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned n = gridDim.x * blockDim.x;
  for (int round = 0; round < 3; ++round) {
    cg::this_grid().sync();
    if (round == 2) values[i] = 1;                          // stored in the last round
    if (round == 2) out[i] = values[(i + blockDim.x) % n];  // loaded in the last round
  }
}

extern "C" __global__ void block_returns(int* out) {
  if (blockIdx.x == 5) return;
  cg::this_grid().sync();  // not block 5
  out[blockIdx.x] = 1;
}

extern "C" __global__ void threads_return(int* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  cg::this_grid().sync();  // not the last threads
  out[i] = 1;
}

extern "C" __global__ void in_a_branch(int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x % 3 == 1) {
    out[i] = 1;
    cg::this_grid().sync();  // one way
  } else {
    out[i] = 2;
    cg::this_grid().sync();  // the other way
  }
}

extern "C" __global__ void half_a_block(int* out) {
  if (threadIdx.x < 32) {
    cg::this_grid().sync();  // the first warp
  } else {
    __syncthreads();  // the second warp
  }
  out[threadIdx.x] = 1;
}

extern "C" __global__ void stops_later(int* out, const int* index) {
  cg::this_grid().sync();
  if (blockIdx.x >= 3) out[index[blockIdx.x]] = 1;  // out of bounds
  cg::this_grid().sync();
  out[blockIdx.x] = 1;
}

extern "C" __global__ void never_ends(const volatile int* flag, int* out) {
  cg::this_grid().sync();
  if (blockIdx.x == 1) {
    while (flag[0] == 0) {  // waits for nobody
    }
  }
  cg::this_grid().sync();
  out[blockIdx.x] = 1;
}

extern "C" __global__ void says_where(int* out) {
  const cg::grid_group grid = cg::this_grid();
  if (grid.is_valid()) cg::sync(grid);
  if (grid.thread_rank() == 0) out[0] = grid.is_valid() ? 1 : 0;
  if (threadIdx.x == 0) printf("block %d\n", static_cast<int>(blockIdx.x));
}

extern "C" __global__ void needs_the_grid(int* out) {
  cg::this_grid().sync();  // only in a cooperative launch
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// A barrier with phases, and a copy on its way, outlive the barrier of the grid, too.
extern "C" __global__ void keep_barriers(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int tile[64];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  all.arrive_and_wait();
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[i], sizeof(int));
  __pipeline_commit();
  cg::this_grid().sync();
  __pipeline_wait_prior(0);
  all.arrive_and_wait();
  out[i] = tile[(threadIdx.x + 1) % blockDim.x];
}
