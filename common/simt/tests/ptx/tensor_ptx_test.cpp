// ldmatrix, stmatrix, movmatrix and mma.sync as inline PTX.
#include <algorithm>

#include "device/short_floats/simt_half.h"
#include "module_test.h"

using simt::FaultKind;
using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(TensorPtx, "tensor_ptx");

TEST_F(TensorPtx, AProductOfTilesIsThatOfPlainLoops) {
  constexpr int kTile = 64;
  auto* const a = buffer<__half>("a", kTile * kTile);
  auto* const b = buffer<__half>("b", kTile * kTile);
  auto* const c = buffer<float>("c", kTile * kTile, false);
  const auto number = [](int i, int step) { return i * step % 17 - 8; };
  for (int i = 0; i < kTile * kTile; ++i) {
    a[i] = __half(number(i, 5));
    b[i] = __half(number(i, 7));
  }
  const auto run = kernel<const __half*, const __half*, float*>("product");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(a, b, c); });
  EXPECT_TRUE(report.faults.empty());
  std::size_t wrong = 0;
  for (int row = 0; row < kTile; ++row) {
    for (int column = 0; column < kTile; ++column) {
      int sum = 0;
      for (int k = 0; k < kTile; ++k) sum += number(row * kTile + k, 5) * number(k * kTile + column, 7);
      wrong += c[row * kTile + column] == static_cast<float>(sum) ? 0U : 1U;
    }
  }
  EXPECT_EQ(wrong, 0U);
  const simt::AccessCost of_a = cost(report, "// rows of A", Space::shared, Op::load);
  EXPECT_EQ(of_a.instruction, simt::Instruction::matrix4);
  EXPECT_EQ(of_a.requests, 4U * 8 * 4);
  EXPECT_EQ(of_a.wavefronts, of_a.requests * 4);
  EXPECT_EQ(of_a.bank_conflicts, 0U);
  const simt::AccessCost of_b = cost(report, "// rows of B", Space::shared, Op::load);
  EXPECT_EQ(of_b.instruction, simt::Instruction::matrix2);
  EXPECT_EQ(of_b.lanes, of_b.requests * 16);
  EXPECT_EQ(of_b.bank_conflicts, 0U);
}

TEST_F(TensorPtx, OtherTypesTakeTheirRegisters) {
  auto* const in = buffer<unsigned>("in", 32);
  auto* const out = buffer<unsigned>("out", 96, false);
  auto* const doubles = buffer<double>("doubles", 32, false);
  std::fill(in, in + 32, 0x3C003C00U);  // two halves of 1; as tf32 a little more than 2^-7
  const auto run = kernel<const unsigned*, unsigned*, double*>("others");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, doubles); }).faults.empty());
  EXPECT_EQ(out[5], 0U);   // 8, twice, exclusively or
  EXPECT_EQ(out[37], 0U);  // four equal sums
  EXPECT_EQ(out[69], 4U * (32 + 7));
  EXPECT_EQ(doubles[5], 2 * (1 + 4 * 1.0));
}

TEST_F(TensorPtx, MatricesGoThereAndBack) {
  auto* const in = buffer<unsigned>("in", 32);
  auto* const out = buffer<unsigned>("out", 32, false);
  for (unsigned i = 0; i < 32; ++i) in[i] = i * 2 + ((i * 2 + 1) << 16U);
  const auto run = kernel<const unsigned*, unsigned*>("there_and_back");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); }).faults.empty());
  EXPECT_TRUE(std::equal(in, in + 32, out));
}

TEST_F(TensorPtx, AMissingBarrierIsARaceOfTwoLines) {
  auto* const in = buffer<__half>("in", 64);
  auto* const out = buffer<float>("out", 32, false);
  const auto run = kernel<const __half*, float*>("too_early");
  const simt::Fault race = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); }));
  EXPECT_EQ(race.kind, FaultKind::race);
  EXPECT_EQ(race.where.line, line_of("// loaded"));
  EXPECT_EQ(race.other.line, line_of("// staged"));
}

TEST_F(TensorPtx, SumsThatWereNotClearedAreNoNumbers) {
  auto* const in = buffer<unsigned>("in", 32);
  auto* const out = buffer<float>("out", 96, false);
  std::fill(in, in + 32, 0x3C003C00U);  // two halves of 1
  const auto run = kernel<const unsigned*, float*, int>("uncleared");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 3); }).faults.empty());
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out[i], 4 * 3 * 16) << i;
  for (int i = 32; i < 96; ++i) EXPECT_NE(out[i], out[i]) << i;
}
