// Matrix products by nvcuda::wmma: a warp a tile, K in steps.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

template <class Layout>
__host__ __device__ constexpr bool is_row();
template <>
__host__ __device__ constexpr bool is_row<wmma::row_major>() {
  return true;
}
template <>
__host__ __device__ constexpr bool is_row<wmma::col_major>() {
  return false;
}

// D = A * B + C of whole matrices, all of the given layouts, M x N x K elements: the operands from global
// memory.
template <int M, int N, int K, class T, class E, class S, class LayoutA, class LayoutB>
__device__ void product(const E* a, const E* b, const S* c, S* d, int n, int k) {
  const int row = blockIdx.y * M;
  const int column = blockIdx.x * N;
  constexpr bool kRowA = is_row<LayoutA>();
  constexpr bool kRowB = is_row<LayoutB>();
  const int m = gridDim.y * M;
  wmma::fragment<wmma::accumulator, M, N, K, S> sum;
  wmma::load_matrix_sync(sum, c + row * n + column, n, wmma::mem_row_major);
  for (int step = 0; step < k; step += K) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> left;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> right;
    wmma::load_matrix_sync(left, kRowA ? a + row * k + step : a + step * m + row, kRowA ? k : m);
    wmma::load_matrix_sync(right, kRowB ? b + step * n + column : b + column * k + step, kRowB ? n : k);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(d + row * n + column, sum, n, wmma::mem_row_major);
}

#define PRODUCT(name, M, N, K, T, E, S, LayoutA, LayoutB)                                   \
  extern "C" __global__ void name(const E* a, const E* b, const S* c, S* d, int n, int k) { \
    product<M, N, K, T, E, S, wmma::LayoutA, wmma::LayoutB>(a, b, c, d, n, k);              \
  }
PRODUCT(half_16_rr, 16, 16, 16, __half, __half, float, row_major, row_major)
PRODUCT(half_16_rc, 16, 16, 16, __half, __half, float, row_major, col_major)
PRODUCT(half_16_cr, 16, 16, 16, __half, __half, float, col_major, row_major)
PRODUCT(half_32_rr, 32, 8, 16, __half, __half, float, row_major, row_major)
PRODUCT(half_32_cc, 32, 8, 16, __half, __half, float, col_major, col_major)
PRODUCT(half_8_rr, 8, 32, 16, __half, __half, float, row_major, row_major)
PRODUCT(half_8_cc, 8, 32, 16, __half, __half, float, col_major, col_major)
PRODUCT(half_half, 16, 16, 16, __half, __half, __half, row_major, row_major)
PRODUCT(half_half_8, 8, 32, 16, __half, __half, __half, row_major, row_major)
PRODUCT(bfloat_rr, 16, 16, 16, __nv_bfloat16, __nv_bfloat16, float, row_major, row_major)
PRODUCT(bfloat_cc, 16, 16, 16, __nv_bfloat16, __nv_bfloat16, float, col_major, col_major)
PRODUCT(tf32_rr, 16, 16, 8, wmma::precision::tf32, float, float, row_major, row_major)
PRODUCT(tf32_cc, 16, 16, 8, wmma::precision::tf32, float, float, col_major, col_major)
PRODUCT(double_rr, 8, 8, 4, double, double, double, row_major, row_major)
PRODUCT(double_cc, 8, 8, 4, double, double, double, col_major, col_major)
PRODUCT(char_rc, 16, 16, 16, signed char, signed char, int, row_major, col_major)
PRODUCT(char_cr_32, 32, 8, 16, signed char, signed char, int, col_major, row_major)
PRODUCT(uchar_rr_8, 8, 32, 16, unsigned char, unsigned char, int, row_major, row_major)

// A tile in shared memory, its rows `pitch` halves apart: 64 and two of these loads make 8-way conflicts.
extern "C" __global__ void staged(const __half* in, float* out, int pitch) {
  extern __shared__ __align__(32) __half tile[];
  for (int i = threadIdx.x; i < 64 * 64; i += 32) tile[i / 64 * pitch + i % 64] = in[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int step = 0; step < 64; step += 16) {
    wmma::load_matrix_sync(a, tile + step, pitch);               // of A
    wmma::load_matrix_sync(b, tile + 16 * pitch + step, pitch);  // of B
    wmma::mma_sync(sum, a, b, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= 2;
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

// Which memory the tile is in is known when the kernel runs.
extern "C" __global__ void either(const __half* in, float* out, int from_shared) {
  __shared__ __align__(32) __half tile[16 * 16];
  for (int i = threadIdx.x; i < 16 * 16; i += 32) tile[i] = in[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::load_matrix_sync(a, from_shared != 0 ? tile : in, 16);  // from either
  for (int i = 0; i < 8; ++i) out[threadIdx.x * 8 + i] = a.x[i];
}

extern "C" __global__ void no_barrier(const __half* in, float* out) {
  __shared__ __align__(32) __half tile[64 * 16];
  for (int i = threadIdx.x; i < 16 * 16; i += blockDim.x) tile[i] = in[i];  // the tile
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::load_matrix_sync(a, tile, 16);  // no barrier before
  out[threadIdx.x] = a.x[0];
}
extern "C" __global__ void odd_pitch(const __half* in, float* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::load_matrix_sync(a, in, 17);  // 34 bytes
  out[threadIdx.x] = a.x[0];
}
extern "C" __global__ void odd_start(const __half* in, float* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::load_matrix_sync(a, in + 4, 16);  // 8 bytes off
  out[threadIdx.x] = a.x[0];
}
extern "C" __global__ void rounded(const float* in, float* out) {
  out[threadIdx.x] = wmma::__float_to_tf32(in[threadIdx.x]);
}

// A block's tile of 64 by 64: each of four warps has an array of four sums.
extern "C" __global__ void sums_in_an_array(const __half* a, const __half* b, float* c, int n, int k) {
  __shared__ __align__(32) __half as[64][48], bs[32][80];
  const int warp = threadIdx.x / 32, row = warp / 2 * 32, column = warp % 2 * 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
  for (auto& line : sum)
    for (auto& one : line) wmma::fill_fragment(one, 0.0f);
  for (int first = 0; first < k; first += 32) {
    for (int i = threadIdx.x; i < 256; i += 128) {
      *reinterpret_cast<uint4*>(&as[i / 4][i % 4 * 8]) =
          *reinterpret_cast<const uint4*>(&a[i / 4 * k + first + i % 4 * 8]);
      *reinterpret_cast<uint4*>(&bs[i / 8][i % 8 * 8]) =
          *reinterpret_cast<const uint4*>(&b[(first + i / 8) * n + i % 8 * 8]);
    }
    __syncthreads();
    for (int s = 0; s < 32; s += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> u[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> v[2];
      for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(u[i], &as[row + 16 * i][s], 48);
        wmma::load_matrix_sync(v[i], &bs[s][column + 16 * i], 80);
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], u[i], v[j], sum[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::store_matrix_sync(&c[(row + 16 * i) * n + column + 16 * j], sum[i][j], n, wmma::mem_row_major);
}
