// Tensor-core instructions: what the 32 lanes of a warp bring to one, and what each takes from it.
#pragma once

#include <cstdint>

#include "contract/module_abi.h"
#include "lanes/lane.h"

namespace simt {

// The operands of one lane. They are on the lane's stack while the lane waits, and Exchange::value is their
// address.
struct MatrixOperands {
  // Ldmatrix and stmatrix: the address of a row of 16 bytes; 0 if the lane gives none
  std::uint64_t address = 0;
  abi::Pair a;  // stmatrix: the elements to store
  std::uint64_t b = 0;
  abi::Pair c;
  abi::Pair result;
};

inline MatrixOperands& operands_of(const Lane& lane) {
  return *reinterpret_cast<MatrixOperands*>(lane.exchange.value);
}

inline constexpr std::uint32_t kRowsAMatrix = 8;
inline constexpr std::uint32_t kMatrixRowBytes = 16;
inline constexpr unsigned kMatrixRowShift = 4;  // its log2

// Lane l brings and takes from[l].exchange: 8x8 matrices of 2-byte elements, whose rows lanes 0-7, 8-15, …
// give the addresses of, and of which each lane holds two neighbouring elements a matrix. PTX ISA, ldmatrix,
// stmatrix.
void load_matrices(Lane* from, unsigned matrices, bool is_transposed);
void store_matrices(Lane* from, unsigned matrices, bool is_transposed);

// `what`: see matrix_abi.h, which must know it.
void multiply_matrices(Lane* from, std::uint32_t what);

}  // namespace simt
