// Tensor-core instructions between simtcc's modules and the machine: what one number says of a move or a
// multiplication of matrices. PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions".
//
// D = A * B + C, with A of `rows` x `depth`, B of `depth` x 8, C and D of `rows` x 8 elements. Each lane
// holds its fragment of a matrix in registers of 32 bits, laid out as the PTX ISA's mma.m16n8k… and
// mma.m8n8k… have it: at most four of A, two of B, four of C.
#pragma once

#include <cstdint>

namespace simt::abi {

// A load or store of 8x8 matrices is described by their number (1, 2 or 4), and whether it is .trans.
inline constexpr std::uint32_t matrices_of(std::uint32_t what) { return what & 0xFFU; }
inline constexpr bool is_transposed(std::uint32_t what) { return (what >> 8U) != 0; }

enum class MatrixType : std::uint32_t { f16, bf16, tf32, f64, s8, u8, e4m3, e5m2, f32, s32 };

inline constexpr unsigned kMatrixColumns = 8;  // the columns of B, C and D

struct Multiplication {
  MatrixType a = MatrixType::f16;
  MatrixType b = MatrixType::f16;
  MatrixType c = MatrixType::f32;
  MatrixType d = MatrixType::f32;
  std::uint32_t rows = 16;
  std::uint32_t depth = 16;
  bool saturates = false;  // .satfinite, of integers
};

inline constexpr std::uint32_t bits_of(const Multiplication& m) {
  return static_cast<std::uint32_t>(m.a) | static_cast<std::uint32_t>(m.b) << 4U |
         static_cast<std::uint32_t>(m.c) << 8U | static_cast<std::uint32_t>(m.d) << 12U | m.rows << 16U |
         m.depth << 21U | (m.saturates ? 1U : 0U) << 27U;
}
inline constexpr Multiplication multiplication_of(std::uint32_t bits) {
  const auto type = [bits](unsigned shift) { return static_cast<MatrixType>(bits >> shift & 0xFU); };
  return {type(0), type(4), type(8), type(12), bits >> 16U & 31U, bits >> 21U & 63U, (bits >> 27U) != 0};
}

inline constexpr bool is_byte(MatrixType type) { return type == MatrixType::s8 || type == MatrixType::u8; }
inline constexpr bool is_float8(MatrixType type) {
  return type == MatrixType::e4m3 || type == MatrixType::e5m2;
}

// Whether the machine has such an instruction.
inline constexpr bool is_known(const Multiplication& m) {
  using Type = MatrixType;
  const bool floats = m.c == Type::f32 && m.d == Type::f32 && !m.saturates;
  const bool is_16 = m.rows == 16;
  if (is_byte(m.a) && is_byte(m.b)) {
    return m.c == Type::s32 && m.d == Type::s32 &&
           (is_16 ? m.depth == 16 || m.depth == 32 : m.rows == 8 && m.depth == 16);
  }
  if (is_float8(m.a) && is_float8(m.b)) return floats && is_16 && m.depth == 32;
  if (m.a != m.b) return false;
  switch (m.a) {
    case Type::f16:
      return is_16 && (m.depth == 8 || m.depth == 16) && !m.saturates &&
             (m.c == Type::f16 || m.c == Type::f32) && (m.d == Type::f16 || m.d == Type::f32);
    case Type::bf16:
      return floats && is_16 && (m.depth == 8 || m.depth == 16);
    case Type::tf32:
      return floats && is_16 && (m.depth == 4 || m.depth == 8);
    case Type::f64:
      return m.c == Type::f64 && m.d == Type::f64 && !m.saturates && m.rows == 8 && m.depth == 4;
    default:
      return false;
  }
}

}  // namespace simt::abi
