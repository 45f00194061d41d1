#include <numeric>

#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Cached, "cached");

TEST_F(Cached, LoadsWithAHintAreLoads) {
  auto* const in = buffer<float>("in", 192);
  auto* const out = buffer<float>("out", 32, false);
  std::iota(in, in + 192, 0.0F);
  const auto run = kernel<const float*, float*>("loads");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  EXPECT_TRUE(report.faults.empty());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], static_cast<float>(6 * t + 32 * 15));
  for (const char* hint : {"// ldg", "// ldca", "// ldcg", "// ldcs", "// ldlu", "// ldcv"})
    EXPECT_EQ(cost(report, hint, Space::global, Op::load).sectors, 4U) << hint;
}

TEST_F(Cached, StoresWithAHintAreStores) {
  auto* const out = buffer<float>("out", 512, false);
  const auto run = kernel<float*>("stores");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); });
  EXPECT_TRUE(report.faults.empty());
  for (int i = 0; i < 512; ++i) EXPECT_EQ(out[i], static_cast<float>(i / 4 % 32));
  for (const char* hint : {"// stwb", "// stcg", "// stcs", "// stwt"}) {
    EXPECT_EQ(cost(report, hint, Space::global, Op::store).width, 16U) << hint;
    EXPECT_EQ(cost(report, hint, Space::global, Op::store).sectors, 16U) << hint;
  }
}
