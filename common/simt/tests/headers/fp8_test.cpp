// Numbers of 8 bits against tables that are made from their definition: sign, exponent, mantissa, and
// rounding to the nearest by search among all that there are. The same tables were seen on an H200, NaNs
// included.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "device/short_floats/simt_fp8.h"
#include "module_test.h"

namespace {

struct Format {
  int mantissa_bits;
  int bias;
  unsigned largest;
  unsigned overflow;
};
constexpr Format kFormats[] = {{3, 7, 0x7E, 0x7F}, {2, 15, 0x7B, 0x7C}};

double value_of(const Format& format, unsigned magnitude) {
  const int ones = 1 << format.mantissa_bits;
  const int exponent = static_cast<int>(magnitude) / ones;
  const int mantissa = static_cast<int>(magnitude) % ones;
  const double fraction = exponent == 0 ? mantissa : mantissa + ones;
  return std::ldexp(fraction, std::max(exponent, 1) - format.bias - format.mantissa_bits);
}

template <class To, class From>
To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "as many bits");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

double half_value(unsigned bits) {
  const unsigned magnitude = bits & 0x7FFFU;
  double value = std::ldexp((magnitude & 0x3FFU) + (magnitude < 0x400 ? 0.0 : 1024.0),
                            std::max(static_cast<int>(magnitude >> 10U), 1) - 25);
  if (magnitude == 0x7C00) value = INFINITY;
  if (magnitude > 0x7C00) value = NAN;
  return (bits & 0x8000U) != 0 ? -value : value;
}

unsigned encoded(const Format& format, double x, bool stays_finite) {
  if (std::isnan(x)) return 0x7F;
  const unsigned sign = std::signbit(x) ? 0x80 : 0;
  const double magnitude = std::fabs(x);
  // A number that rounding would place above the largest one: a tie belongs to the even one.
  const double largest = value_of(format, format.largest);
  const double half_step = (largest - value_of(format, format.largest - 1)) / 2;
  const bool is_even = format.largest % 2 == 0;
  if (magnitude > largest + half_step || (magnitude == largest + half_step && !is_even))
    return sign | (stays_finite ? format.largest : format.overflow);
  unsigned above = 0;
  while (above < format.largest && value_of(format, above) < magnitude) ++above;
  if (above == 0 || value_of(format, above) <= magnitude) return sign | above;
  const double up = value_of(format, above) - magnitude;
  const double down = magnitude - value_of(format, above - 1);
  return sign | (down < up || (down == up && above % 2 == 1) ? above - 1 : above);
}

}  // namespace

SIMT_MODULE_TEST(Fp8, "fp8");

TEST_F(Fp8, EveryNumberOf16BitsIsRoundedToTheNearest) {
  constexpr unsigned kNumbers = 65536;
  auto* const out = buffer<unsigned char>("out", std::size_t{16} * kNumbers, false);
  const auto run = kernel<unsigned char*>("encode");
  EXPECT_TRUE(launch({kNumbers / 128, 1, 1}, {128, 1, 1}, [&] { run(out); }).faults.empty());
  const auto mismatches = [&](unsigned table, unsigned source, const auto& number) {
    const Format& format = kFormats[table / 2];
    unsigned wrong = 0;
    for (unsigned bits = 0; bits < kNumbers; ++bits) {
      const double x = number(bits);
      const bool is_free = source == 3 && std::isnan(x);  // below
      const unsigned found = out[(table * 4 + source) * kNumbers + bits];
      wrong += !is_free && found != encoded(format, x, table % 2 == 1) ? 1U : 0U;
    }
    return wrong;
  };
  for (unsigned table = 0; table < 4; ++table) {
    EXPECT_EQ(mismatches(table, 0, half_value), 0U) << table;
    EXPECT_EQ(mismatches(table, 1, [](unsigned bits) { return double{bits_as<float>(bits << 16U)}; }), 0U);
    EXPECT_EQ(
        mismatches(table, 2, [](unsigned bits) { return double{bits_as<float>(bits << 16U | 0x1234U)}; }),
        0U);
    EXPECT_EQ(
        mismatches(table, 3,
                   [](unsigned bits) { return bits_as<double>(std::uint64_t{bits} << 48U | 0x123456789U); }),
        0U);
  }
  // An H200 does the same: the NaN of a double keeps its sign, and in E5M2 two of its bits.
  EXPECT_EQ(out[3 * kNumbers + 0xFFF0], 0xFF);
  EXPECT_EQ(out[11 * kNumbers + 0x7FF0], 0x7E);
  EXPECT_EQ(out[11 * kNumbers + 0xFFF4], 0xFF);
}

TEST_F(Fp8, EveryCodeIsAHalfAndAFloat) {
  auto* const halves = buffer<unsigned short>("halves", 512, false);
  auto* const floats = buffer<float>("floats", 512, false);
  const auto run = kernel<unsigned short*, float*>("decode");
  EXPECT_TRUE(launch({1, 1, 1}, {256, 1, 1}, [&] { run(halves, floats); }).faults.empty());
  for (unsigned code = 0; code < 512; ++code) {
    const Format& format = kFormats[code / 256];
    const unsigned magnitude = code & 0x7FU;
    if (magnitude > format.largest && magnitude != 0x7C) {
      EXPECT_EQ(halves[code], 0x7FFF) << code;
      EXPECT_TRUE(std::isnan(floats[code])) << code;
      continue;
    }
    const double value = magnitude > format.largest ? INFINITY : value_of(format, magnitude);
    const double expected = (code & 0x80U) != 0 ? -value : value;
    EXPECT_EQ(half_value(halves[code]), expected) << code;
    EXPECT_EQ(std::signbit(half_value(halves[code])), std::signbit(expected)) << code;
    EXPECT_EQ(double{floats[code]}, expected) << code;
  }
}

TEST_F(Fp8, PairsAndQuadsAreWords) {
  auto* const in = buffer<unsigned>("in", 32);
  auto* const out = buffer<float>("out", 128, false);
  auto* const bits = buffer<unsigned>("bits", 5, false);
  for (unsigned t = 0; t < 32; ++t) in[t] = 0xB8403800;  // 0, 1, 2, -1
  const auto run = kernel<const unsigned*, float*, unsigned*>("vectors");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, bits); });
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[4 * t], 0.0F);
    EXPECT_EQ(out[4 * t + 1], 1.0F);
    EXPECT_EQ(out[4 * t + 2], 2.0F);
    EXPECT_EQ(out[4 * t + 3], -1.0F);
  }
  const auto load = cost(report, "one load", simt::Space::global, simt::Op::load);
  EXPECT_EQ(load.width, 4U);
  EXPECT_EQ(load.requests, 1U);
  EXPECT_EQ(bits[0], 0x7B42403CU);
  EXPECT_EQ(bits[1], 0xC038U);
  EXPECT_EQ(bits[2], 0x7EU);
  EXPECT_EQ(bits[3], static_cast<unsigned>(-2));
  EXPECT_EQ(bits[4], 0xC0003C00U);
}

// Host code makes and reads them with the same functions.
TEST(Fp8OnTheHost, IsTheSame) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const double x = half_value(bits);
    EXPECT_EQ(simt_fp8::encode<simt_fp8::E4M3>(x, true), encoded(kFormats[0], x, true));
    EXPECT_EQ(simt_fp8::encode<simt_fp8::E5M2>(x, false), encoded(kFormats[1], x, false));
  }
  EXPECT_EQ(simt_fp8::decode<simt_fp8::E5M2>(0x42), 3.0F);
}
