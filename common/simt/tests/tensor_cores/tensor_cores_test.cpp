// ldmatrix, stmatrix and mma.sync: their fragments as the PTX ISA describes them ("Matrix Fragments for
// mma.m16n8k…"), products against plain loops, and the faults of wrong uses.
#include <cmath>
#include <cstring>
#include <random>

#include "module_test.h"

using simt::FaultKind;
using simt::Op;
using simt::Space;

namespace {

constexpr unsigned kLanes = 32;
constexpr std::size_t kRegisters = std::size_t{4} * kLanes;  // registers of a buffer: four a lane

struct Shape {
  const char* kernel;
  unsigned rows;
  unsigned depth;
  unsigned bits;      // bits of an element of A and B
  unsigned sum_bits;  // bits of an element of C and D
};

struct Index {
  unsigned row;
  unsigned column;
};

// Element i of A, as the PTX ISA says for each size of elements.
Index a_at(const Shape& shape, unsigned lane, unsigned i) {
  const unsigned group = lane / 4;
  const unsigned in_group = lane % 4;
  switch (shape.bits) {
    case 16:
      return {i < 2 || (i >= 4 && i < 6) ? group : group + 8, in_group * 2 + i % 2 + (i >= 4 ? 8 : 0)};
    case 32:
      return {i % 2 == 0 ? group : group + 8, i < 2 ? in_group : in_group + 4};
    case 8:
      return {i < 4 || (i >= 8 && i < 12) ? group : group + 8, in_group * 4 + i % 4 + (i >= 8 ? 16 : 0)};
    default:
      return {group, in_group};
  }
}
Index b_at(const Shape& shape, unsigned lane, unsigned i) {
  const unsigned group = lane / 4;
  const unsigned in_group = lane % 4;
  switch (shape.bits) {
    case 16:
      return {in_group * 2 + i % 2 + (i >= 2 ? 8 : 0), group};
    case 32:
      return {in_group + 4 * i, group};
    case 8:
      return {in_group * 4 + i % 4 + (i >= 4 ? 16 : 0), group};
    default:
      return {in_group, group};
  }
}
Index c_at(unsigned lane, unsigned i) { return {i < 2 ? lane / 4 : lane / 4 + 8, lane % 4 * 2 + i % 2}; }

using Matrix = std::vector<std::vector<double>>;
using Encode = std::uint64_t (*)(double);
using Decode = double (*)(std::uint64_t);

// Whole numbers of few bits, which every format has: by hand, so that no code of the machine is asked.
std::uint64_t small_float(double value, int exponent_bits, int mantissa_bits) {
  if (value == 0) return 0;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);  // in [0.5, 1)
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction * 2 - 1, mantissa_bits));
  const auto sign = std::uint64_t{value < 0 ? 1U : 0U} << (exponent_bits + mantissa_bits);
  return sign | static_cast<std::uint64_t>(exponent - 1 + bias) << mantissa_bits | mantissa;
}
std::uint64_t f16(double value) { return small_float(value, 5, 10); }
std::uint64_t bf16(double value) { return small_float(value, 8, 7); }
std::uint64_t f32(double value) { return small_float(value, 8, 23); }
std::uint64_t f64(double value) { return small_float(value, 11, 52); }
std::uint64_t e4m3(double value) { return small_float(value, 4, 3); }
std::uint64_t e5m2(double value) { return small_float(value, 5, 2); }
std::uint64_t s8(double value) { return static_cast<std::uint8_t>(static_cast<int>(value)); }
std::uint64_t s32(double value) { return static_cast<std::uint32_t>(static_cast<std::int32_t>(value)); }
double from_f32(std::uint64_t bits) {
  float value = 0;
  const auto low = static_cast<std::uint32_t>(bits);
  std::memcpy(&value, &low, sizeof value);
  return static_cast<double>(value);
}
double from_f64(std::uint64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
double from_f16(std::uint64_t bits) {
  const auto exponent = static_cast<int>(bits >> 10U & 31U);
  const double magnitude = std::ldexp(1 + static_cast<double>(bits & 1023U) / 1024, exponent - 15);
  return bits == 0 || bits == 0x8000 ? 0 : (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}
double from_s32(std::uint64_t bits) {
  return static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
}

class TensorCores : public simt_test::ModuleTest {
 protected:
  TensorCores() : ModuleTest("tensor_cores") {
    a_ = buffer<unsigned>("a", kRegisters);
    b_ = buffer<unsigned>("b", kRegisters);
    c_ = buffer<unsigned>("c", kRegisters);
    d_ = buffer<unsigned>("d", kRegisters, false);
  }

  static void put(unsigned* registers, unsigned lane, unsigned number, unsigned bits, std::uint64_t value) {
    std::memcpy(reinterpret_cast<char*>(registers + std::size_t{4} * lane) + number * bits / 8, &value,
                bits / 8);
  }
  static std::uint64_t get(const unsigned* registers, unsigned lane, unsigned number, unsigned bits) {
    std::uint64_t value = 0;
    std::memcpy(&value, reinterpret_cast<const char*>(registers + std::size_t{4} * lane) + number * bits / 8,
                bits / 8);
    return value;
  }

  Matrix random_matrix(unsigned rows, unsigned columns, int least, int most) {
    std::uniform_int_distribution<int> numbers(least, most);
    Matrix matrix(rows, std::vector<double>(columns));
    for (auto& row : matrix) {
      for (double& value : row) value = numbers(random_);
    }
    return matrix;
  }

  // One launch; how many elements of D differ from the plain product.
  std::size_t wrong_elements(const Shape& shape, Encode of_a, Encode of_b, Encode of_c, Decode of_d,
                             int least = -4) {
    const Matrix a = random_matrix(shape.rows, shape.depth, least, 4);
    const Matrix b = random_matrix(shape.depth, 8, -4, 4);
    const Matrix c = random_matrix(shape.rows, 8, -9, 9);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      for (unsigned i = 0; i < shape.rows * shape.depth / kLanes; ++i) {
        const Index at = a_at(shape, lane, i);
        put(a_, lane, i, shape.bits, of_a(a[at.row][at.column]));
      }
      for (unsigned i = 0; i < shape.depth * 8 / kLanes; ++i) {
        const Index at = b_at(shape, lane, i);
        put(b_, lane, i, shape.bits, of_b(b[at.row][at.column]));
      }
      for (unsigned i = 0; i < shape.rows * 8 / kLanes; ++i) {
        const Index at = c_at(lane, i);
        put(c_, lane, i, shape.sum_bits, of_c(c[at.row][at.column]));
      }
    }
    const auto run = kernel<const unsigned*, const unsigned*, const unsigned*, unsigned*>(shape.kernel);
    EXPECT_TRUE(launch({1, 1, 1}, {kLanes, 1, 1}, [&] { run(a_, b_, c_, d_); }).faults.empty());
    std::size_t wrong = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      for (unsigned i = 0; i < shape.rows * 8 / kLanes; ++i) {
        const Index at = c_at(lane, i);
        double sum = c[at.row][at.column];
        for (unsigned k = 0; k < shape.depth; ++k) sum += a[at.row][k] * b[k][at.column];
        wrong += of_d(get(d_, lane, i, shape.sum_bits)) == sum ? 0U : 1U;
      }
    }
    return wrong;
  }

  simt::Fault fault_of(const std::string& name) {
    auto* const out = buffer<unsigned>("out", 64, false);
    const auto run = kernel<unsigned*>(name);
    return only_fault(launch({1, 1, 1}, {kLanes, 1, 1}, [&] { run(out); }));
  }

  std::mt19937 random_{7};
  unsigned* a_ = nullptr;
  unsigned* b_ = nullptr;
  unsigned* c_ = nullptr;
  unsigned* d_ = nullptr;
};

}  // namespace

TEST_F(TensorCores, ProductsAreThoseOfPlainLoops) {
  EXPECT_EQ(wrong_elements({"f16_k16", 16, 16, 16, 32}, f16, f16, f32, from_f32), 0U);
  EXPECT_EQ(wrong_elements({"f16_k8", 16, 8, 16, 32}, f16, f16, f32, from_f32), 0U);
  EXPECT_EQ(wrong_elements({"f16_to_f16", 16, 16, 16, 16}, f16, f16, f16, from_f16), 0U);
  EXPECT_EQ(wrong_elements({"bf16_k16", 16, 16, 16, 32}, bf16, bf16, f32, from_f32), 0U);
  EXPECT_EQ(wrong_elements({"bf16_k8", 16, 8, 16, 32}, bf16, bf16, f32, from_f32), 0U);
  EXPECT_EQ(wrong_elements({"tf32_k8", 16, 8, 32, 32}, f32, f32, f32, from_f32), 0U);
  EXPECT_EQ(wrong_elements({"tf32_k4", 16, 4, 32, 32}, f32, f32, f32, from_f32), 0U);
  EXPECT_EQ(wrong_elements({"s8_k32", 16, 32, 8, 32}, s8, s8, s32, from_s32), 0U);
  EXPECT_EQ(wrong_elements({"s8_k16", 16, 16, 8, 32}, s8, s8, s32, from_s32), 0U);
  EXPECT_EQ(wrong_elements({"s8_m8", 8, 16, 8, 32}, s8, s8, s32, from_s32), 0U);
  EXPECT_EQ(wrong_elements({"u8_s8_k32", 16, 32, 8, 32}, s8, s8, s32, from_s32, 0), 0U);
  EXPECT_EQ(wrong_elements({"e4m3_k32", 16, 32, 8, 32}, e4m3, e4m3, f32, from_f32), 0U);
  EXPECT_EQ(wrong_elements({"e5m2_k32", 16, 32, 8, 32}, e5m2, e5m2, f32, from_f32), 0U);
  EXPECT_EQ(wrong_elements({"f64_k4", 8, 4, 64, 64}, f64, f64, f64, from_f64), 0U);
  // -1 as an unsigned byte is 255.
  EXPECT_NE(wrong_elements({"u8_s8_k32", 16, 32, 8, 32}, s8, s8, s32, from_s32), 0U);
}

TEST_F(TensorCores, SumsOfIntegersSaturateOnlyWhereAsked) {
  std::fill(a_, a_ + kRegisters, 0x01010101U);
  std::fill(b_, b_ + kRegisters, 0x01010101U);
  std::fill(c_, c_ + kRegisters, 0x7FFFFFFFU);
  for (const auto& [name, expected] : {std::pair{"s8_saturated", 0x7FFFFFFFU}, {"s8_k32", 0x8000001FU}}) {
    const auto run = kernel<const unsigned*, const unsigned*, const unsigned*, unsigned*>(name);
    EXPECT_TRUE(launch({1, 1, 1}, {kLanes, 1, 1}, [&] { run(a_, b_, c_, d_); }).faults.empty());
    EXPECT_EQ(d_[0], expected) << name;
  }
}

TEST_F(TensorCores, LdmatrixGivesTheFragmentsThatMmaTakes) {
  auto* const in = buffer<unsigned short>("in", 256);
  auto* const plain = buffer<unsigned>("plain", 128, false);
  auto* const turned = buffer<unsigned>("turned", 128, false);
  auto* const back = buffer<unsigned short>("back", 256, false);
  for (unsigned i = 0; i < 256; ++i) in[i] = static_cast<unsigned short>(i);
  const auto run = kernel<const unsigned short*, unsigned*, unsigned*, unsigned short*>("moves");
  const auto report = launch({1, 1, 1}, {kLanes, 1, 1}, [&] { run(in, plain, turned, back); });
  EXPECT_TRUE(report.faults.empty());
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    for (unsigned i = 0; i < 4; ++i) {
      // Matrices 0 to 3: upper left, lower left, upper right, lower right.
      const unsigned row = lane / 4 + i % 2 * 8;
      const unsigned column = lane % 4 * 2 + i / 2 * 8;
      EXPECT_EQ(plain[lane * 4 + i], row * 16 + column + ((row * 16 + column + 1) << 16U));
      const unsigned turned_row = lane % 4 * 2 + i % 2 * 8;
      const unsigned turned_column = lane / 4 + i / 2 * 8;
      EXPECT_EQ(turned[lane * 4 + i],
                turned_row * 16 + turned_column + (((turned_row + 1) * 16 + turned_column) << 16U));
    }
  }
  EXPECT_TRUE(std::equal(in, in + 256, back));
  // Rows of 32 bytes: of 8 rows each fourth one begins in the same bank.
  const simt::AccessCost loads = cost(report, "// four, turned", Space::shared, Op::load);
  EXPECT_EQ(loads.instruction, simt::Instruction::matrix4);
  EXPECT_EQ(loads.requests, 1U);
  EXPECT_EQ(loads.lanes, 32U);
  EXPECT_EQ(loads.wavefronts, 8U);
  EXPECT_EQ(loads.bank_conflicts, 4U);
  EXPECT_EQ(cost(report, "// back", Space::shared, Op::store).bank_conflicts, 4U);
}

TEST_F(TensorCores, OfFewerMatricesOnlyTheFirstLanesGiveAddresses) {
  auto* const in = buffer<unsigned short>("in", 128);
  auto* const out = buffer<unsigned>("out", 96, false);
  for (unsigned i = 0; i < 128; ++i) in[i] = static_cast<unsigned short>(i);
  const auto run = kernel<const unsigned short*, unsigned*>("fewer");
  const auto report = launch({1, 1, 1}, {kLanes, 1, 1}, [&] { run(in, out); });
  EXPECT_TRUE(report.faults.empty());
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const unsigned first = lane / 4 * 8 + lane % 4 * 2;
    EXPECT_EQ(out[lane], first + ((first + 1) << 16U));
    EXPECT_EQ(out[32 + lane], out[lane]);
    EXPECT_EQ(out[64 + lane], first + 64 + ((first + 65) << 16U));
  }
  EXPECT_EQ(cost(report, "// a single one", Space::shared, Op::load).lanes, 8U);
  EXPECT_EQ(cost(report, "// two", Space::shared, Op::load).lanes, 16U);
  EXPECT_EQ(cost(report, "// two", Space::shared, Op::load).wavefronts, 2U);
}

TEST_F(TensorCores, ARowThatAnotherLaneStoredNeedsABarrier) {
  const simt::Fault race = fault_of("no_barrier");
  EXPECT_EQ(race.kind, FaultKind::race);
  EXPECT_EQ(race.where.line, line_of("// too early"));
  EXPECT_EQ(race.other.line, line_of("// stored first"));
  const simt::Fault reversed = fault_of("stored_too_late");
  EXPECT_EQ(reversed.kind, FaultKind::race);
  EXPECT_EQ(reversed.where.line, line_of("// another lane's row"));
  EXPECT_EQ(reversed.other.line, line_of("// rows stored"));
  auto* const out = buffer<unsigned>("out", 64, false);
  for (const char* const right : {"with_barrier", "with_fences"}) {
    const auto run = kernel<unsigned*>(right);
    EXPECT_TRUE(launch({1, 1, 1}, {kLanes, 1, 1}, [&] { run(out); }).faults.empty()) << right;
  }
  const simt::Fault fenced = fault_of("fences_without_barrier");
  EXPECT_EQ(fenced.kind, FaultKind::race);
  EXPECT_EQ(fenced.where.line, line_of("// fenced only"));
}

TEST_F(TensorCores, RowsAreCheckedAsAnyAccess) {
  const simt::Fault unwritten = fault_of("never_written");
  EXPECT_EQ(unwritten.kind, FaultKind::uninitialized_read);
  EXPECT_EQ(unwritten.where.line, line_of("// words that nobody wrote"));
  const simt::Fault off = fault_of("half_a_row_off");
  EXPECT_EQ(off.kind, FaultKind::misaligned);
  EXPECT_NE(off.message.find("multiple of 16"), std::string::npos) << off.message;
  EXPECT_NE(off.advice.find("pitch"), std::string::npos) << off.advice;
  const simt::Fault past = fault_of("past_the_end");
  EXPECT_EQ(past.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(past.where.line, line_of("// one row too many"));
  EXPECT_EQ(past.thread.x, 31U);
}

TEST_F(TensorCores, RowsLieInSharedMemory) {
  auto* const out = buffer<unsigned>("out", 32, false);
  const auto run = kernel<const unsigned*, unsigned*>("from_global_memory");
  const simt::Fault fault = only_fault(launch({1, 1, 1}, {kLanes, 1, 1}, [&] { run(a_, out); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.message,
            "ldmatrix.x4 moves rows of shared memory, and this address is in global memory, `a[0]`");
}

TEST_F(TensorCores, AllLanesOfTheWarpMustCome) {
  const simt::Fault half = fault_of("half_a_warp");
  EXPECT_EQ(half.kind, FaultKind::bad_warp_mask);
  EXPECT_EQ(half.where.line, line_of("// lanes 0 to 15"));
  EXPECT_EQ(half.other.line, line_of("// the others"));
  EXPECT_EQ(half.message,
            "tensor-core multiplication (mma) that cannot complete: it needs lane 16, which waits at the "
            "__syncthreads() in line " +
                std::to_string(line_of("// the others")));
  const simt::Fault returned = fault_of("after_a_return");
  EXPECT_EQ(returned.kind, FaultKind::bad_warp_mask);
  EXPECT_EQ(returned.message,
            "tensor-core multiplication (mma) that cannot complete: it needs all 32 lanes of the "
            "warp, and lane 5 has returned in line " +
                std::to_string(line_of("if (threadIdx.x == 5) return;")));
  EXPECT_EQ(returned.other.line, line_of("if (threadIdx.x == 5) return;"));
  auto* const out = buffer<unsigned>("out", 64, false);
  const auto run = kernel<unsigned*>("with_barrier");
  const simt::Fault small = only_fault(launch({1, 1, 1}, {24, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(small.kind, FaultKind::bad_warp_mask);
  EXPECT_NE(small.message.find("has only 24"), std::string::npos) << small.message;
}
