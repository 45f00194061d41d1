#include "module_test.h"

SIMT_MODULE_TEST(Arithmetic, "arithmetic");

TEST_F(Arithmetic, BitIntrinsics) {
  auto* const in = buffer<unsigned>("in", 1);
  int* const out = buffer<int>("out", 7, false);
  in[0] = 0x00F00010U;
  const auto bits = kernel<const unsigned*, int*>("bits");
  EXPECT_TRUE(launch({1, 1, 1}, {1, 1, 1}, [&] { bits(in, out); }).faults.empty());
  EXPECT_EQ(out[0], 5);
  EXPECT_EQ(out[1], 5);
  EXPECT_EQ(out[2], 8);
  EXPECT_EQ(static_cast<unsigned>(out[3]), 0x08000F00U);
  EXPECT_EQ(out[4], 32 + 4 + 63);
  EXPECT_EQ(out[5], -15 + 2 + 2);
  EXPECT_EQ(out[6], 1234567 + 32 + 0);
}

TEST_F(Arithmetic, FastMath) {
  auto* const out = buffer<float>("out", 2, false);
  const auto math = kernel<float*>("fast_math");
  launch({1, 1, 1}, {1, 1, 1}, [&] { math(out); });
  EXPECT_FLOAT_EQ(out[0], 0.5F + 0.25F + 1.0F + 0.0F);
  EXPECT_FLOAT_EQ(out[1], 1.0F + 0.0F + 0.0F + 1.0F + 8.0F + 10.0F);
}

TEST_F(Arithmetic, BarriersThatCount) {
  int* const out = buffer<int>("out", 96, false);
  const auto counts = kernel<int*>("counts");
  EXPECT_TRUE(launch({1, 1, 1}, {96, 1, 1}, [&] { counts(out); }).faults.empty());
  for (int t = 0; t < 96; ++t) EXPECT_EQ(out[t], 32 * 1000 + 100 + 10 + 0);
}
