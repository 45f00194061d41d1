// Memory, atomics, barriers and ends of inline PTX: results, and what is counted and found.
#include <algorithm>
#include <cmath>

#include "module_test.h"

SIMT_MODULE_TEST(PtxForms, "ptx_forms");

TEST_F(PtxForms, EveryTableOfLop3) {
  auto* const in = buffer<unsigned>("in", 3);
  auto* const out = buffer<unsigned>("out", 256, false);
  const unsigned values[] = {0xF0F0A5C3, 0xCCCC9617, 0xAAAA3C5A};
  std::copy(std::begin(values), std::end(values), in);
  const auto tables = kernel<const unsigned*, unsigned*>("tables");
  EXPECT_TRUE(launch({1, 1, 1}, {1, 1, 1}, [&] { tables(in, out); }).faults.empty());
  for (unsigned table = 0; table < 256; ++table) {
    unsigned expected = 0;
    for (unsigned bit = 0; bit < 32; ++bit) {
      const unsigned row =
          (values[0] >> bit & 1U) << 2U | (values[1] >> bit & 1U) << 1U | (values[2] >> bit & 1U);
      expected |= (table >> row & 1U) << bit;
    }
    EXPECT_EQ(out[table], expected) << table;
  }
}

TEST_F(PtxForms, WidthsAndOffsets) {
  auto* const in = buffer<signed char>("in", 64);
  for (int i = 0; i < 64; ++i) in[i] = static_cast<signed char>(i < 16 ? 0 : -i);
  auto* const out = buffer<long long>("out", 32, false);
  const auto widths = kernel<const signed char*, long long*>("widths");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { widths(in, out); });
  EXPECT_TRUE(report.faults.empty());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], t + 1 < 16 ? 0 : -(t + 1)) << t;
  EXPECT_EQ(cost(report, "// byte", simt::Space::global, simt::Op::load).width, 1U);
  EXPECT_EQ(cost(report, "// pair", simt::Space::global, simt::Op::load).width, 16U);
}

TEST_F(PtxForms, NeighbouringStatementsAreNotMerged) {
  auto* const in = buffer<float>("in", 64);
  auto* const out = buffer<float>("out", 32, false);
  const auto neighbours = kernel<const float*, float*>("neighbours");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { neighbours(in, out); });
  for (const char* line : {"// first", "// second"}) {
    const auto load = cost(report, line, simt::Space::global, simt::Op::load);
    EXPECT_EQ(load.width, 4U);
    EXPECT_EQ(load.requests, 1U);
    EXPECT_EQ(load.sectors, 8U);
  }
}

TEST_F(PtxForms, AMisalignedVectorStopsTheLaunch) {
  auto* const in = buffer<float>("in", 8);
  auto* const out = buffer<float>("out", 4, false);
  const auto misaligned = kernel<const float*, float*>("misaligned");
  const auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { misaligned(in, out); }));
  EXPECT_EQ(fault.kind, simt::FaultKind::misaligned);
  EXPECT_EQ(fault.where.line, line_of("float4* out) {") + 2);
}

TEST_F(PtxForms, ThreadsThatRaceAreFound) {
  auto* const out = buffer<unsigned>("out", 64, false);
  const auto races = kernel<unsigned*>("races");
  EXPECT_EQ(only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { races(out); })).kind, simt::FaultKind::race);
}

TEST_F(PtxForms, AtomicOperations) {
  auto* const counter = buffer<unsigned>("counter", 1);
  auto* const total = buffer<float>("total", 1);
  auto* const most = buffer<unsigned long long>("most", 1);
  auto* const found = buffer<unsigned>("found", 2, false);
  const auto sums = kernel<unsigned*, float*, unsigned long long*, unsigned*>("sums");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { sums(counter, total, most, found); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(counter[0], 64U);
  EXPECT_EQ(total[0], 32.0F);
  EXPECT_EQ(most[0], 7U * 63U);
  EXPECT_EQ(found[0], 2016U);
  EXPECT_EQ(found[1], 5U);
  EXPECT_EQ(cost(report, "atom.relaxed.gpu.global.inc", simt::Space::global, simt::Op::atomic).requests, 2U);
}

TEST_F(PtxForms, ReleaseAndAcquireOrderAccesses) {
  auto* const data = buffer<unsigned>("data", 1);
  auto* const flag = buffer<unsigned>("flag", 1);
  auto* const out = buffer<unsigned>("out", 1, false);
  const auto hands_over = kernel<unsigned*, unsigned*, unsigned*>("hands_over");
  EXPECT_TRUE(launch({2, 1, 1}, {1, 1, 1}, [&] { hands_over(data, flag, out); }).faults.empty());
  EXPECT_EQ(out[0], 42U);
}

TEST_F(PtxForms, AddressesOfOneSpaceAndAnother) {
  auto* const in = buffer<unsigned>("in", 32);
  auto* const out = buffer<unsigned>("out", 32, false);
  for (unsigned t = 0; t < 32; ++t) in[t] = t % 10;
  const auto spaces = kernel<const unsigned*, unsigned*>("spaces");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { spaces(in, out); }).faults.empty());
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], 1111 * (t % 10));
}

TEST_F(PtxForms, ExitEndsAThreadAndTrapALaunch) {
  auto* const out = buffer<unsigned>("out", 32);
  const auto ends = kernel<unsigned*>("ends");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { ends(out); }).faults.empty());
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], t < 16 ? 1U : 0U);
  for (unsigned t = 0; t < 32; ++t) out[t] = t;
  const auto traps = kernel<const unsigned*>("traps");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { traps(out); }));
  EXPECT_EQ(fault.where.line, line_of("// trap"));
}

TEST_F(PtxForms, Registers) {
  auto* const out = buffer<unsigned>("out", 64, false);
  const auto registers = kernel<unsigned*>("registers");
  EXPECT_TRUE(launch({1, 3, 1}, {64, 1, 1}, [&] { registers(out); }).remarks.empty());
  for (unsigned t = 0; t < 64; ++t) EXPECT_EQ(out[t], 64U + 3000U + 20000U + 100000U + 1000000U) << t;
}

TEST_F(PtxForms, Approximations) {
  auto* const in = buffer<float>("in", 32);
  auto* const out = buffer<float>("out", 320, false);
  for (unsigned t = 0; t < 32; ++t) in[t] = 0.05F + 0.1F * static_cast<float>(t);
  const auto run = kernel<const float*, float*>("approximations");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); }).faults.empty());
  for (unsigned t = 0; t < 32; ++t) {
    const auto x = double{in[t]};
    const double expected[] = {
        std::exp2(x), std::log2(x), 1 / x,        std::sqrt(x), 1 / std::sqrt(x),
        std::sin(x),  std::cos(x),  std::tanh(x), 3 / x,        std::tanh(std::exp2(x))};
    for (unsigned i = 0; i < 10; ++i) {
      EXPECT_NEAR(double{out[10 * t + i]}, expected[i], (i == 9 ? 2e-3 : 2e-6) * (1 + std::fabs(expected[i])))
          << i;
    }
  }
}
