// Matrix products by nvcuda::wmma, against plain loops; what tiles in shared memory cost; wrong uses.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "device/short_floats/simt_bfloat16.h"
#include "device/short_floats/simt_half.h"
#include "module_test.h"

using simt::FaultKind;
using simt::Op;
using simt::Space;

namespace {

constexpr int kM = 64;
constexpr int kN = 64;
constexpr int kK = 32;

struct ProductShape {
  const char* kernel;
  unsigned m;
  unsigned n;
  bool row_a;
  bool row_b;
};

class WmmaProducts : public simt_test::ModuleTest {
 protected:
  WmmaProducts() : ModuleTest("wmma_products") {}

  // Counts the elements of the product that differ from that of plain loops. `as_row_a`: how this test lays A
  // out.
  template <class E, class S>
  std::size_t wrong_elements(const ProductShape& shape, bool as_row_a, int least = -4) {
    E* const a = buffer<E>("a", kM * kK);
    E* const b = buffer<E>("b", kK * kN);
    S* const c = buffer<S>("c", kM * kN);
    S* const d = buffer<S>("d", kM * kN, false);
    std::uniform_int_distribution<int> numbers(least, 4);
    const auto fill = [&](auto* elements, int count) {
      for (int i = 0; i < count; ++i)
        elements[i] = static_cast<std::decay_t<decltype(*elements)>>(static_cast<float>(numbers(random_)));
    };
    fill(a, kM * kK);
    fill(b, kK * kN);
    fill(c, kM * kN);
    const auto run = kernel<const E*, const E*, const S*, S*, int, int>(shape.kernel);
    const auto report = launch({kN / shape.n, kM / shape.m, 1}, {32, 1, 1}, [&] { run(a, b, c, d, kN, kK); });
    EXPECT_TRUE(report.faults.empty()) << shape.kernel;
    std::size_t wrong = 0;
    for (int row = 0; row < kM; ++row) {
      for (int column = 0; column < kN; ++column) {
        auto sum = static_cast<double>(c[row * kN + column]);
        for (int k = 0; k < kK; ++k) {
          sum += static_cast<double>(a[as_row_a ? row * kK + k : k * kM + row]) *
                 static_cast<double>(b[shape.row_b ? k * kN + column : column * kK + k]);
        }
        wrong += static_cast<double>(d[row * kN + column]) == sum ? 0U : 1U;
      }
    }
    return wrong;
  }
  template <class E, class S>
  std::size_t wrong_elements(const ProductShape& shape, int least = -4) {
    return wrong_elements<E, S>(shape, shape.row_a, least);
  }

  std::mt19937 random_{11};
};

}  // namespace

TEST_F(WmmaProducts, AreThoseOfPlainLoopsInEveryLayout) {
  EXPECT_EQ((wrong_elements<__half, float>({"half_16_rr", 16, 16, true, true})), 0U);
  EXPECT_EQ((wrong_elements<__half, float>({"half_16_rc", 16, 16, true, false})), 0U);
  EXPECT_EQ((wrong_elements<__half, float>({"half_16_cr", 16, 16, false, true})), 0U);
  EXPECT_EQ((wrong_elements<__half, float>({"half_32_rr", 32, 8, true, true})), 0U);
  EXPECT_EQ((wrong_elements<__half, float>({"half_32_cc", 32, 8, false, false})), 0U);
  EXPECT_EQ((wrong_elements<__half, float>({"half_8_rr", 8, 32, true, true})), 0U);
  EXPECT_EQ((wrong_elements<__half, float>({"half_8_cc", 8, 32, false, false})), 0U);
  EXPECT_EQ((wrong_elements<__half, __half>({"half_half", 16, 16, true, true})), 0U);
  EXPECT_EQ((wrong_elements<__half, __half>({"half_half_8", 8, 32, true, true})), 0U);
}

TEST_F(WmmaProducts, AreThoseOfPlainLoopsForEveryType) {
  EXPECT_EQ((wrong_elements<__nv_bfloat16, float>({"bfloat_rr", 16, 16, true, true})), 0U);
  EXPECT_EQ((wrong_elements<__nv_bfloat16, float>({"bfloat_cc", 16, 16, false, false})), 0U);
  EXPECT_EQ((wrong_elements<float, float>({"tf32_rr", 16, 16, true, true})), 0U);
  EXPECT_EQ((wrong_elements<float, float>({"tf32_cc", 16, 16, false, false})), 0U);
  EXPECT_EQ((wrong_elements<double, double>({"double_rr", 8, 8, true, true})), 0U);
  EXPECT_EQ((wrong_elements<double, double>({"double_cc", 8, 8, false, false})), 0U);
  EXPECT_EQ((wrong_elements<signed char, int>({"char_rc", 16, 16, true, false})), 0U);
  EXPECT_EQ((wrong_elements<signed char, int>({"char_cr_32", 32, 8, false, true})), 0U);
  EXPECT_EQ((wrong_elements<unsigned char, int>({"uchar_rr_8", 8, 32, true, true}, 0)), 0U);
}

TEST_F(WmmaProducts, AMatrixOfTheOtherLayoutGivesAnotherResult) {
  EXPECT_NE((wrong_elements<__half, float>({"half_16_rr", 16, 16, true, true}, false)), 0U);
  EXPECT_NE((wrong_elements<signed char, int>({"char_rc", 16, 16, true, false}, false)), 0U);
}

// An H200 measured so: two loads of 16 x 16 halves at pitch 64 make 64 wavefronts and 56 conflicts, at pitch
// 72 8 and none.
TEST_F(WmmaProducts, APaddedTileHasNoConflicts) {
  auto* const in = buffer<__half>("in", 64 * 64);
  auto* const out = buffer<float>("out", 256, false);
  for (int i = 0; i < 64 * 64; ++i) in[i] = __half(static_cast<float>(i % 7));
  const auto run = kernel<const __half*, float*, int>("staged");
  std::vector<float> results[2];
  for (const int pitch : {64, 72}) {
    const auto report = launch(
        {1, 1, 1}, {32, 1, 1}, [&] { run(in, out, pitch); }, 64 * 72 * sizeof(__half));
    EXPECT_TRUE(report.faults.empty());
    for (const char* const line : {"// of A", "// of B"}) {
      const simt::AccessCost loads = cost(report, line, Space::shared, Op::load);
      EXPECT_EQ(loads.instruction, simt::Instruction::matrix4);
      EXPECT_EQ(loads.requests, 4U);
      EXPECT_EQ(loads.wavefronts, pitch == 64 ? 128U : 16U);
      EXPECT_EQ(loads.bank_conflicts, pitch == 64 ? 112U : 0U);
    }
    results[pitch == 64 ? 0 : 1].assign(out, out + 256);
  }
  EXPECT_EQ(results[0], results[1]);
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum += static_cast<float>(k % 7) * static_cast<float>((16 * 64 + k) % 7);
  EXPECT_EQ(results[0][0], 2 * sum);
}

TEST_F(WmmaProducts, ATileInEitherMemoryIsLoadedAsThatMemoryIs) {
  auto* const in = buffer<__half>("in", 256);
  auto* const out = buffer<float>("out", 256, false);
  for (int i = 0; i < 256; ++i) in[i] = __half(i);
  const auto run = kernel<const __half*, float*, int>("either");
  const auto global = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 0); });
  EXPECT_TRUE(global.faults.empty());
  EXPECT_EQ(cost(global, "// from either", Space::global, Op::load).requests, 4U);
  const std::vector<float> expected(out, out + 256);
  const auto shared = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 1); });
  EXPECT_TRUE(shared.faults.empty());
  EXPECT_EQ(cost(shared, "// from either", Space::shared, Op::load).instruction, simt::Instruction::matrix4);
  EXPECT_EQ(expected, std::vector<float>(out, out + 256));
}

TEST_F(WmmaProducts, ATileThatIsLoadedBeforeTheBarrierIsARace) {
  auto* const in = buffer<__half>("in", 256);
  auto* const out = buffer<float>("out", 64, false);
  const auto run = kernel<const __half*, float*>("no_barrier");
  const simt::Fault race = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); }));
  EXPECT_EQ(race.kind, FaultKind::race);
  EXPECT_EQ(race.where.line, line_of("// no barrier before"));
  EXPECT_EQ(race.other.line, line_of("// the tile"));
}

TEST_F(WmmaProducts, WrongPitchesAndStartsAreNamed) {
  auto* const in = buffer<__half>("in", 512);
  auto* const out = buffer<float>("out", 64, false);
  const auto odd_pitch = kernel<const __half*, float*>("odd_pitch");
  const simt::Fault pitch = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { odd_pitch(in, out); }));
  EXPECT_NE(pitch.message.find("ldm must be a multiple of 16 bytes"), std::string::npos) << pitch.message;
  EXPECT_EQ(pitch.where.line, line_of("// 34 bytes"));
  const auto odd_start = kernel<const __half*, float*>("odd_start");
  const simt::Fault start = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { odd_start(in, out); }));
  EXPECT_NE(start.message.find("must begin at a multiple of 16 bytes"), std::string::npos) << start.message;
  EXPECT_EQ(start.where.line, line_of("// 8 bytes off"));
}

// nvcc keeps all four in registers (gemm_wmma_64 of agreement/timing/blind: no access to local memory on an H200). Each store may stop
// the kernel, whose tile may not be aligned, and the loop around it has a known number of rounds all the same.
TEST_F(WmmaProducts, AnArrayOfSumsStaysInRegisters) {
  constexpr int kEdge = 64;
  auto* const a = buffer<__half>("a", kEdge * kEdge);
  auto* const b = buffer<__half>("b", kEdge * kEdge);
  auto* const c = buffer<float>("c", kEdge * kEdge, false);
  std::fill_n(a, kEdge * kEdge, __half(1.0F));
  std::fill_n(b, kEdge * kEdge, __half(2.0F));
  const auto run = kernel<const __half*, const __half*, float*, int, int>("sums_in_an_array");
  const auto report = launch({1, 1, 1}, {128, 1, 1}, [&] { run(a, b, c, kEdge, kEdge); });
  EXPECT_TRUE(report.faults.empty());
  for (const simt::AccessCost& access : report.accesses) EXPECT_NE(access.space, Space::local);
  EXPECT_EQ(std::count(c, c + kEdge * kEdge, 2.0F * kEdge), kEdge * kEdge);
}

TEST_F(WmmaProducts, FloatsAreRoundedToTf32) {
  auto* const in = buffer<float>("in", 32);
  auto* const out = buffer<float>("out", 32, false);
  in[0] = 1 + 0x1p-11F;  // a tie: away from zero
  in[1] = -1 - 0x1p-11F;
  in[2] = 1 + 0x1p-12F;
  in[3] = std::nextafter(2.0F, 0.0F);
  in[4] = INFINITY;
  const auto run = kernel<const float*, float*>("rounded");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); }).faults.empty());
  EXPECT_EQ(out[0], 1 + 0x1p-10F);
  EXPECT_EQ(out[1], -1 - 0x1p-10F);
  EXPECT_EQ(out[2], 1.0F);
  EXPECT_EQ(out[3], 2.0F);
  EXPECT_EQ(out[4], INFINITY);
}
