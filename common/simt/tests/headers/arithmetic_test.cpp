#include <array>
#include <limits>

#include "module_test.h"

SIMT_MODULE_TEST(Arithmetic, "arithmetic");

TEST_F(Arithmetic, BitIntrinsics) {
  auto* const in = buffer<unsigned>("in", 1);
  int* const out = buffer<int>("out", 8, false);
  in[0] = 0x00F00010U;
  const auto bits = kernel<const unsigned*, int*>("bits");
  EXPECT_TRUE(launch({1, 1, 1}, {1, 1, 1}, [&] { bits(in, out); }).faults.empty());
  EXPECT_EQ(out[0], 5);
  EXPECT_EQ(out[1], 5);
  EXPECT_EQ(out[2], 8);
  EXPECT_EQ(static_cast<unsigned>(out[3]), 0x08000F00U);
  EXPECT_EQ(out[4], 32 + 4 + 63);
  EXPECT_EQ(out[5], -15 + 2 + 2);
  EXPECT_EQ(static_cast<unsigned>(out[7]), 0xFF000001U);
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

// Factors are small numbers, shifted: the greatest and the least products that fit, and their neighbours.
TEST_F(Arithmetic, SignedProductsOf128BitsTellOfOverflow) {
  struct Product {
    std::array<long long, 2> factors;
    std::array<int, 2> shifts;
    bool overflows;
    long long low, high;
  };
  constexpr long long kLeast = std::numeric_limits<long long>::min();
  const std::vector<Product> products = {
      {{-7, 6}, {0, 0}, false, -42, -1},        {{-7, -6}, {40, 40}, false, 0, 42LL << 16},
      {{1, 1}, {63, 63}, false, 0, 1LL << 62},  {{1, 1}, {63, 64}, true, 0, kLeast},
      {{-1, 1}, {63, 64}, false, 0, kLeast},    {{-1, -1}, {63, 64}, true, 0, kLeast},
      {{kLeast, 1}, {64, 0}, false, 0, kLeast}, {{kLeast, -1}, {64, 0}, true, 0, kLeast},
      {{3, -1}, {62, 64}, true, 0, 1LL << 62},  {{kLeast, kLeast}, {64, 64}, true, 0, 0},
      {{0, kLeast}, {0, 64}, false, 0, 0}};
  const std::size_t count = products.size();
  auto* const factors = buffer<long long>("factors", 2 * count);
  auto* const shifts = buffer<int>("shifts", 2 * count);
  auto* const overflows = buffer<int>("overflows", count, false);
  auto* const results = buffer<long long>("products", 2 * count, false);
  for (std::size_t i = 0; i < 2 * count; ++i) {
    factors[i] = products[i / 2].factors[i % 2];
    shifts[i] = products[i / 2].shifts[i % 2];
  }
  const auto run = kernel<const long long*, const int*, int*, long long*>("wide_products");
  EXPECT_TRUE(launch({1, 1, 1}, {static_cast<unsigned>(count), 1, 1}, [&] {
                run(factors, shifts, overflows, results);
              }).faults.empty());
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(overflows[i] != 0, products[i].overflows) << i;
    EXPECT_EQ(results[2 * i], products[i].low) << i;
    EXPECT_EQ(results[2 * i + 1], products[i].high) << i;
  }
}
