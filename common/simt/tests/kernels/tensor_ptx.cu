// Tensor-core instructions of inline PTX, as kernels write them.
#include <cuda_fp16.h>

#include <cstdint>

constexpr int kTile = 64;
constexpr int kPitch = kTile + 8;

// C = A * B of 64 x 64 halves by one warp: the tiles in shared memory, ldmatrix and mma.sync.
extern "C" __global__ void product(const __half* a, const __half* b, float* c) {
  __shared__ __align__(16) __half left[kTile * kPitch];
  __shared__ __align__(16) __half right[kTile * kPitch];
  for (int i = threadIdx.x; i < kTile * kTile / 8; i += 32) {
    const int row = i / 8;
    const int column = i % 8 * 8;
    *reinterpret_cast<int4*>(left + row * kPitch + column) = reinterpret_cast<const int4*>(a)[i];
    *reinterpret_cast<int4*>(right + row * kPitch + column) = reinterpret_cast<const int4*>(b)[i];
  }
  __syncthreads();
  const int lane = threadIdx.x;
  for (int m = 0; m < kTile; m += 16) {
    for (int n = 0; n < kTile; n += 8) {
      float d[4] = {};
      for (int k = 0; k < kTile; k += 16) {
        uint32_t of_a[4];
        uint32_t of_b[2];
        const __half* const row_a = left + (m + lane % 16) * kPitch + k + lane / 16 * 8;
        const auto at_a = static_cast<uint32_t>(__cvta_generic_to_shared(row_a));
        asm volatile(  // rows of A
            "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
            : "=r"(of_a[0]), "=r"(of_a[1]), "=r"(of_a[2]), "=r"(of_a[3])
            : "r"(at_a));
        // B lies row by row: .trans makes columns of its rows.
        const __half* const row_b = right + (k + lane % 16) * kPitch + n;
        const auto at_b = static_cast<uint32_t>(__cvta_generic_to_shared(row_b));
        asm volatile(  // rows of B
            "ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%0, %1}, [%2];\n"
            : "=r"(of_b[0]), "=r"(of_b[1])
            : "r"(at_b));
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(of_a[0]), "r"(of_a[1]), "r"(of_a[2]), "r"(of_a[3]), "r"(of_b[0]), "r"(of_b[1]));
      }
      float* const to = c + (m + lane / 4) * kTile + n + lane % 4 * 2;
      *reinterpret_cast<float2*>(to) = make_float2(d[0], d[1]);
      *reinterpret_cast<float2*>(to + 8 * kTile) = make_float2(d[2], d[3]);
    }
  }
}

// The other types: one instruction each, with the registers that the PTX ISA gives it.
extern "C" __global__ void others(const unsigned* in, unsigned* out, double* doubles) {
  const unsigned r = in[threadIdx.x];
  unsigned d[4];
  asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %2}, {%2}, {%3, %3};"
      : "=r"(d[0]), "=r"(d[1])
      : "r"(r), "r"(0));
  out[threadIdx.x] = d[0] ^ d[1];
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, "
      "{%5, %5, %5, %5};"
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
      : "r"(r), "r"(0));
  out[32 + threadIdx.x] = d[0] ^ d[1] ^ d[2] ^ d[3];
  asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, "
      "%4}, "
      "{%5, %5, %5, %5};"
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
      : "r"(0x01010101), "r"(7));
  out[64 + threadIdx.x] = d[0] + d[1] + d[2] + d[3];
  double sum[2];
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %4};"
      : "=d"(sum[0]), "=d"(sum[1])
      : "d"(2.0), "d"(0.5), "d"(1.0));
  doubles[threadIdx.x] = sum[0] + sum[1];
}

// An 8 x 8 matrix of halves from registers to shared memory and back, transposed on the way and by itself.
extern "C" __global__ void there_and_back(const unsigned* in, unsigned* out) {
  __shared__ __align__(16) unsigned tile[32];
  const auto row = static_cast<uint32_t>(__cvta_generic_to_shared(tile + threadIdx.x % 8 * 4));
  unsigned value = in[threadIdx.x];
  asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(row), "r"(value)
               : "memory");
  __syncwarp();
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(value) : "r"(row) : "memory");
  asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(value));
  out[threadIdx.x] = value;
}

extern "C" __global__ void too_early(const __half* in, float* out) {
  __shared__ __align__(16) __half tile[64];
  for (int i = threadIdx.x; i < 64; i += 32) tile[i] = in[i];  // staged
  unsigned value;
  asm volatile(  // loaded
      "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
      : "=r"(value)
      : "r"(static_cast<uint32_t>(__cvta_generic_to_shared(tile + threadIdx.x % 8 * 8))));
  out[threadIdx.x] = static_cast<float>(value);
}

// The same product twice: from sums that were cleared, and from registers that nothing was stored to.
extern "C" __global__ void uncleared(const unsigned* in, float* out, int rounds) {
  const unsigned r = in[threadIdx.x];
  float cleared[4] = {};
  float left[4];
  for (int i = 0; i < rounds; ++i) {
    for (float* sums : {cleared, left}) {
      asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, "
          "{%0, %1, %2, %3};"
          : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
          : "r"(r));
    }
  }
  out[threadIdx.x] = cleared[0] + cleared[1] + cleared[2] + cleared[3];
  out[threadIdx.x + 32] = left[0];
  out[threadIdx.x + 64] = left[3];
}
