// Lab 11: the kernels that ask place(), compiled into the file that defines it. Yours includes this header,
// and so does given_kernels.cu, whose place() leaves every chunk where it is: the same kernels then time a
// tile that is swizzled by you and one that is not.
#pragma once

#include <cstdint>

#include "tensor_core.h"
#include "tensor_tiles.h"

extern "C" __global__ void list_places(int* places) {
  places[threadIdx.x] = place(threadIdx.x / CHUNKS, threadIdx.x % CHUNKS);
}

namespace tile_probe {

// One instruction of a warp: the sum of what the lane got.
struct SixteenBytesALane {
  __device__ static unsigned sum(uint32_t from) {
    unsigned words[4];
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(from)
                 : "memory");
    return words[0] + words[1] + words[2] + words[3];
  }
};
struct FourMatrices {
  __device__ static unsigned sum(uint32_t from) {
    unsigned words[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(from)
                 : "memory");
    return words[0] + words[1] + words[2] + words[3];
  }
};

// Lane l gives row 32 h + l, the same chunk in all lanes: 8 lanes together take a column of chunks, as
// ldmatrix does. Each warp begins with another chunk. Word w of chunk n holds 4 n + w.
template <class Load>
__device__ void time_loads(unsigned* out, long long* cycles, int rounds) {
  __shared__ uint4 tile[TILE * CHUNKS];
  for (unsigned n = threadIdx.x; n < TILE * CHUNKS; n += PROBE_BLOCK)
    tile[n / CHUNKS * CHUNKS + place(n / CHUNKS, n % CHUNKS)] =
        make_uint4(4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3);
  // Computed before the clock starts: what is timed is loads and additions.
  uint32_t from[PROBE_LOADS];
#pragma unroll
  for (int i = 0; i < PROBE_LOADS; ++i) {
    const int row = i / CHUNKS * WARP + threadIdx.x % WARP;
    const int chunk = (i + threadIdx.x / WARP) % CHUNKS;
    from[i] = static_cast<uint32_t>(__cvta_generic_to_shared(&tile[row * CHUNKS + place(row, chunk)]));
  }
  unsigned sum = 0;

  __syncthreads();
  const long long start = clock64();
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int i = 0; i < PROBE_LOADS; ++i) sum += Load::sum(from[i]);
  }
  __syncthreads();
  const long long stop = clock64();

  out[threadIdx.x] = sum;
  if (threadIdx.x == 0) cycles[0] = stop - start;
}

}  // namespace tile_probe

extern "C" __global__ void tile_loads(unsigned* out, long long* cycles, int rounds) {
  tile_probe::time_loads<tile_probe::SixteenBytesALane>(out, cycles, rounds);
}

extern "C" __global__ void tile_matrices(unsigned* out, long long* cycles, int rounds) {
  tile_probe::time_loads<tile_probe::FourMatrices>(out, cycles, rounds);
}
