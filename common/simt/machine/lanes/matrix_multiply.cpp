// mma.sync: the lanes' fragments become matrices, are multiplied, and become fragments again. PTX ISA,
// "Matrix Fragments for mma.m16n8k…" and "mma.m8n8k…".
//
// Products are exact. Floating-point sums are made in float, one product after another in the order of k,
// beginning with the element of C, and rounded to nearest after each; for a result in half once more at the
// end. Hardware adds several products at a time, in an order and with a truncation that is not documented:
// last places differ, whole numbers that a float holds exactly do not. In double each step is one fused
// multiply-add.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "common/short_floats.h"
#include "contract/matrix_abi.h"
#include "lanes/matrix_exchange.h"
#include "simt/request.h"

namespace simt {
namespace {

// --- floating-point numbers of 8 and 16 bits

// The lower 13 bits of a float are not looked at.
float tf32_to_float(std::uint32_t bits) { return float_of(bits & ~0x1FFFU); }

// The format e4m3 has no infinities and one NaN.
float e4m3_to_float(std::uint32_t bits) {
  const std::uint32_t magnitude = bits & 0x7FU;
  if (magnitude == 0x7FU) return std::numeric_limits<float>::quiet_NaN();
  const float value = float_of(magnitude << 20U) * 0x1p120F;
  return (bits & 0x80U) != 0 ? -value : value;
}
// The upper byte of a half.
float e5m2_to_float(std::uint32_t bits) { return float_of_half(bits << 8U); }

// --- fragments

using abi::MatrixType;
using abi::Multiplication;

constexpr unsigned kColumns = abi::kMatrixColumns;
constexpr unsigned kMostRows = 16;
constexpr unsigned kMostDepth = 32;
constexpr unsigned kLanesAGroup = 4;  // the lanes of a row of A and C, of a column of B

unsigned elements_a_register(MatrixType type) {
  return type == MatrixType::f16 || type == MatrixType::bf16                              ? 2
         : type == MatrixType::tf32 || type == MatrixType::f32 || type == MatrixType::s32 ? 1
                                                                                          : 4;
}

std::uint32_t element(std::uint64_t registers, unsigned number, unsigned per_register) {
  const unsigned bits = 32 / per_register;
  const auto shifted = static_cast<std::uint32_t>(registers >> (number * bits));
  return bits == 32 ? shifted : shifted & ((1U << bits) - 1U);
}

float number_of(MatrixType type, std::uint32_t bits) {
  switch (type) {
    case MatrixType::f16:
      return float_of_half(bits);
    case MatrixType::bf16:
      return float_of_bfloat(bits);
    case MatrixType::tf32:
      return tf32_to_float(bits);
    case MatrixType::e4m3:
      return e4m3_to_float(bits);
    case MatrixType::e5m2:
      return e5m2_to_float(bits);
    default:
      return float_of(bits);
  }
}

std::int64_t integer_of(MatrixType type, std::uint32_t bits) {
  return type == MatrixType::s8   ? static_cast<std::int8_t>(bits)
         : type == MatrixType::u8 ? static_cast<std::uint8_t>(bits)
                                  : static_cast<std::int32_t>(bits);
}

// The matrices of one multiplication, as numbers of one type.
template <class Number>
class Matrices {
 public:
  template <class Read>
  void gather(const Lane* from, const Multiplication& m, const Read& read) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const MatrixOperands& own = operands_of(from[lane]);
      for_each_of_a(m, lane, [&](unsigned number, unsigned row, unsigned k) {
        const std::uint64_t registers = number < half_of(m.a) ? own.a.low : own.a.high;
        a_[row][k] = read(m.a, element(registers, number % half_of(m.a), elements_a_register(m.a)));
      });
      for_each_of_b(m, lane, [&](unsigned number, unsigned k, unsigned column) {
        b_[k][column] = read(m.b, element(own.b, number, elements_a_register(m.b)));
      });
      for_each_of_c(m, lane, [&](unsigned number, unsigned row, unsigned column) {
        const std::uint64_t registers = number < half_of(m.c) ? own.c.low : own.c.high;
        sums_[row][column] = read(m.c, element(registers, number % half_of(m.c), elements_a_register(m.c)));
      });
    }
  }

  void multiply(const Multiplication& m) {
    for (unsigned row = 0; row < m.rows; ++row) {
      for (unsigned k = 0; k < m.depth; ++k) {
        const Number left = a_[row][k];
        for (unsigned column = 0; column < kColumns; ++column) sums_[row][column] += left * b_[k][column];
      }
    }
  }

  template <class Write>
  void scatter(Lane* to, const Multiplication& m, const Write& write) const {
    const unsigned bits = 32 / elements_a_register(m.d);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      abi::Pair result;
      for_each_of_c(m, lane, [&](unsigned number, unsigned row, unsigned column) {
        std::uint64_t& registers = number < half_of(m.d) ? result.low : result.high;
        registers |= std::uint64_t{write(sums_[row][column])} << (number % half_of(m.d) * bits);
      });
      operands_of(to[lane]).result = result;
    }
  }

 private:
  // Elements in the first two registers.
  static unsigned half_of(MatrixType type) { return 2 * elements_a_register(type); }

  // Registers go down the rows first, then along k; the elements of one along k.
  template <class Visit>
  static void for_each_of_a(const Multiplication& m, unsigned lane, const Visit& visit) {
    const unsigned per = elements_a_register(m.a);
    const unsigned row_blocks = m.rows / 8;
    const unsigned count = m.rows * m.depth / kWarpSize;
    for (unsigned number = 0; number < count; ++number) {
      const unsigned block = number / per;
      visit(number, lane / kLanesAGroup + 8 * (block % row_blocks),
            lane % kLanesAGroup * per + number % per + kLanesAGroup * per * (block / row_blocks));
    }
  }
  template <class Visit>
  static void for_each_of_b(const Multiplication& m, unsigned lane, const Visit& visit) {
    const unsigned per = elements_a_register(m.b);
    const unsigned count = m.depth * kColumns / kWarpSize;
    for (unsigned number = 0; number < count; ++number) {
      visit(number, lane % kLanesAGroup * per + number % per + kLanesAGroup * per * (number / per),
            lane / kLanesAGroup);
    }
  }
  // C and D: two neighbours in a row, then 8 rows further down.
  template <class Visit>
  static void for_each_of_c(const Multiplication& m, unsigned lane, const Visit& visit) {
    const unsigned count = m.rows * kColumns / kWarpSize;
    for (unsigned number = 0; number < count; ++number)
      visit(number, lane / kLanesAGroup + 8 * (number / 2), lane % kLanesAGroup * 2 + number % 2);
  }

  std::array<std::array<Number, kMostDepth>, kMostRows> a_{};
  std::array<std::array<Number, kColumns>, kMostDepth> b_{};
  std::array<std::array<Number, kColumns>, kMostRows> sums_{};
};

void multiply_floats(Lane* from, const Multiplication& m) {
  Matrices<float> matrices;
  matrices.gather(from, m, number_of);
  matrices.multiply(m);
  matrices.scatter(from, m,
                   [&](float sum) { return m.d == MatrixType::f16 ? simt::half_of(sum) : bits_of(sum); });
}

// Sums wrap around; of a saturating instruction they stay at the ends of 32 bits.
void multiply_integers(Lane* from, const Multiplication& m) {
  using Limits = std::numeric_limits<std::int32_t>;
  Matrices<std::int64_t> matrices;
  matrices.gather(from, m, integer_of);
  matrices.multiply(m);
  matrices.scatter(from, m, [&](std::int64_t sum) {
    if (m.saturates) sum = std::clamp<std::int64_t>(sum, Limits::min(), Limits::max());
    return static_cast<std::uint32_t>(sum);
  });
}

double double_of(std::uint64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
std::uint64_t bits_of_double(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// m8n8k4: a lane holds one element of A, one of B, two of C.
void multiply_doubles(Lane* from) {
  constexpr unsigned kDepth = 4;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const unsigned row = lane / kLanesAGroup;
    MatrixOperands& own = operands_of(from[lane]);
    const auto sum = [&](std::uint64_t first, unsigned column) {
      double total = double_of(first);
      for (unsigned k = 0; k < kDepth; ++k) {
        total = std::fma(double_of(operands_of(from[row * kLanesAGroup + k]).a.low),
                         double_of(operands_of(from[column * kLanesAGroup + k]).b), total);
      }
      return bits_of_double(total);
    };
    const unsigned column = lane % kLanesAGroup * 2;
    own.result = {sum(own.c.low, column), sum(own.c.high, column + 1)};
  }
}

}  // namespace

void multiply_matrices(Lane* from, std::uint32_t what) {
  const Multiplication m = abi::multiplication_of(what);
  if (m.a == MatrixType::f64) {
    multiply_doubles(from);
  } else if (abi::is_byte(m.a)) {
    multiply_integers(from, m);
  } else {
    multiply_floats(from, m);
  }
}

}  // namespace simt
