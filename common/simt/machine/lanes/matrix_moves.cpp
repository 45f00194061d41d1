// ldmatrix and stmatrix: rows of shared memory to fragments, and back.
#include <array>
#include <cstring>

#include "lanes/matrix_exchange.h"
#include "simt/request.h"

namespace simt {
namespace {

constexpr unsigned kSide = 8;               // rows and columns of a matrix
constexpr unsigned kLanesARow = kSide / 2;  // each lane holds two neighbours

using Matrix = std::array<std::array<std::uint16_t, kSide>, kSide>;
static_assert(sizeof(Matrix) == std::size_t{kRowsAMatrix} * kMatrixRowBytes);

// Register `number` of the four that a pair holds.
void set_register(abi::Pair& pair, unsigned number, std::uint32_t value) {
  std::uint64_t& half = number < 2 ? pair.low : pair.high;
  half |= std::uint64_t{value} << (number % 2 * 32U);
}
std::uint32_t register_of(const abi::Pair& pair, unsigned number) {
  return static_cast<std::uint32_t>((number < 2 ? pair.low : pair.high) >> (number % 2 * 32U));
}

// The element that a lane holds as the lower or the upper half of its register.
std::uint16_t& element_of(Matrix& matrix, unsigned lane, unsigned half, bool is_transposed) {
  const unsigned row = lane / kLanesARow;
  const unsigned column = lane % kLanesARow * 2 + half;
  return is_transposed ? matrix[column][row] : matrix[row][column];
}

}  // namespace

void load_matrices(Lane* from, unsigned matrices, bool is_transposed) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) operands_of(from[lane]).result = {};
  for (unsigned number = 0; number < matrices; ++number) {
    Matrix matrix;
    for (unsigned row = 0; row < kSide; ++row) {
      const std::uint64_t address = operands_of(from[number * kSide + row]).address;
      std::memcpy(matrix[row].data(), reinterpret_cast<const void*>(address), kMatrixRowBytes);
    }
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const std::uint32_t low = element_of(matrix, lane, 0, is_transposed);
      const std::uint32_t high = element_of(matrix, lane, 1, is_transposed);
      set_register(operands_of(from[lane]).result, number, high << 16U | low);
    }
  }
}

void store_matrices(Lane* from, unsigned matrices, bool is_transposed) {
  for (unsigned number = 0; number < matrices; ++number) {
    Matrix matrix;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const std::uint32_t both = register_of(operands_of(from[lane]).a, number);
      element_of(matrix, lane, 0, is_transposed) = static_cast<std::uint16_t>(both);
      element_of(matrix, lane, 1, is_transposed) = static_cast<std::uint16_t>(both >> 16U);
    }
    for (unsigned row = 0; row < kSide; ++row) {
      const std::uint64_t address = operands_of(from[number * kSide + row]).address;
      std::memcpy(reinterpret_cast<void*>(address), matrix[row].data(), kMatrixRowBytes);
    }
  }
}

}  // namespace simt
