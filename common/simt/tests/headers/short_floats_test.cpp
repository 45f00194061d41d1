// Half and bfloat16: one test for both types, and what only one of them has.
#include <ostream>
#include <random>

#include "module_test.h"
#include "short_float_reference.h"

using simt::Op;
using simt::Space;
using simt_test::Bits;
using simt_test::pair;

namespace {

// One of the two types. name: what its kernels begin with.
struct ShortType {
  const char* name;
  simt_test::ShortFormat format;
  // Random bits become an operand of arithmetic: where the range is wide, exponents of -8 to 7, so that long
  // double holds every sum of a product and a number exactly.
  unsigned kept_bits;
  unsigned least_bits;
  // x * y is halfway between two numbers, and `tiny`, which the next wider type would lose, decides.
  Bits x, y, tiny;
  Bits below, above;

  friend void PrintTo(const ShortType& type, std::ostream* out) { *out << type.name; }
};

const ShortType kTypes[] = {
    {"half", {5, 10}, 0xFFFF, 0, 0x3C01, 0x3E00, 0x0001, 0x3E01, 0x3E02},
    {"bfloat16", {8, 7}, 0x87FF, 0x3B80, 0x3F81, 0x3FC0, 0x0D80, 0x3FC1, 0x3FC2},
};

class ShortFloats : public simt_test::ModuleTest, public testing::WithParamInterface<ShortType> {
 protected:
  ShortFloats() : ModuleTest("short_floats") {}

  const simt_test::ShortFormat& format() const { return GetParam().format; }
  Bits number(long double x) const { return static_cast<Bits>(format().nearest(x)); }
  static Bits negative(Bits x) { return static_cast<Bits>(x | 0x8000U); }
  Bits infinity() const { return static_cast<Bits>(format().infinity()); }
  Bits nan() const { return static_cast<Bits>(infinity() | 1U << (format().mantissa_bits - 1)); }

  template <class... Arguments>
  auto typed_kernel(const std::string& name) {
    return kernel<Arguments...>(std::string(GetParam().name) + "_" + name);
  }
};

INSTANTIATE_TEST_SUITE_P(Headers, ShortFloats, testing::ValuesIn(kTypes),
                         [](const auto& type) { return std::string(type.param.name); });

// What only one of the types has.
class Half : public ShortFloats {};
class Bfloat16 : public ShortFloats {};
INSTANTIATE_TEST_SUITE_P(Headers, Half, testing::Values(kTypes[0]));
INSTANTIATE_TEST_SUITE_P(Headers, Bfloat16, testing::Values(kTypes[1]));

}  // namespace

TEST_P(ShortFloats, EveryPatternIsTheNumberThatItStandsFor) {
  auto* const in = buffer<Bits>("in", 65536);
  auto* const out = buffer<float>("out", 65536, false);
  for (unsigned i = 0; i < 65536; ++i) in[i] = static_cast<Bits>(i);
  const auto widen = typed_kernel<const Bits*, float*>("widen");
  EXPECT_TRUE(launch({256, 1, 1}, {256, 1, 1}, [&] { widen(in, out); }).faults.empty());
  for (unsigned i = 0; i < 65536; ++i) {
    if (format().is_nan(i)) {
      EXPECT_TRUE(std::isnan(out[i])) << i;
    } else {
      ASSERT_EQ(static_cast<double>(out[i]), format().value_of(i)) << i;
      ASSERT_EQ(std::signbit(out[i]), i >= 0x8000U) << i;
    }
  }
}

TEST_P(ShortFloats, ConversionsRoundAsTheirNamesSay) {
  const std::vector<float> floats = simt_test::floats_around(format());
  const std::size_t n = floats.size();
  auto* const in = buffer<float>("in", n);
  auto* const out = buffer<Bits>("out", 4 * n, false);
  std::copy(floats.begin(), floats.end(), in);
  const auto narrow = typed_kernel<const float*, Bits*, int>("narrow");
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  launch({blocks, 1, 1}, {256, 1, 1}, [&] { narrow(in, out, static_cast<int>(n)); });
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = static_cast<double>(in[i]);
    ASSERT_EQ(out[i], format().nearest(static_cast<long double>(in[i]))) << in[i];
    ASSERT_EQ(out[n + i], format().toward_zero(x)) << in[i];
    ASSERT_EQ(out[2 * n + i], format().up(x)) << in[i];
    ASSERT_EQ(out[3 * n + i], format().down(x)) << in[i];
  }
}

TEST_P(Half, KnownValues) {
  auto* const in = buffer<double>("in", 32);
  auto* const out = buffer<Bits>("out", 32, false);
  // 65519.99... is below the point halfway to infinity. The sixth is above a tie, in no float.
  const std::vector<double> values{
      1.0, 65504.0, 65520.0, 65519.99999, 6.0E-8, 1.0 + std::ldexp(1.0, -11) + 1.0E-15, -0.0, 0.1, 1.0 / 3};
  const std::vector<unsigned> expected{0x3C00, 0x7BFF, 0x7C00, 0x7BFF, 0x0001,
                                       0x3C01, 0x8000, 0x2E66, 0x3555};
  std::copy(values.begin(), values.end(), in);
  const auto narrow = typed_kernel<const double*, Bits*>("narrow_doubles");
  launch({1, 1, 1}, {32, 1, 1}, [&] { narrow(in, out); });
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(out[i], expected[i]) << values[i];
}

TEST_P(ShortFloats, ArithmeticRoundsOnce) {
  constexpr std::size_t kCount = 20000;
  auto* const a = buffer<Bits>("a", kCount);
  auto* const b = buffer<Bits>("b", kCount);
  auto* const c = buffer<Bits>("c", kCount);
  auto* const out = buffer<Bits>("out", 9 * kCount, false);
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): reproducible
  const ShortType& type = GetParam();
  const auto operand = [&] { return static_cast<Bits>((random() & type.kept_bits) + type.least_bits); };
  for (std::size_t i = 0; i < kCount; ++i) a[i] = operand(), b[i] = operand(), c[i] = operand();
  a[0] = a[1] = type.x, b[0] = b[1] = type.y;
  c[0] = type.tiny | 0x8000U, c[1] = type.tiny;
  const auto run = typed_kernel<const Bits*, const Bits*, const Bits*, Bits*, int>("arithmetic");
  launch({(kCount + 255) / 256, 1, 1}, {256, 1, 1}, [&] { run(a, b, c, out, kCount); });
  EXPECT_EQ(out[8 * kCount], type.below);
  EXPECT_EQ(out[8 * kCount + 1], type.above);
  for (std::size_t i = 0; i < kCount; ++i) {
    const long double x = format().value_of(a[i]);
    const long double y = format().value_of(b[i]);
    const long double z = format().value_of(c[i]);
    const long double results[] = {
        x + y, x - y, x - y, x * y, x * y, x / y, x / y, std::sqrt(std::fabs(x)), x * y + z};
    // Long double does not hold the sum of the first two.
    for (std::size_t k = 0; k < (i < 2 ? 8 : 9); ++k)
      ASSERT_EQ(out[k * kCount + i], number(results[k])) << k << ": " << x << ' ' << y << ' ' << z;
  }
}

TEST_P(ShortFloats, ComparisonsAreFalseOfNaN) {
  const Bits one = number(1);
  const Bits two = number(2);
  auto* const a = buffer<Bits>("a", 32);
  auto* const b = buffer<Bits>("b", 32);
  int* const out = buffer<int>("out", 32, false);
  const std::vector<std::pair<Bits, Bits>> pairs{{one, two},
                                                 {two, one},
                                                 {one, one},
                                                 {nan(), one},
                                                 {0, 0x8000},
                                                 {infinity(), one},
                                                 {negative(infinity()), one}};
  for (std::size_t i = 0; i < pairs.size(); ++i) std::tie(a[i], b[i]) = pairs[i];
  const auto compare = typed_kernel<const Bits*, const Bits*, int*>("compare");
  launch({1, 1, 1}, {32, 1, 1}, [&] { compare(a, b, out); });
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double x = format().value_of(a[i]);
    const double y = format().value_of(b[i]);
    const bool unordered = std::isnan(x) || std::isnan(y);
    const int infinite = std::isinf(x) ? (x > 0 ? 1 : -1) : 0;
    EXPECT_EQ(out[i], int{x == y} | int{x != y} << 1 | int{x < y} << 2 | int{x <= y} << 3 | int{x > y} << 4 |
                          int{x >= y} << 5 | int{unordered || x == y} << 6 | int{unordered || x < y} << 7 |
                          int{!unordered && x != y} << 8 | int{std::isnan(x)} << 9 | (infinite + 1) << 10)
        << x << ' ' << y;
  }
}

TEST_P(ShortFloats, ExtremesPreferNumbersUnlessToldOtherwise) {
  auto* const a = buffer<Bits>("a", 32);
  auto* const b = buffer<Bits>("b", 32);
  auto* const out = buffer<Bits>("out", 128, false);
  const Bits three = number(3);
  a[0] = nan(), b[0] = three;
  a[1] = 0x8000, b[1] = 0x0000;
  a[2] = number(-2), b[2] = three;
  a[3] = nan(), b[3] = negative(nan());
  const auto run = typed_kernel<const Bits*, const Bits*, Bits*>("extremes");
  launch({1, 1, 1}, {32, 1, 1}, [&] { run(a, b, out); });
  const Bits expected[4][4] = {{three, three, 0x7FFF, 0x7FFF},
                               {0x0000, 0x8000, 0x0000, 0x8000},
                               {three, number(-2), three, number(-2)},
                               {0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF}};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(out[32 * k + i], expected[i][k]) << i << ' ' << k;
  }
}

TEST_P(Half, IntegersRoundAndSaturate) {
  auto* const in = buffer<Bits>("in", 32);
  int* const out = buffer<int>("out", 256, false);
  auto* const back = buffer<Bits>("back", 64, false);
  const std::vector<double> values{2.5, -2.5, 65504, -3.75, std::nan("")};
  for (std::size_t i = 0; i < values.size(); ++i) in[i] = number(values[i]);
  const auto run = typed_kernel<const Bits*, int*, Bits*>("integers");
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
    EXPECT_EQ(back[t], number(2049 + t));
    EXPECT_EQ(back[32 + t], 0x7BFF);  // toward zero: never infinity
  }
}

TEST_P(Half, ConvertsWhereCudasHeadersDo) {
  auto* const in = buffer<Bits>("in", 32);
  auto* const out = buffer<Bits>("out", 96, false);
  for (unsigned t = 0; t < 32; ++t) in[t] = number(t);
  const auto run = typed_kernel<const Bits*, Bits*>("conversions");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); }).faults.empty());
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[t], number(1));
    const double product = format().value_of(number((2.0 + t) * t));
    EXPECT_EQ(out[32 + t], number(t == 0 ? -0.0 : -(product + 1))) << t;
    EXPECT_EQ(out[64 + t], number(1));
  }
}

TEST_P(ShortFloats, OneAccessOfTheTypesSize) {
  auto* const in = buffer<unsigned>("in", 32);
  auto* const out = buffer<unsigned>("out", 32, false);
  const auto one = typed_kernel<const Bits*, Bits*>("copy");
  auto report =
      launch({1, 1, 1}, {32, 1, 1}, [&] { one(reinterpret_cast<Bits*>(in), reinterpret_cast<Bits*>(out)); });
  for (const Op op : {Op::load, Op::store}) {
    const auto access = cost(report, "// copy 2 bytes", Space::global, op);
    EXPECT_EQ(access.width, 2U);
    EXPECT_EQ(access.requests, 1U);
    EXPECT_EQ(access.sectors, 2U);
  }
  const auto two = typed_kernel<const unsigned*, unsigned*>("copy_pairs");
  report = launch({1, 1, 1}, {32, 1, 1}, [&] { two(in, out); });
  for (const Op op : {Op::load, Op::store}) {
    const auto access = cost(report, "// copy 4 bytes", Space::global, op);
    EXPECT_EQ(access.width, 4U);
    EXPECT_EQ(access.requests, 1U);
    EXPECT_EQ(access.sectors, 4U);
  }
}

TEST_P(ShortFloats, ArithmeticAddsNoAccesses) {
  auto* const x = buffer<unsigned>("x", 32);
  auto* const y = buffer<unsigned>("y", 32);
  for (unsigned t = 0; t < 32; ++t)
    x[t] = pair(number(t), number(-1.0L * t)), y[t] = pair(number(1), number(2));
  const auto axpy = typed_kernel<const unsigned*, unsigned*, float>("axpy");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { axpy(x, y, 0.5F); });
  EXPECT_EQ(report.accesses.size(), 3U);
  EXPECT_EQ(cost(report, "// load x", Space::global, Op::load).width, 4U);
  EXPECT_EQ(cost(report, "// load y", Space::global, Op::load).sectors, 4U);
  EXPECT_EQ(cost(report, "// store y", Space::global, Op::store).width, 4U);
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(y[t], pair(number(1 + 0.5L * t), number(2 - 0.5L * t)));
}

TEST_P(ShortFloats, PairsWorkOnBothNumbers) {
  auto* const a = buffer<unsigned>("a", 32);
  auto* const b = buffer<unsigned>("b", 32);
  auto* const out = buffer<unsigned>("out", 256, false);
  auto* const masks = buffer<unsigned>("masks", 32, false);
  auto* const floats = buffer<float>("floats", 32, false);
  for (unsigned t = 0; t < 32; ++t)
    a[t] = pair(number(t), number(3)), b[t] = pair(number(5), number(t / 2.0L));
  const auto run = typed_kernel<const unsigned*, const unsigned*, unsigned*, unsigned*, float*>("pairs");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(a, b, out, masks, floats); }).faults.empty());
  for (unsigned t = 0; t < 32; ++t) {
    const long double t2 = t / 2.0L;
    EXPECT_EQ(out[t], pair(number(t + 5), number(3 + t2)));
    EXPECT_EQ(out[32 + t], pair(number(5.0L * t), number(3 * t2)));
    EXPECT_EQ(out[64 + t], pair(number(3), number(t)));
    EXPECT_EQ(out[96 + t], pair(number(3), number(5)));
    EXPECT_EQ(out[128 + t], pair(number(t > 5 ? t : 5), number(t2)));
    EXPECT_EQ(out[160 + t], pair(number(t), number(t2)));
    EXPECT_EQ(out[192 + t], pair(number(t < 5 ? 1 : 0), number(3 < t2 ? 1 : 0)));
    EXPECT_EQ(out[224 + t], pair(number(2.0L * t + 3), number(9)));
    EXPECT_EQ(masks[t], (t > 5 ? 0xFFFFU : 0) | (3 > t2 ? 0xFFFF0000U : 0));
    EXPECT_EQ(floats[t], static_cast<float>(t) + 3 + 1);
  }
}

TEST_P(ShortFloats, EightAtOnceAreOneAccess) {
  auto* const in = buffer<Bits>("in", 256);
  auto* const out = buffer<float>("out", 32, false);
  for (unsigned i = 0; i < 256; ++i) in[i] = number(i);
  const auto sums = typed_kernel<const Bits*, float*>("sums_of_eight");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { sums(in, out); });
  const auto load = cost(report, "// load 8 numbers", Space::global, Op::load);
  EXPECT_EQ(load.width, 16U);
  EXPECT_EQ(load.sectors, 16U);
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], static_cast<float>(64 * t + 28));
}

TEST_P(ShortFloats, SharedMemoryCountsWords) {
  auto* const in = buffer<unsigned>("in", 32);
  auto* const out = buffer<unsigned>("out", 32, false);
  for (unsigned t = 0; t < 32; ++t) in[t] = t;
  const auto shared = typed_kernel<const unsigned*, unsigned*>("through_shared");
  auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { shared(in, out); });
  EXPECT_EQ(cost(report, "// store pair", Space::shared, Op::store).width, 4U);
  EXPECT_EQ(cost(report, "// load pair", Space::shared, Op::load).wavefronts, 1U);
  EXPECT_EQ(out[3], 28U);
  const auto every_other = typed_kernel<const Bits*, Bits*>("shared_banks");
  report = launch({1, 1, 1}, {32, 1, 1},
                  [&] { every_other(reinterpret_cast<Bits*>(in), reinterpret_cast<Bits*>(out)); });
  const auto load = cost(report, "// every other number", Space::shared, Op::load);
  EXPECT_EQ(load.width, 2U);
  EXPECT_EQ(load.bank_conflicts, 0U);
}

TEST_P(ShortFloats, ShufflesAndFunctions) {
  auto* const pairs = buffer<unsigned>("pairs", 32);
  auto* const sum = buffer<unsigned>("sum", 1, false);
  for (unsigned t = 0; t < 32; ++t) pairs[t] = pair(number(t), number(1));
  const auto reduce = typed_kernel<const unsigned*, unsigned*>("warp_sum");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { reduce(pairs, sum); }).faults.empty());
  EXPECT_EQ(sum[0], pair(number(496), number(32)));

  auto* const in = buffer<Bits>("in", 32);
  auto* const out = buffer<Bits>("out", 192, false);
  for (unsigned t = 0; t < 32; ++t) in[t] = number(0.3L * (t + 1));
  const auto functions = typed_kernel<const Bits*, Bits*>("functions");
  launch({1, 1, 1}, {32, 1, 1}, [&] { functions(in, out); });
  for (unsigned t = 0; t < 32; ++t) {
    const long double x = format().value_of(in[t]);
    EXPECT_EQ(out[t], number(std::exp(x)));
    EXPECT_EQ(out[32 + t], number(std::log(x)));
    EXPECT_EQ(out[64 + t], number(1 / std::sqrt(x)));
    EXPECT_EQ(out[96 + t], number(std::tanh(x)));
    EXPECT_EQ(out[128 + t], number(std::floor(x)));
    EXPECT_EQ(out[160 + t], number(1 / x));
  }
}

TEST_P(ShortFloats, ADotProductCountsItsPairs) {
  auto* const a = buffer<unsigned>("a", 128);
  auto* const b = buffer<unsigned>("b", 128);
  auto* const out = buffer<float>("out", 1, false);
  for (unsigned i = 0; i < 128; ++i) a[i] = pair(number(1), number(2)), b[i] = pair(number(i), number(0.5L));
  const auto dot = typed_kernel<const unsigned*, const unsigned*, float*, int>("dot");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { dot(a, b, out, 128); });
  EXPECT_EQ(out[0], 8128.0F + 128);
  EXPECT_EQ(cost(report, "// load a", Space::global, Op::load).requests, 4U);
  EXPECT_EQ(cost(report, "// load b", Space::global, Op::load).sectors, 16U);
}

TEST_P(Bfloat16, IntegersAndOtherFloats) {
  auto* const in = buffer<Bits>("in", 32);
  int* const out = buffer<int>("out", 32, false);
  auto* const back = buffer<Bits>("back", 64, false);
  for (unsigned t = 0; t < 32; ++t) in[t] = number(-2.5L * t);
  const auto integers = typed_kernel<const Bits*, int*, Bits*>("integers");
  launch({1, 1, 1}, {32, 1, 1}, [&] { integers(in, out, back); });
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[t], static_cast<int>(-2.5 * t));
    EXPECT_EQ(back[t], number(1000003.0L * t));
    EXPECT_EQ(back[32 + t], 0x5F01);
  }
  auto* const halves = buffer<Bits>("halves", 32, false);
  auto* const floats = buffer<float>("floats", 64, false);
  const auto convert = typed_kernel<const Bits*, Bits*, float*>("to_others");
  launch({1, 1, 1}, {32, 1, 1}, [&] { convert(in, halves, floats); });
  const simt_test::ShortFormat half_format{5, 10};
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(halves[t], half_format.nearest(format().value_of(in[t])));
    EXPECT_EQ(floats[std::size_t{2} * t], 1.0F);
    EXPECT_EQ(floats[std::size_t{2} * t + 1], static_cast<float>(t));
  }
}
