// Tiles of 64 x 64 halves that tensor cores read: of the handbook's chapter.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <mma.h>

#include <cstdint>

constexpr int TILE = 64;
constexpr int CHUNKS = 8;  // of 16 bytes in a row
constexpr int ALL = TILE * CHUNKS;

// [place]
__device__ int place(int row, int chunk) { return row * CHUNKS + (chunk ^ (row & 7)); }
// [/place]

// One warp: a tile in, and out again column by column.
// [staged]
extern "C" __global__ void staged(const uint4* in, uint4* out) {
  __shared__ uint4 tile[ALL];
  for (int n = threadIdx.x; n < ALL; n += 32) tile[place(n / CHUNKS, n % CHUNKS)] = in[n];
  __syncwarp();
  for (int n = threadIdx.x; n < ALL; n += 32) out[n] = tile[place(n % TILE, n / TILE)];
}
// [/staged]

// [matrices]
extern "C" __global__ void matrices(const uint4* in, uint4* out) {
  __shared__ uint4 tile[ALL];
  for (int n = threadIdx.x; n < ALL; n += 32) tile[place(n / CHUNKS, n % CHUNKS)] = in[n];
  __syncwarp();
  const int lane = threadIdx.x;
  for (int chunk = 0; chunk < CHUNKS; chunk += 2) {
    const auto row =
        static_cast<uint32_t>(__cvta_generic_to_shared(&tile[place(lane % 16, chunk + lane / 16)]));
    uint4 four;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(four.x), "=r"(four.y), "=r"(four.z), "=r"(four.w)
                 : "r"(row)
                 : "memory");
    out[chunk * 16 + lane] = four;
  }
}
// [/matrices]

// The first 16 x 16 of A * B^T: both operands from one tile, whose rows are a pitch apart.
// [wmma]
template <int Pitch>
__global__ void wmma_product(const __half* in, float* out) {
  using namespace nvcuda;
  __shared__ __align__(16) __half tile[32 * Pitch];
  for (int n = threadIdx.x; n < 32 * CHUNKS; n += 32)
    *reinterpret_cast<uint4*>(tile + n / CHUNKS * Pitch + n % CHUNKS * 8) =
        reinterpret_cast<const uint4*>(in)[n];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0F);
  for (int d = 0; d < TILE; d += 16) {
    wmma::load_matrix_sync(a, tile + d, Pitch);
    wmma::load_matrix_sync(b, tile + 16 * Pitch + d, Pitch);
    wmma::mma_sync(sum, a, b, sum);
  }
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}
// [/wmma]
template __global__ void wmma_product<TILE>(const __half* in, float* out);
template __global__ void wmma_product<TILE + 8>(const __half* in, float* out);

// [async]
extern "C" __global__ void copied(const uint4* in, uint4* out, int tiles) {
  __shared__ uint4 tile[2][ALL];
  const auto fetch = [&](int t) {
    for (int n = threadIdx.x; n < ALL; n += 32) {
      uint4* const to = &tile[t % 2][place(n / CHUNKS, n % CHUNKS)];
      __pipeline_memcpy_async(to, &in[t * ALL + n], sizeof(uint4));
    }
    __pipeline_commit();
  };
  fetch(0);
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) fetch(t + 1);
    __pipeline_wait_prior(t + 1 < tiles ? 1 : 0);  // all but the newest group has arrived
    __syncwarp();
    for (int n = threadIdx.x; n < ALL; n += 32) out[t * ALL + n] = tile[t % 2][place(n % TILE, n / TILE)];
    __syncwarp();  // the next round overwrites this half
  }
}
// [/async]
