#include <cfenv>
#include <cmath>
#include <limits>
#include <random>

#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Math, "math");

namespace {

// The host's own roundings, in the order of the kernels' parts: _rn, _rz, _ru, _rd.
constexpr int kRoundings[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

// Returns the result of the host's floating-point unit in this rounding. The compiler must not compute it
// before.
template <class T, class Operation>
T rounded(int rounding, T a, T b, Operation operation) {
  const volatile T x = a;
  const volatile T y = b;
  std::fesetround(rounding);
  const volatile T result = operation(x, y);
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class To, class From>
To cast(int rounding, From value) {
  const volatile From x = value;
  std::fesetround(rounding);
  const volatile To result = static_cast<To>(x);
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class T>
bool same(T a, T b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

}  // namespace

TEST_F(Math, InversesOfTheErrorFunctions) {
  constexpr int kCount = 32;
  auto* const in = buffer<double>("in", kCount);
  auto* const out = buffer<double>("out", std::size_t{4} * kCount, false);
  for (int t = 0; t < kCount; ++t) in[t] = t == 0 ? 1e-30 : t / 16.0;
  const auto run = kernel<const double*, double*>("inverses");
  EXPECT_TRUE(launch({1, 1, 1}, {kCount, 1, 1}, [&] { run(in, out); }).faults.empty());
  for (int t = 0; t < kCount; ++t) {
    EXPECT_NEAR(out[4 * t], in[t], 1e-13 * in[t]) << t;
    EXPECT_NEAR(out[4 * t + 1], in[t] - 1, 1e-14) << t;
    EXPECT_NEAR(out[4 * t + 2], in[t] / 2, 1e-13 * in[t]) << t;
    EXPECT_NEAR(out[4 * t + 3], 0, 1e-7) << t;
  }
}

TEST_F(Math, FunctionsOfFloats) {
  auto* const in = buffer<float>("in", 32);
  auto* const out = buffer<float>("out", std::size_t{24} * 32, false);
  int* const exponents = buffer<int>("exponents", 64, false);
  for (int t = 0; t < 32; ++t) in[t] = 0.25F * static_cast<float>(t + 1);
  const auto run = kernel<const float*, float*, int*>("floats");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, exponents); });
  EXPECT_TRUE(report.faults.empty());
  const auto stores = cost(report, "// two stores", Space::global, Op::store);
  EXPECT_EQ(stores.requests, 2U);
  EXPECT_EQ(stores.sectors, 2U * 32);
  for (int t = 0; t < 32; ++t) {
    const float x = in[t];
    const float* const row = out + 24 * std::ptrdiff_t{t};
    int exponent = 0;
    int quotient = 0;
    const float pi_x = std::sin(static_cast<float>(M_PI) * x);
    EXPECT_FLOAT_EQ(row[0], std::sin(x) + std::cos(x) + std::tan(x));
    EXPECT_FLOAT_EQ(row[1], std::exp(x) + std::exp2(x) + std::log1p(x));
    EXPECT_FLOAT_EQ(row[2], std::sqrt(x) + x + x * x);
    EXPECT_FLOAT_EQ(row[3], 1 / std::sqrt(x));
    EXPECT_FLOAT_EQ(row[4], 1 / std::cbrt(x));
    EXPECT_FLOAT_EQ(row[5], std::hypot(x, 2.0F) + 1 / std::hypot(x, 2.0F));
    EXPECT_FLOAT_EQ(row[6], std::sqrt(x * x + 5) + 1 / std::sqrt(x * x + 14));
    EXPECT_EQ(row[7], 4 * x);
    EXPECT_NEAR(row[8], pi_x + std::cos(static_cast<float>(M_PI) * x), 1E-5);
    EXPECT_FLOAT_EQ(row[9], std::pow(10.0F, x) + 0.5F * std::erfc(-x / std::sqrt(2.0F)) + std::erf(x));
    EXPECT_EQ(row[10], std::sin(x));
    EXPECT_EQ(row[11], std::cos(x));
    EXPECT_NEAR(row[12], pi_x, 1E-5);
    EXPECT_NEAR(row[13], std::cos(static_cast<float>(M_PI) * x), 1E-5);
    EXPECT_EQ(row[12] == 0.0F, t % 4 == 3);  // exact at whole numbers, and only there
    EXPECT_EQ(row[14], -(x - std::floor(x)));
    EXPECT_EQ(row[15], -std::floor(x));
    EXPECT_EQ(row[16], std::frexp(x, &exponent));
    EXPECT_EQ(exponents[2 * static_cast<std::size_t>(t)], exponent);
    EXPECT_EQ(row[17], std::remquo(x, 0.75F, &quotient));
    EXPECT_EQ(exponents[2 * static_cast<std::size_t>(t) + 1] & 7, quotient & 7);
    // __expf() is a power of 2, here as on a GPU, and so loses some of the last places of a large argument.
    const float sum = x / 3 + x / 4 + std::min(x, 1.0F) + std::exp(x) + std::log2(x) + std::tan(x);
    EXPECT_NEAR(row[18], sum, 1E-6 * std::abs(sum));
    EXPECT_FLOAT_EQ(row[19], 2 / std::sqrt(x));
    EXPECT_EQ(row[20], 0.0F + 0 + 1 + 1 - 1);
    EXPECT_FLOAT_EQ(row[21], 2 * x * x + std::fmod(x, 0.3F) + std::floor(x) + std::rint(x));
    EXPECT_EQ(row[22], 3.0F + 7 + 4);
    EXPECT_FLOAT_EQ(row[23], std::sqrt(0.0625F + 0.25F + 0.5625F));
  }
}

// x - 2 n of the nearest whole number n is exact, and so are the results at multiples of a half, up to the sign of zero.
TEST_F(Math, SinesOfHalfTurnsAreExact) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  struct Expected {
    double x, sine, cosine;
  };
  const std::vector<Expected> expected{{0, 0, 1},
                                       {-0.0, -0.0, 1},
                                       {-2, -0.0, 1},
                                       {4, 0, 1},
                                       {1, 0, -1},
                                       {0.5, 1, 0},
                                       {-0.5, -1, 0},
                                       {1.5, -1, 0},
                                       {-3.5, 1, 0},
                                       {1e30, 0, 1},
                                       {-1e30, -0.0, 1},
                                       {16777215, 0, -1},
                                       {infinity, unknown, unknown},
                                       {-infinity, unknown, unknown},
                                       {unknown, unknown, unknown}};
  const auto count = static_cast<unsigned>(expected.size());
  auto* const in = buffer<double>("in", count);
  auto* const out = buffer<double>("out", std::size_t{4} * count, false);
  for (unsigned t = 0; t < count; ++t) in[t] = expected[t].x;
  const auto run = kernel<const double*, double*>("half_turns");
  EXPECT_TRUE(launch({1, 1, 1}, {count, 1, 1}, [&] { run(in, out); }).faults.empty());
  for (unsigned t = 0; t < count; ++t) {
    const auto& [x, sine, cosine] = expected[t];
    for (unsigned part = 0; part < 4; ++part) {
      const double found = out[std::size_t{4} * t + part];
      EXPECT_TRUE(same(found, part % 2 == 0 ? sine : cosine)) << x << ' ' << part << ' ' << found;
      if (sine == 0 && part % 2 == 0) {
        EXPECT_EQ(std::signbit(found), std::signbit(sine)) << x << ' ' << part;
      }
    }
  }
}

TEST_F(Math, SinesOfConstantHalfTurnsAreExact) {
  auto* const out = buffer<double>("out", 8, false);
  const auto run = kernel<double*>("constant_half_turns");
  EXPECT_TRUE(launch({1, 1, 1}, {1, 1, 1}, [&] { run(out); }).faults.empty());
  EXPECT_TRUE(out[0] == 0 && std::signbit(out[0])) << out[0];
  EXPECT_EQ(out[1], 0);
  EXPECT_EQ(out[2], 0);
  EXPECT_TRUE(std::isnan(out[3])) << out[3];
  EXPECT_TRUE(std::isnan(out[4])) << out[4];
  EXPECT_TRUE(out[5] == 0 && std::signbit(out[5])) << out[5];
  EXPECT_EQ(out[6], 0);
  EXPECT_EQ(out[7], -1);
}

TEST_F(Math, RoundingsAreTheProcessorsOwn) {
  constexpr unsigned kCount = 4096;
  auto* const in = buffer<double>("in", std::size_t{3} * kCount);
  auto* const floats = buffer<float>("floats", std::size_t{28} * kCount, false);
  auto* const doubles = buffer<double>("doubles", std::size_t{24} * kCount, false);
  std::mt19937_64 random(5);  // NOLINT(cert-msc51-cpp): reproducible
  for (unsigned i = 0; i < 3 * kCount; ++i) {
    const double mantissa = 1 + static_cast<double>(random() >> 11U) / static_cast<double>(1ULL << 53U);
    const int exponent = static_cast<int>(random() % 41) - 20;
    in[i] = std::ldexp((random() & 1U) != 0 ? -mantissa : mantissa, exponent);
    if (i % 7 == 0) in[i] = static_cast<double>(static_cast<int>(random() % 17)) - 8;  // exact results too
  }
  const auto run = kernel<const double*, float*, double*>("directed");
  launch({kCount / 128, 1, 1}, {128, 1, 1}, [&] { run(in, floats, doubles); });
  const auto add = [](auto a, auto b) { return a + b; };
  const auto subtract = [](auto a, auto b) { return a - b; };
  const auto multiply = [](auto a, auto b) { return a * b; };
  const auto divide = [](auto a, auto b) { return a / b; };
  const auto root = [](auto a, auto) { return std::sqrt(std::fabs(a)); };
  for (unsigned i = 0; i < kCount; ++i) {
    const double dx = in[std::size_t{3} * i];
    const double dy = in[std::size_t{3} * i + 1];
    const auto x = static_cast<float>(dx);
    const auto y = static_cast<float>(dy);
    const auto z = static_cast<float>(in[std::size_t{3} * i + 2]);
    for (unsigned part = 0; part < 4; ++part) {
      const int rounding = kRoundings[part];
      const float* const row = floats + std::size_t{4 * i + part} * 7;
      const double* const wide = doubles + std::size_t{4 * i + part} * 6;
      ASSERT_EQ(row[0], rounded(rounding, x, y, add)) << part << ' ' << x << ' ' << y;
      ASSERT_EQ(row[1], rounded(rounding, x, y, subtract)) << part << ' ' << x << ' ' << y;
      ASSERT_EQ(row[2], rounded(rounding, x, y, multiply)) << part << ' ' << x << ' ' << y;
      ASSERT_TRUE(same(row[3], rounded(rounding, x, y, divide))) << part << ' ' << x << ' ' << y;
      ASSERT_EQ(row[4], rounded(rounding, 1.0F, y, divide)) << part << ' ' << y;
      ASSERT_EQ(row[5], rounded(rounding, x, y, root)) << part << ' ' << x;
      ASSERT_EQ(row[6], rounded(rounding, x, y, [z](float a, float b) { return std::fma(a, b, z); }))
          << part << ' ' << x << ' ' << y << ' ' << z;
      ASSERT_EQ(wide[0], rounded(rounding, dx, dy, add)) << part << ' ' << dx << ' ' << dy;
      ASSERT_EQ(wide[1], rounded(rounding, dx, dy, subtract)) << part << ' ' << dx << ' ' << dy;
      ASSERT_EQ(wide[2], rounded(rounding, dx, dy, multiply)) << part << ' ' << dx << ' ' << dy;
      ASSERT_TRUE(same(wide[3], rounded(rounding, dx, dy, divide))) << part << ' ' << dx << ' ' << dy;
      ASSERT_EQ(wide[4], rounded(rounding, 1.0, dy, divide)) << part << ' ' << dy;
      ASSERT_EQ(wide[5], rounded(rounding, dx, dy, root)) << part << ' ' << dx;
    }
  }
}

TEST_F(Math, CastsToIntegersRoundAndSaturate) {
  auto* const in = buffer<double>("in", 32);
  auto* const out = buffer<long long>("out", std::size_t{32} * 32, false);
  const std::vector<double> values{2.5, -2.5, 3.25, -0.75, 1.0E10, -1.0E10, 1.0E30, -1.0E30, 2147483647.0};
  std::copy(values.begin(), values.end(), in);
  in[values.size()] = std::nan("");
  const auto run = kernel<const double*, long long*>("to_integers");
  launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  const auto clamped = [](double x, double low, double high) { return std::min(std::max(x, low), high); };
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t part = 0; part < 4; ++part) {
      const long long* const row = out + (4 * i + part) * 8;
      for (std::size_t from = 0; from < 2; ++from) {
        const double x = from == 0 ? static_cast<double>(static_cast<float>(values[i])) : values[i];
        const double n = part == 0   ? std::nearbyint(x)
                         : part == 1 ? std::trunc(x)
                         : part == 2 ? std::ceil(x)
                                     : std::floor(x);
        EXPECT_EQ(row[4 * from], static_cast<long long>(clamped(n, -2147483648.0, 2147483647.0))) << x;
        EXPECT_EQ(row[4 * from + 1], static_cast<long long>(clamped(n, 0, 4294967295.0))) << x;
        EXPECT_EQ(row[4 * from + 2], n > 9.0E18    ? INT64_MAX
                                     : n < -9.0E18 ? INT64_MIN
                                                   : static_cast<long long>(n))
            << x;
        EXPECT_EQ(row[4 * from + 3], n > 9.0E18 ? -1 : static_cast<long long>(std::max(n, 0.0))) << x;
      }
    }
  }
  const std::vector<long long> of_nan(out + values.size() * 32, out + values.size() * 32 + 8);
  EXPECT_EQ(of_nan, (std::vector<long long>{0, 0, INT64_MIN, INT64_MIN, INT32_MIN, 2147483648, INT64_MIN,
                                            INT64_MIN}));
}

TEST_F(Math, CastsFromIntegersRound) {
  auto* const in = buffer<long long>("in", 32);
  auto* const out = buffer<double>("out", std::size_t{28} * 32, false);
  std::mt19937_64 random(3);  // NOLINT(cert-msc51-cpp): reproducible
  for (int i = 0; i < 32; ++i) in[i] = static_cast<long long>(random());
  in[0] = (1LL << 40U) + (1LL << 16U) + 1, in[1] = -in[0], in[2] = 0, in[3] = INT64_MAX, in[4] = INT64_MIN,
  in[5] = 16777217;
  const auto run = kernel<const long long*, double*>("from_integers");
  launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  for (std::size_t i = 0; i < 32; ++i) {
    const long long n = in[i];
    for (std::size_t part = 0; part < 4; ++part) {
      const double* const row = out + (4 * i + part) * 7;
      const int rounding = kRoundings[part];
      EXPECT_EQ(row[0], static_cast<double>(cast<float>(rounding, static_cast<int>(n)))) << n << ' ' << part;
      EXPECT_EQ(row[1], static_cast<double>(cast<float>(rounding, static_cast<unsigned>(n))))
          << n << ' ' << part;
      EXPECT_EQ(row[2], static_cast<double>(cast<float>(rounding, n))) << n << ' ' << part;
      // Through long double, which holds every 64-bit integer: the unsigned conversion has no instruction.
      const auto exact = static_cast<long double>(static_cast<unsigned long long>(n));
      EXPECT_EQ(row[3], static_cast<double>(cast<float>(rounding, exact))) << n << ' ' << part;
      EXPECT_EQ(row[4], cast<double>(rounding, n)) << n << ' ' << part;
      EXPECT_EQ(row[5], cast<double>(rounding, exact)) << n << ' ' << part;
      EXPECT_EQ(row[6], static_cast<double>(cast<float>(rounding, static_cast<double>(n) * 0.1)))
          << n << ' ' << part;
    }
  }
}

TEST_F(Math, BitsOfNumbers) {
  auto* const out = buffer<unsigned>("out", 23, false);
  const auto run = kernel<unsigned*>("bits");
  EXPECT_TRUE(launch({1, 1, 1}, {1, 1, 1}, [&] { run(out); }).faults.empty());
  const std::vector<unsigned> expected{0x3F800000,
                                       0xC0040000,
                                       7,
                                       0x77225500,
                                       0xFFFFFFFF,
                                       0x23456788,
                                       0x88000000,
                                       0x80000001,
                                       0x80000000,
                                       0U + 0x80000001U + 0xFFFFFFFFU,
                                       4000000005U + 8U,
                                       0xFFFFFFFFU + 3U,
                                       100,
                                       100 + 2 * (1 + 255 + 2 + 254),
                                       20 + 100 * 23 + 10000,
                                       13 + 6400,
                                       15,
                                       0U + 100 - 4 + 4 - 2 - 128,
                                       100 + 2 * (254 + 2 + 255 + 1),
                                       100 - 10 - 9,
                                       100 + 256 + 381,
                                       100 + 65534 * 5 + 3 * 253,
                                       100 + 65534 * 128 + 3 * 127};
  EXPECT_EQ(std::vector<unsigned>(out, out + expected.size()), expected);
}
