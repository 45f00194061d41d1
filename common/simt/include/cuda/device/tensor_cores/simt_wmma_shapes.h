// nvcuda::wmma: which fragments there are, and which element of its matrix each x[i] of a lane is. Measured
// on an H200 for every shape, type and layout: docs/measurements/h200/tensor_cores.md.
//
// All is made of mma.m16n8k…: one operand's side is cut into blocks of 16 (the tall one), the other's into
// blocks of 8 (the flat one). The tall one is A, but in the shape 8x32x16, where it is B, and the result is
// the transposed one. A side is M of A and N of B; the other direction of both is K.
#pragma once

#include "../short_floats/simt_bfloat16.h"
#include "../short_floats/simt_half.h"
#include "simt_matrix.h"

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}

}  // namespace wmma
}  // namespace nvcuda

namespace simt_wmma {

using simt_matrix::Type;

template <class A, class B>
struct Same {
  static constexpr bool is = false;
};
template <class A>
struct Same<A, A> {
  static constexpr bool is = true;
};

template <bool IsFirst, class First, class Second>
struct Choice {
  using Type = First;
};
template <class First, class Second>
struct Choice<false, First, Second> {
  using Type = Second;
};

// What a fragment's type means. moves_matrices: nvcc loads operands from shared memory by ldmatrix.
template <class T>
struct Element;
template <Type Number, class T, bool MovesMatrices>
struct ElementOf {
  using Storage = T;
  static constexpr Type type = Number;
  static constexpr bool moves_matrices = MovesMatrices;
  static constexpr unsigned bytes = sizeof(T);
};
template <>
struct Element<__half> : ElementOf<Type::f16, __half, true> {};
template <>
struct Element<__nv_bfloat16> : ElementOf<Type::bf16, __nv_bfloat16, false> {};
template <>
struct Element<nvcuda::wmma::precision::tf32> : ElementOf<Type::tf32, float, false> {};
template <>
struct Element<double> : ElementOf<Type::f64, double, false> {};
template <>
struct Element<signed char> : ElementOf<Type::s8, signed char, true> {};
template <>
struct Element<unsigned char> : ElementOf<Type::u8, unsigned char, true> {};
template <>
struct Element<float> : ElementOf<Type::f32, float, false> {};
template <>
struct Element<int> : ElementOf<Type::s32, int, false> {};

__host__ __device__ constexpr bool is_shape(int m, int n, int k, int wanted_m, int wanted_n, int wanted_k) {
  return m == wanted_m && n == wanted_n && k == wanted_k;
}
// CUDA C++ Programming Guide, "Element Types and Matrix Sizes".
__host__ __device__ constexpr bool has_operand(Type type, int m, int n, int k) {
  return type == Type::tf32  ? is_shape(m, n, k, 16, 16, 8)
         : type == Type::f64 ? is_shape(m, n, k, 8, 8, 4)
                             : type != Type::f32 && type != Type::s32 &&
                                   (is_shape(m, n, k, 16, 16, 16) || is_shape(m, n, k, 32, 8, 16) ||
                                    is_shape(m, n, k, 8, 32, 16));
}
__host__ __device__ constexpr bool has_sum(Type type, int m, int n, int k) {
  return (type == Type::f64 && is_shape(m, n, k, 8, 8, 4)) ||
         (type == Type::f32 && is_shape(m, n, k, 16, 16, 8)) ||
         ((type == Type::f32 || type == Type::f16 || type == Type::s32) && has_operand(Type::f16, m, n, k));
}

struct Place {
  unsigned side;
  unsigned k;
};

// An operand's registers: 8 x (4 * per_register) elements each, over all lanes.
template <class T, int M, int N, int K, bool IsA>
struct Operand {
  using Traits = Element<T>;
  using Storage = typename Traits::Storage;
  static constexpr bool is_tall = IsA == (N != 32);
  static constexpr unsigned side = IsA ? M : N;
  static constexpr unsigned per_register = Traits::bytes >= 4 ? 1 : 4 / Traits::bytes;
  static constexpr unsigned block_depth = 4 * per_register;
  static constexpr unsigned blocks_along_k = K / block_depth;
  static constexpr unsigned registers = side / 8 * blocks_along_k;
  static constexpr unsigned elements = registers * per_register;
  // nvcc gives every operand of halves 16 elements, and uses the first.
  static constexpr unsigned declared = Traits::type == Type::f16 ? 16 : elements;
  // the registers of a block of 16, or of 8, rows
  static constexpr unsigned block_registers = (is_tall && side > 8 ? 2 : 1) * blocks_along_k;

  // Returns where the 8 x block_depth elements of a register begin. In a tall block registers go down the
  // side first.
  __device__ static constexpr Place begin(unsigned number) {
    const unsigned block = number / block_registers;
    const unsigned inside = number % block_registers;
    const unsigned down = block_registers / blocks_along_k;
    return {8 * (block * down + inside % down), inside / down * block_depth};
  }
};

// A sum's tiles of 16 x 8, tall x flat, of four elements a lane each; of doubles one of 8 x 8.
template <class T, int M, int N>
struct Sum {
  using Storage = T;
  static constexpr bool is_tall_m = N != 32;
  static constexpr unsigned elements = M * N / 32;
  static constexpr unsigned tile_elements = M * N == 64 ? 2 : 4;
  static constexpr unsigned tiles = elements / tile_elements;
  static constexpr bool is_square = M == N;  // the tiles of 16 x 16 lie side by side

  // Where the 8 x 8 elements of two neighbours begin.
  struct Begin {
    unsigned tall;
    unsigned flat;
  };
  __device__ static constexpr Begin begin(unsigned pair) {
    const unsigned tile = pair / 2;
    return {(is_square ? 0 : 16 * tile) + 8 * (pair % 2), is_square ? 8 * tile : 0};
  }
};

}  // namespace simt_wmma
