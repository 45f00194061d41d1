// ldmatrix, stmatrix, mma.sync: what they do to data, and what is wrong with how they are called.
#include <cuda_fp16.h>

#include "device/tensor_cores/simt_matrix.h"

using namespace simt_matrix;

// A 16 x 16 tile of halves through ldmatrix.x4, plain and transposed, and back through stmatrix.
extern "C" __global__ void moves(const unsigned short* in, unsigned* plain, unsigned* transposed,
                                 unsigned short* back) {
  __shared__ __align__(16) unsigned short tile[16 * 16];
  __shared__ __align__(16) unsigned short copy[16 * 16];
  for (int i = threadIdx.x; i < 256; i += 32) tile[i] = in[i];
  __syncthreads();
  const int row = threadIdx.x % 16;
  const int column = threadIdx.x / 16 * 8;
  const Registers a = load<4, false>(tile + row * 16 + column);  // four
  const Registers b = load<4, true>(tile + row * 16 + column);   // four, turned
  for (int i = 0; i < 4; ++i) {
    plain[threadIdx.x * 4 + i] = a.of[i];
    transposed[threadIdx.x * 4 + i] = b.of[i];
  }
  store<4, false>(copy + row * 16 + column, a);  // back
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 32) back[i] = copy[i];
}

// Of x1 and x2 only the first lanes' addresses count: the others' lead nowhere.
extern "C" __global__ void fewer(const unsigned short* in, unsigned* out) {
  __shared__ __align__(16) unsigned short tile[16 * 8];
  for (int i = threadIdx.x; i < 128; i += 32) tile[i] = in[i];
  __syncthreads();
  const unsigned short* const row = tile + threadIdx.x * 8;
  const Registers one = load<1, false>(threadIdx.x < 8 ? row : nullptr);   // a single one
  const Registers two = load<2, false>(threadIdx.x < 16 ? row : nullptr);  // two
  out[threadIdx.x] = one.of[0];
  out[32 + threadIdx.x] = two.of[0];
  out[64 + threadIdx.x] = two.of[1];
}

// D = A * B + C of one instruction; each lane's registers lie one behind the other.
#define MULTIPLIES(name, A, B, C, D, rows, depth, saturates)                                              \
  extern "C" __global__ void name(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* d) { \
    Registers from[3]{};                                                                                  \
    for (int i = 0; i < 4; ++i) {                                                                         \
      from[0].of[i] = a[threadIdx.x * 4 + i];                                                             \
      from[1].of[i] = b[threadIdx.x * 4 + i];                                                             \
      from[2].of[i] = c[threadIdx.x * 4 + i];                                                             \
    }                                                                                                     \
    const Registers result =                                                                              \
        multiply<Type::A, Type::B, Type::C, Type::D, rows, depth, saturates>(from[0], from[1], from[2]);  \
    for (int i = 0; i < 4; ++i) d[threadIdx.x * 4 + i] = result.of[i];                                    \
  }
MULTIPLIES(f16_k16, f16, f16, f32, f32, 16, 16, false)
MULTIPLIES(f16_k8, f16, f16, f32, f32, 16, 8, false)
MULTIPLIES(f16_to_f16, f16, f16, f16, f16, 16, 16, false)
MULTIPLIES(bf16_k16, bf16, bf16, f32, f32, 16, 16, false)
MULTIPLIES(bf16_k8, bf16, bf16, f32, f32, 16, 8, false)
MULTIPLIES(tf32_k8, tf32, tf32, f32, f32, 16, 8, false)
MULTIPLIES(tf32_k4, tf32, tf32, f32, f32, 16, 4, false)
MULTIPLIES(s8_k32, s8, s8, s32, s32, 16, 32, false)
MULTIPLIES(s8_k16, s8, s8, s32, s32, 16, 16, false)
MULTIPLIES(u8_s8_k32, u8, s8, s32, s32, 16, 32, false)
MULTIPLIES(s8_m8, s8, s8, s32, s32, 8, 16, false)
MULTIPLIES(s8_saturated, s8, s8, s32, s32, 16, 32, true)
MULTIPLIES(e4m3_k32, e4m3, e4m3, f32, f32, 16, 32, false)
MULTIPLIES(e5m2_k32, e5m2, e5m2, f32, f32, 16, 32, false)
MULTIPLIES(f64_k4, f64, f64, f64, f64, 8, 4, false)

// ------------------------------------------------------------------------------------------ mistakes

extern "C" __global__ void no_barrier(unsigned* out) {
  __shared__ __align__(16) unsigned tile[32 * 4];
  for (int i = 0; i < 4; ++i) tile[threadIdx.x + i * 32] = i;       // stored first
  out[threadIdx.x] = load<4, false>(tile + threadIdx.x * 4).of[0];  // too early
}
extern "C" __global__ void with_barrier(unsigned* out) {
  __shared__ __align__(16) unsigned tile[32 * 4];
  for (int i = 0; i < 4; ++i) tile[threadIdx.x + i * 32] = i;
  __syncwarp();
  out[threadIdx.x] = load<4, false>(tile + threadIdx.x * 4).of[0];
}
// In a kernel with fences races are looked for access by access.
extern "C" __global__ void with_fences(unsigned* out) {
  __shared__ __align__(16) unsigned tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __threadfence_block();
  __syncwarp();
  out[threadIdx.x] = load<1, false>(threadIdx.x < 8 ? tile + threadIdx.x * 4 : nullptr).of[0];
}
extern "C" __global__ void fences_without_barrier(unsigned* out) {
  __shared__ __align__(16) unsigned tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __threadfence_block();
  out[threadIdx.x] = load<1, false>(tile + threadIdx.x % 8 * 4).of[0];  // fenced only
}
extern "C" __global__ void stored_too_late(unsigned* out) {
  __shared__ __align__(16) unsigned tile[32 * 4];
  store<4, false>(tile + threadIdx.x * 4, {{1, 2, 3, 4}});  // rows stored
  out[threadIdx.x] = tile[threadIdx.x * 4 ^ 4];             // another lane's row
}
extern "C" __global__ void never_written(unsigned* out) {
  __shared__ __align__(16) unsigned tile[32 * 4];
  if (threadIdx.x < 31) tile[threadIdx.x * 4] = 1;
  __syncwarp();
  out[threadIdx.x] = load<4, false>(tile + threadIdx.x * 4).of[0];  // words that nobody wrote
}
extern "C" __global__ void half_a_row_off(unsigned* out) {
  __shared__ __align__(16) unsigned tile[32 * 4 + 4];
  tile[threadIdx.x] = 0;
  __syncwarp();
  out[threadIdx.x] = load<1, false>(tile + threadIdx.x * 2).of[0];  // every other row is off
}
extern "C" __global__ void past_the_end(unsigned* out) {
  __shared__ __align__(16) unsigned tile[31 * 4];
  if (threadIdx.x < 31) {
    for (int i = 0; i < 4; ++i) tile[threadIdx.x * 4 + i] = 0;
  }
  __syncwarp();
  out[threadIdx.x] = load<4, false>(tile + threadIdx.x * 4).of[0];  // one row too many
}
extern "C" __global__ void from_global_memory(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = load<4, false>(in + threadIdx.x * 4).of[0];  // not shared
}
extern "C" __global__ void half_a_warp(unsigned* out) {
  Registers zero{};
  if (threadIdx.x < 16) {
    zero = multiply<Type::f16, Type::f16, Type::f32, Type::f32, 16, 16>(zero, zero, zero);  // lanes 0 to 15
  }
  __syncthreads();  // the others
  out[threadIdx.x] = zero.of[0];
}
extern "C" __global__ void after_a_return(unsigned* out) {
  if (threadIdx.x == 5) return;
  const Registers zero{};
  out[threadIdx.x] =
      multiply<Type::f16, Type::f16, Type::f32, Type::f32, 16, 16>(zero, zero, zero).of[0];  // 31
}
