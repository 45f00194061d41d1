#include <random>

#include "module_test.h"
#include "short_float_reference.h"

using simt::Op;
using simt::Space;
using simt_test::Bits;
using simt_test::pair;

SIMT_MODULE_TEST(Bfloat16, "bfloat16");

namespace {

constexpr simt_test::ShortFormat kFormat{8, 7};

Bits bfloat(long double x) { return static_cast<Bits>(kFormat.nearest(x)); }

}  // namespace

TEST_F(Bfloat16, EveryPatternIsTheNumberThatItStandsFor) {
  auto* const in = buffer<Bits>("in", 65536);
  auto* const out = buffer<float>("out", 65536, false);
  for (unsigned i = 0; i < 65536; ++i) in[i] = static_cast<Bits>(i);
  const auto widen = kernel<const Bits*, float*>("widen");
  EXPECT_TRUE(launch({256, 1, 1}, {256, 1, 1}, [&] { widen(in, out); }).faults.empty());
  for (unsigned i = 0; i < 65536; ++i) {
    if (kFormat.is_nan(i)) {
      EXPECT_TRUE(std::isnan(out[i])) << i;
    } else {
      ASSERT_EQ(static_cast<double>(out[i]), kFormat.value_of(i)) << i;
      ASSERT_EQ(std::signbit(out[i]), i >= 0x8000U) << i;
    }
  }
}

TEST_F(Bfloat16, ConversionsRoundAsTheirNamesSay) {
  const std::vector<float> floats = simt_test::floats_around(kFormat);
  const std::size_t n = floats.size();
  auto* const in = buffer<float>("in", n);
  auto* const out = buffer<Bits>("out", 4 * n, false);
  std::copy(floats.begin(), floats.end(), in);
  const auto narrow = kernel<const float*, Bits*, int>("narrow");
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  launch({blocks, 1, 1}, {256, 1, 1}, [&] { narrow(in, out, static_cast<int>(n)); });
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = static_cast<double>(in[i]);
    ASSERT_EQ(out[i], kFormat.nearest(static_cast<long double>(in[i]))) << in[i];
    ASSERT_EQ(out[n + i], kFormat.toward_zero(x)) << in[i];
    ASSERT_EQ(out[2 * n + i], kFormat.up(x)) << in[i];
    ASSERT_EQ(out[3 * n + i], kFormat.down(x)) << in[i];
  }
}

TEST_F(Bfloat16, ArithmeticRoundsOnce) {
  constexpr std::size_t kCount = 20000;
  auto* const a = buffer<Bits>("a", kCount);
  auto* const b = buffer<Bits>("b", kCount);
  auto* const c = buffer<Bits>("c", kCount);
  auto* const out = buffer<Bits>("out", 5 * kCount, false);
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): reproducible
  // Exponents of -8 to 7, so that long double holds every sum of a product and a number exactly.
  const auto number = [&] { return static_cast<Bits>((random() & 0x87FFU) + 0x3B80U); };
  for (std::size_t i = 0; i < kCount; ++i) a[i] = number(), b[i] = number(), c[i] = number();
  // The product is halfway between two numbers, and 2^-100, which a double would lose, decides.
  a[0] = 0x3F81, b[0] = 0x3FC0, c[0] = 0x8D80;
  a[1] = 0x3F81, b[1] = 0x3FC0, c[1] = 0x0D80;
  const auto run = kernel<const Bits*, const Bits*, const Bits*, Bits*, int>("arithmetic");
  launch({(kCount + 255) / 256, 1, 1}, {256, 1, 1}, [&] { run(a, b, c, out, kCount); });
  EXPECT_EQ(out[4 * kCount], 0x3FC1);
  EXPECT_EQ(out[4 * kCount + 1], 0x3FC2);
  for (std::size_t i = 0; i < kCount; ++i) {
    const long double x = kFormat.value_of(a[i]);
    const long double y = kFormat.value_of(b[i]);
    const long double z = kFormat.value_of(c[i]);
    const long double results[] = {x + y, x - y, x * y, x / y, x * y + z};
    for (std::size_t k = 0; k < (i < 2 ? 4 : 5); ++k)
      ASSERT_EQ(out[k * kCount + i], bfloat(results[k])) << k << ": " << x << ' ' << y << ' ' << z;
  }
}

TEST_F(Bfloat16, APairIsOneAccess) {
  auto* const in = buffer<unsigned>("in", 32);
  auto* const out = buffer<unsigned>("out", 32, false);
  for (unsigned t = 0; t < 32; ++t) in[t] = pair(bfloat(t), bfloat(t + 0.5L));
  const auto run = kernel<const unsigned*, unsigned*>("pairs");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  EXPECT_EQ(report.accesses.size(), 2U);
  EXPECT_EQ(cost(report, "// load pair", Space::global, Op::load).width, 4U);
  EXPECT_EQ(cost(report, "// load pair", Space::global, Op::load).sectors, 4U);
  EXPECT_EQ(cost(report, "// store pair", Space::global, Op::store).width, 4U);
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], pair(bfloat(3 * t + 0.5L), bfloat(3 * (t + 0.5L))));
}

TEST_F(Bfloat16, IntegersAndOtherFloats) {
  auto* const in = buffer<Bits>("in", 32);
  int* const out = buffer<int>("out", 32, false);
  auto* const back = buffer<Bits>("back", 64, false);
  for (unsigned t = 0; t < 32; ++t) in[t] = bfloat(-2.5L * t);
  const auto integers = kernel<const Bits*, int*, Bits*>("integers");
  launch({1, 1, 1}, {32, 1, 1}, [&] { integers(in, out, back); });
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[t], static_cast<int>(-2.5 * t));
    EXPECT_EQ(back[t], bfloat(1000003.0L * t));
    EXPECT_EQ(back[32 + t], 0x5F01);
  }
  auto* const halves = buffer<Bits>("halves", 32, false);
  auto* const floats = buffer<float>("floats", 64, false);
  const auto convert = kernel<const Bits*, Bits*, float*>("from_half");
  launch({1, 1, 1}, {32, 1, 1}, [&] { convert(in, halves, floats); });
  const simt_test::ShortFormat half_format{5, 10};
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(halves[t], half_format.nearest(kFormat.value_of(in[t])));
    EXPECT_EQ(floats[std::size_t{2} * t], 1.0F);
    EXPECT_EQ(floats[std::size_t{2} * t + 1], static_cast<float>(t));
  }
}

TEST_F(Bfloat16, ADotProductCountsItsPairs) {
  auto* const a = buffer<unsigned>("a", 128);
  auto* const b = buffer<unsigned>("b", 128);
  auto* const out = buffer<float>("out", 1, false);
  for (unsigned i = 0; i < 128; ++i) a[i] = pair(bfloat(1), bfloat(2)), b[i] = pair(bfloat(i), bfloat(0.5L));
  const auto dot = kernel<const unsigned*, const unsigned*, float*, int>("dot");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { dot(a, b, out, 128); });
  EXPECT_EQ(out[0], 8128.0F + 128);
  EXPECT_EQ(cost(report, "// load a", Space::global, Op::load).requests, 4U);
  EXPECT_EQ(cost(report, "// load b", Space::global, Op::load).sectors, 16U);
}
