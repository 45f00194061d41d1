#include <random>

#include "module_test.h"
#include "short_float_reference.h"

using simt::Op;
using simt::Space;
using simt_test::Bits;
using simt_test::pair;

SIMT_MODULE_TEST(Half, "half");

namespace {

constexpr simt_test::ShortFormat kHalf{5, 10};

Bits as_half(long double x) { return static_cast<Bits>(kHalf.nearest(x)); }

}  // namespace

TEST_F(Half, EveryPatternIsTheNumberThatItStandsFor) {
  auto* const in = buffer<Bits>("in", 65536);
  auto* const out = buffer<float>("out", 65536, false);
  for (unsigned i = 0; i < 65536; ++i) in[i] = static_cast<Bits>(i);
  const auto widen = kernel<const Bits*, float*>("widen");
  EXPECT_TRUE(launch({256, 1, 1}, {256, 1, 1}, [&] { widen(in, out); }).faults.empty());
  for (unsigned i = 0; i < 65536; ++i) {
    if (kHalf.is_nan(i)) {
      EXPECT_TRUE(std::isnan(out[i])) << i;
    } else {
      ASSERT_EQ(static_cast<double>(out[i]), kHalf.value_of(i)) << i;
      ASSERT_EQ(std::signbit(out[i]), i >= 0x8000U) << i;
    }
  }
}

TEST_F(Half, ConversionsRoundAsTheirNamesSay) {
  const std::vector<float> floats = simt_test::floats_around(kHalf);
  const std::size_t n = floats.size();
  auto* const in = buffer<float>("in", n);
  auto* const out = buffer<Bits>("out", 4 * n, false);
  std::copy(floats.begin(), floats.end(), in);
  const auto narrow = kernel<const float*, Bits*, int>("narrow");
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  launch({blocks, 1, 1}, {256, 1, 1}, [&] { narrow(in, out, static_cast<int>(n)); });
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = static_cast<double>(in[i]);
    ASSERT_EQ(out[i], kHalf.nearest(static_cast<long double>(in[i]))) << in[i];
    ASSERT_EQ(out[n + i], kHalf.toward_zero(x)) << in[i];
    ASSERT_EQ(out[2 * n + i], kHalf.up(x)) << in[i];
    ASSERT_EQ(out[3 * n + i], kHalf.down(x)) << in[i];
  }
}

TEST_F(Half, KnownValues) {
  auto* const in = buffer<double>("in", 32);
  auto* const out = buffer<Bits>("out", 32, false);
  // 65519.99... is below the point halfway to infinity. The sixth is above a tie, in no float.
  const std::vector<double> values{
      1.0, 65504.0, 65520.0, 65519.99999, 6.0E-8, 1.0 + std::ldexp(1.0, -11) + 1.0E-15, -0.0, 0.1, 1.0 / 3};
  const std::vector<unsigned> expected{0x3C00, 0x7BFF, 0x7C00, 0x7BFF, 0x0001,
                                       0x3C01, 0x8000, 0x2E66, 0x3555};
  std::copy(values.begin(), values.end(), in);
  const auto narrow = kernel<const double*, Bits*>("narrow_doubles");
  launch({1, 1, 1}, {32, 1, 1}, [&] { narrow(in, out); });
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(out[i], expected[i]) << values[i];
}

TEST_F(Half, ArithmeticRoundsOnce) {
  constexpr std::size_t kCount = 20000;
  auto* const a = buffer<Bits>("a", kCount);
  auto* const b = buffer<Bits>("b", kCount);
  auto* const c = buffer<Bits>("c", kCount);
  auto* const out = buffer<Bits>("out", 6 * kCount, false);
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): reproducible
  for (std::size_t i = 0; i < kCount; ++i) {
    a[i] = static_cast<Bits>(random());
    b[i] = static_cast<Bits>(random());
    c[i] = static_cast<Bits>(random());
  }
  // The product is halfway between two halves, and the third operand decides: in float it would be lost.
  a[0] = 0x3C01, b[0] = 0x3E00, c[0] = 0x8001;
  a[1] = 0x3C01, b[1] = 0x3E00, c[1] = 0x0001;
  const auto run = kernel<const Bits*, const Bits*, const Bits*, Bits*, int>("arithmetic");
  launch({(kCount + 255) / 256, 1, 1}, {256, 1, 1}, [&] { run(a, b, c, out, kCount); });
  EXPECT_EQ(out[4 * kCount], 0x3E01);
  EXPECT_EQ(out[4 * kCount + 1], 0x3E02);
  for (std::size_t i = 0; i < kCount; ++i) {
    const long double x = kHalf.value_of(a[i]);
    const long double y = kHalf.value_of(b[i]);
    const long double z = kHalf.value_of(c[i]);
    const long double results[] = {x + y, x - y, x * y, x / y, x * y + z, std::sqrt(std::fabs(x))};
    for (std::size_t k = 0; k < 6; ++k)
      ASSERT_EQ(out[k * kCount + i], as_half(results[k])) << k << ": " << x << ' ' << y << ' ' << z;
  }
}

TEST_F(Half, ComparisonsAreFalseOfNaN) {
  const Bits one = as_half(1);
  const Bits two = as_half(2);
  const Bits nan = 0x7E00;
  auto* const a = buffer<Bits>("a", 32);
  auto* const b = buffer<Bits>("b", 32);
  int* const out = buffer<int>("out", 32, false);
  const std::vector<std::pair<Bits, Bits>> pairs{{one, two},  {two, one},    {one, one},   {nan, one},
                                                 {0, 0x8000}, {0x7C00, one}, {0xFC00, one}};
  for (std::size_t i = 0; i < pairs.size(); ++i) std::tie(a[i], b[i]) = pairs[i];
  const auto compare = kernel<const Bits*, const Bits*, int*>("compare");
  launch({1, 1, 1}, {32, 1, 1}, [&] { compare(a, b, out); });
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double x = kHalf.value_of(a[i]);
    const double y = kHalf.value_of(b[i]);
    const bool unordered = std::isnan(x) || std::isnan(y);
    const int infinite = std::isinf(x) ? (x > 0 ? 1 : -1) : 0;
    EXPECT_EQ(out[i], int{x == y} | int{x != y} << 1 | int{x < y} << 2 | int{x <= y} << 3 | int{x > y} << 4 |
                          int{x >= y} << 5 | int{unordered || x == y} << 6 | int{unordered || x < y} << 7 |
                          int{!unordered && x != y} << 8 | int{std::isnan(x)} << 9 | (infinite + 1) << 10)
        << x << ' ' << y;
  }
}

TEST_F(Half, ExtremesPreferNumbersUnlessToldOtherwise) {
  auto* const a = buffer<Bits>("a", 32);
  auto* const b = buffer<Bits>("b", 32);
  auto* const out = buffer<Bits>("out", 128, false);
  const Bits three = as_half(3);
  a[0] = 0x7E00, b[0] = three;
  a[1] = 0x8000, b[1] = 0x0000;
  a[2] = as_half(-2), b[2] = three;
  a[3] = 0x7E00, b[3] = 0xFE00;
  const auto run = kernel<const Bits*, const Bits*, Bits*>("extremes");
  launch({1, 1, 1}, {32, 1, 1}, [&] { run(a, b, out); });
  const Bits expected[4][4] = {{three, three, 0x7FFF, 0x7FFF},
                               {0x0000, 0x8000, 0x0000, 0x8000},
                               {three, as_half(-2), three, as_half(-2)},
                               {0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF}};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(out[32 * k + i], expected[i][k]) << i << ' ' << k;
  }
}

TEST_F(Half, IntegersRoundAndSaturate) {
  auto* const in = buffer<Bits>("in", 32);
  int* const out = buffer<int>("out", 256, false);
  auto* const back = buffer<Bits>("back", 64, false);
  const std::vector<double> values{2.5, -2.5, 65504, -3.75, std::nan("")};
  for (std::size_t i = 0; i < values.size(); ++i) in[i] = as_half(values[i]);
  const auto run = kernel<const Bits*, int*, Bits*>("integers");
  launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, back); });
  const int expected[5][8] = {{2, 2, 3, 2, 2, 2, 2, 0},
                              {-2, -2, -2, -3, -2, 0, -2, 0},
                              {65504, 65504, 65504, 65504, 32767, 65504, 65504, 0},
                              {-4, -3, -3, -4, -4, 0, -3, 0},
                              {0, 0, 0, 0, 0, 0, 0, 0}};
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(out[8 * i + k], expected[i][k]) << values[i] << ' ' << k;
  }
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(back[t], as_half(2049 + t));
    EXPECT_EQ(back[32 + t], 0x7BFF);  // toward zero: never infinity
  }
}

TEST_F(Half, ConvertsWhereCudasHeadersDo) {
  auto* const in = buffer<Bits>("in", 32);
  auto* const out = buffer<Bits>("out", 96, false);
  for (unsigned t = 0; t < 32; ++t) in[t] = as_half(t);
  const auto run = kernel<const Bits*, Bits*>("conversions");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); }).faults.empty());
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[t], as_half(1));
    const double product = kHalf.value_of(as_half((2.0 + t) * t));
    EXPECT_EQ(out[32 + t], as_half(t == 0 ? -0.0 : -(product + 1))) << t;
    EXPECT_EQ(out[64 + t], as_half(1));
  }
}

TEST_F(Half, OneAccessOfTheTypesSize) {
  auto* const in = buffer<unsigned>("in", 32);
  auto* const out = buffer<unsigned>("out", 32, false);
  const auto one = kernel<const Bits*, Bits*>("copy");
  auto report =
      launch({1, 1, 1}, {32, 1, 1}, [&] { one(reinterpret_cast<Bits*>(in), reinterpret_cast<Bits*>(out)); });
  for (const Op op : {Op::load, Op::store}) {
    const auto access = cost(report, "// copy 2 bytes", Space::global, op);
    EXPECT_EQ(access.width, 2U);
    EXPECT_EQ(access.requests, 1U);
    EXPECT_EQ(access.sectors, 2U);
  }
  const auto two = kernel<const unsigned*, unsigned*>("copy_pairs");
  report = launch({1, 1, 1}, {32, 1, 1}, [&] { two(in, out); });
  for (const Op op : {Op::load, Op::store}) {
    const auto access = cost(report, "// copy 4 bytes", Space::global, op);
    EXPECT_EQ(access.width, 4U);
    EXPECT_EQ(access.requests, 1U);
    EXPECT_EQ(access.sectors, 4U);
  }
}

TEST_F(Half, ArithmeticAddsNoAccesses) {
  auto* const x = buffer<unsigned>("x", 32);
  auto* const y = buffer<unsigned>("y", 32);
  for (unsigned t = 0; t < 32; ++t)
    x[t] = pair(as_half(t), as_half(-1.0L * t)), y[t] = pair(as_half(1), as_half(2));
  const auto axpy = kernel<const unsigned*, unsigned*, float>("axpy");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { axpy(x, y, 0.5F); });
  EXPECT_EQ(report.accesses.size(), 3U);
  EXPECT_EQ(cost(report, "// load x", Space::global, Op::load).width, 4U);
  EXPECT_EQ(cost(report, "// load y", Space::global, Op::load).sectors, 4U);
  EXPECT_EQ(cost(report, "// store y", Space::global, Op::store).width, 4U);
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(y[t], pair(as_half(1 + 0.5L * t), as_half(2 - 0.5L * t)));
}

TEST_F(Half, PairsWorkOnBothHalves) {
  auto* const a = buffer<unsigned>("a", 32);
  auto* const b = buffer<unsigned>("b", 32);
  auto* const out = buffer<unsigned>("out", 224, false);
  auto* const masks = buffer<unsigned>("masks", 32, false);
  auto* const floats = buffer<float>("floats", 32, false);
  for (unsigned t = 0; t < 32; ++t)
    a[t] = pair(as_half(t), as_half(3)), b[t] = pair(as_half(5), as_half(t / 2.0L));
  const auto run = kernel<const unsigned*, const unsigned*, unsigned*, unsigned*, float*>("pairs");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(a, b, out, masks, floats); }).faults.empty());
  for (unsigned t = 0; t < 32; ++t) {
    const long double t2 = t / 2.0L;
    EXPECT_EQ(out[t], pair(as_half(t + 5), as_half(3 + t2)));
    EXPECT_EQ(out[32 + t], pair(as_half(5.0L * t), as_half(3 * t2)));
    EXPECT_EQ(out[64 + t], pair(as_half(3), as_half(t)));
    EXPECT_EQ(out[96 + t], pair(as_half(3), as_half(5)));
    EXPECT_EQ(out[128 + t], pair(as_half(t > 5 ? t : 5), as_half(t2)));
    EXPECT_EQ(out[160 + t], pair(as_half(t), as_half(t2)));
    EXPECT_EQ(out[192 + t], pair(as_half(t < 5 ? 1 : 0), as_half(3 < t2 ? 1 : 0)));
    EXPECT_EQ(masks[t], (t > 5 ? 0xFFFFU : 0) | (3 > t2 ? 0xFFFF0000U : 0));
    EXPECT_EQ(floats[t], static_cast<float>(t) + 3 + 1);
  }
}

TEST_F(Half, EightAtOnceAreOneAccess) {
  auto* const in = buffer<Bits>("in", 256);
  auto* const out = buffer<float>("out", 32, false);
  for (unsigned i = 0; i < 256; ++i) in[i] = as_half(i);
  const auto sums = kernel<const Bits*, float*>("sums_of_eight");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { sums(in, out); });
  const auto load = cost(report, "// load 8 halves", Space::global, Op::load);
  EXPECT_EQ(load.width, 16U);
  EXPECT_EQ(load.sectors, 16U);
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], static_cast<float>(64 * t + 28));
}

TEST_F(Half, SharedMemoryCountsWords) {
  auto* const in = buffer<unsigned>("in", 32);
  auto* const out = buffer<unsigned>("out", 32, false);
  for (unsigned t = 0; t < 32; ++t) in[t] = t;
  const auto shared = kernel<const unsigned*, unsigned*>("through_shared");
  auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { shared(in, out); });
  EXPECT_EQ(cost(report, "// store pair", Space::shared, Op::store).width, 4U);
  EXPECT_EQ(cost(report, "// load pair", Space::shared, Op::load).wavefronts, 1U);
  EXPECT_EQ(out[3], 28U);
  const auto every_other = kernel<const Bits*, Bits*>("halves_share_banks");
  report = launch({1, 1, 1}, {32, 1, 1},
                  [&] { every_other(reinterpret_cast<Bits*>(in), reinterpret_cast<Bits*>(out)); });
  const auto load = cost(report, "// every other half", Space::shared, Op::load);
  EXPECT_EQ(load.width, 2U);
  EXPECT_EQ(load.bank_conflicts, 0U);
}

TEST_F(Half, ShufflesAndFunctions) {
  auto* const pairs = buffer<unsigned>("pairs", 32);
  auto* const sum = buffer<unsigned>("sum", 1, false);
  for (unsigned t = 0; t < 32; ++t) pairs[t] = pair(as_half(t), as_half(1));
  const auto reduce = kernel<const unsigned*, unsigned*>("warp_sum");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { reduce(pairs, sum); }).faults.empty());
  EXPECT_EQ(sum[0], pair(as_half(496), as_half(32)));

  auto* const in = buffer<Bits>("in", 32);
  auto* const out = buffer<Bits>("out", 192, false);
  for (unsigned t = 0; t < 32; ++t) in[t] = as_half(0.3L * (t + 1));
  const auto functions = kernel<const Bits*, Bits*>("functions");
  launch({1, 1, 1}, {32, 1, 1}, [&] { functions(in, out); });
  for (unsigned t = 0; t < 32; ++t) {
    const long double x = kHalf.value_of(in[t]);
    EXPECT_EQ(out[t], as_half(std::exp(x)));
    EXPECT_EQ(out[32 + t], as_half(std::log(x)));
    EXPECT_EQ(out[64 + t], as_half(1 / std::sqrt(x)));
    EXPECT_EQ(out[96 + t], as_half(std::tanh(x)));
    EXPECT_EQ(out[128 + t], as_half(std::floor(x)));
    EXPECT_EQ(out[160 + t], as_half(1 / x));
  }
}
