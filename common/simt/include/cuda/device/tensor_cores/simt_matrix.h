// Tensor-core instructions, as <mma.h> and inline PTX ask the machine for them: ldmatrix, stmatrix, mma.sync.
// All 32 lanes of a warp come. PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions".
#pragma once

#include "../simt_warp.h"

namespace simt_matrix {

// The numbers of simt::abi::MatrixType.
enum class Type : unsigned { f16, bf16, tf32, f64, s8, u8, e4m3, e5m2, f32, s32 };

// Packs its arguments into one number, in the layout of contract/matrix_abi.h.
__host__ __device__ constexpr unsigned move_of(unsigned matrices, bool is_transposed) {
  return matrices | (is_transposed ? 1U : 0U) << 8U;
}
__host__ __device__ constexpr unsigned multiplication_of(Type a, Type b, Type c, Type d, unsigned rows,
                                                         unsigned depth, bool saturates) {
  return static_cast<unsigned>(a) | static_cast<unsigned>(b) << 4U | static_cast<unsigned>(c) << 8U |
         static_cast<unsigned>(d) << 12U | rows << 16U | depth << 21U | (saturates ? 1U : 0U) << 27U;
}

// One lane's part of a matrix: up to four registers of 32 bits.
struct Registers {
  unsigned of[4];

  __device__ __forceinline__ unsigned long long low() const {
    return of[0] | static_cast<unsigned long long>(of[1]) << 32U;
  }
  __device__ __forceinline__ unsigned long long high() const {
    return of[2] | static_cast<unsigned long long>(of[3]) << 32U;
  }
};
__device__ __forceinline__ Registers registers_of(simt_pair bits) {
  return {{static_cast<unsigned>(bits.low), static_cast<unsigned>(bits.low >> 32U),
           static_cast<unsigned>(bits.high), static_cast<unsigned>(bits.high >> 32U)}};
}

// Lanes 0-7, 8-15, … give the addresses of the rows, of 16 bytes each, of the first, second, … matrix.
template <unsigned Matrices, bool IsTransposed>
__device__ __forceinline__ Registers load(const void* row) {
  return registers_of(simt_load_matrix(move_of(Matrices, IsTransposed), row));
}
template <unsigned Matrices, bool IsTransposed>
__device__ __forceinline__ void store(void* row, const Registers& value) {
  simt_store_matrix(move_of(Matrices, IsTransposed), row, value.low(), value.high());
}

// mma.m16n8k…, of fewer registers where the matrices are smaller.
template <Type A, Type B, Type C, Type D, unsigned Rows, unsigned Depth, bool Saturates = false>
__device__ __forceinline__ Registers multiply(const Registers& a, const Registers& b, const Registers& c) {
  return registers_of(simt_multiply_matrices(multiplication_of(A, B, C, D, Rows, Depth, Saturates), a.low(),
                                             a.high(), b.low(), c.low(), c.high()));
}

__device__ __forceinline__ unsigned lane() {
  return (simt_thread_index_x() +
          simt_block_dim_x() * (simt_thread_index_y() + simt_block_dim_y() * simt_thread_index_z())) %
         32;
}

// The 8 x 8 halves of a register, two neighbours a lane, transposed: movmatrix.
__device__ __forceinline__ unsigned transposed(unsigned value) {
  const unsigned row = lane() / 4;
  const unsigned from = lane() % 4 * 8 + row / 2;
  const unsigned first = __shfl_sync(simt_warp::kAllLanes, value, static_cast<int>(from));
  const unsigned second = __shfl_sync(simt_warp::kAllLanes, value, static_cast<int>(from + 4));
  const unsigned shift = row % 2 * 16;
  return (first >> shift & 0xFFFFU) | second >> shift << 16U;
}

}  // namespace simt_matrix
