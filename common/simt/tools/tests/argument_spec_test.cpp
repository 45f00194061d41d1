// Arguments as people write them: what they hold, and what is said of a wrong one.
#include "argument_spec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <set>

#include "scratch.h"

namespace {

using simt_tools::Argument;
using simt_tools::ElementType;
using simt_tools::parse_argument;

template <class T>
std::vector<T> elements(const Argument& argument) {
  std::vector<T> values(argument.bytes.size() / sizeof(T));
  std::memcpy(values.data(), argument.bytes.data(), values.size() * sizeof(T));
  return values;
}

template <class T>
std::vector<T> elements(const std::string& text, std::uint64_t seed = 1) {
  return elements<T>(parse_argument(text, seed));
}

std::string refusal(const std::string& text) {
  try {
    parse_argument(text, 1);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

std::string written_file(const std::string& name, const std::string& contents) {
  std::string path = scratch::file(name);
  std::ofstream(path, std::ios::binary) << contents;
  return path;
}

TEST(ArgumentSpec, ScalarsHaveTheirType) {
  const Argument argument = parse_argument("n=i32:42", 1);
  EXPECT_EQ(argument.kind, Argument::Kind::scalar);
  EXPECT_EQ(argument.name, "n");
  EXPECT_EQ(argument.elements, 1U);
  EXPECT_EQ(elements<std::int32_t>(argument), std::vector<std::int32_t>{42});
  EXPECT_EQ(elements<float>("f32:0.1"), std::vector<float>{0.1F});
  EXPECT_EQ(elements<double>("f64:-1e300"), std::vector<double>{-1e300});
  EXPECT_EQ(elements<std::uint64_t>("u64:18446744073709551615"), std::vector<std::uint64_t>{UINT64_MAX});
  EXPECT_EQ(elements<std::int64_t>("i64:-9223372036854775808"), std::vector<std::int64_t>{INT64_MIN});
  EXPECT_EQ(elements<std::uint8_t>("u8:0xff"), std::vector<std::uint8_t>{255});
  EXPECT_EQ(elements<std::int32_t>("i32:4Ki"), std::vector<std::int32_t>{4096});
}

TEST(ArgumentSpec, BareNumbersKeepTheirText) {
  EXPECT_EQ(parse_argument("42", 1).type, ElementType::i32);
  EXPECT_EQ(parse_argument("0x1e", 1).type, ElementType::i32);
  EXPECT_EQ(parse_argument("5000000000", 1).type, ElementType::i64);
  EXPECT_EQ(parse_argument("0.5", 1).type, ElementType::f32);
  EXPECT_EQ(parse_argument("1e6", 1).type, ElementType::f32);
  EXPECT_EQ(parse_argument("0.1", 1).literal, "0.1");
  EXPECT_EQ(parse_argument("f32:0.1", 1).literal, "");
}

TEST(ArgumentSpec, BuffersHaveNameCountAndFill) {
  const Argument argument = parse_argument("in=f32:4x2:iota", 1);
  EXPECT_EQ(argument.kind, Argument::Kind::buffer);
  EXPECT_EQ(argument.name, "in");
  EXPECT_EQ(elements<float>(argument), (std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(parse_argument("f32:1Mi:zeros", 1).elements, 1024U * 1024U);
  EXPECT_EQ(parse_argument("f32:2Kix3:zeros", 1).elements, 6144U);
  EXPECT_EQ(elements<std::int16_t>("i16:3:ones"), (std::vector<std::int16_t>{1, 1, 1}));
  EXPECT_EQ(elements<double>("f64:2:=-3.5"), (std::vector<double>{-3.5, -3.5}));
  EXPECT_EQ(elements<std::int32_t>("i32:2:=7"), (std::vector<std::int32_t>{7, 7}));
}

TEST(ArgumentSpec, OnlyUninitIsNotWritten) {
  EXPECT_TRUE(parse_argument("f32:4:zeros", 1).written);
  const Argument argument = parse_argument("f32:4:uninit", 1);
  EXPECT_FALSE(argument.written);
  EXPECT_EQ(argument.bytes.size(), 16U);
}

TEST(ArgumentSpec, IntegerIotaWraps) {
  const auto bytes = elements<std::uint8_t>("u8:300:iota");
  EXPECT_EQ(bytes[255], 255);
  EXPECT_EQ(bytes[256], 0);
  EXPECT_EQ(elements<std::int8_t>("i8:300:iota")[128], -128);
}

TEST(ArgumentSpec, TexturesAreBuffersOfAnotherKind) {
  const Argument argument = parse_argument("t=tex:f32:8:iota", 1);
  EXPECT_EQ(argument.kind, Argument::Kind::texture);
  EXPECT_EQ(argument.name, "t");
  EXPECT_EQ(elements<float>(argument)[7], 7.0F);
}

TEST(ArgumentSpec, RandomFillsAreUniformSeededAndInRange) {
  const auto floats = elements<float>("f32:4096:random");
  EXPECT_GE(*std::min_element(floats.begin(), floats.end()), 0.0F);
  EXPECT_LE(*std::max_element(floats.begin(), floats.end()), 1.0F);
  EXPECT_GT(std::set<float>(floats.begin(), floats.end()).size(), 4000U);
  EXPECT_EQ(floats, elements<float>("f32:4096:random"));
  EXPECT_NE(floats, elements<float>("f32:4096:random", 2));

  const auto dice = elements<std::int32_t>("i32:4096:random(1,6)");
  EXPECT_EQ(std::set<std::int32_t>(dice.begin(), dice.end()), (std::set<std::int32_t>{1, 2, 3, 4, 5, 6}));
  const auto signed_ones = elements<float>("f32:4096:random(-2,-1)");
  EXPECT_LE(*std::max_element(signed_ones.begin(), signed_ones.end()), -1.0F);
  EXPECT_GE(*std::min_element(signed_ones.begin(), signed_ones.end()), -2.0F);
  const auto indices = elements<std::uint32_t>("u32:100:random");
  EXPECT_LT(*std::max_element(indices.begin(), indices.end()), 100U);
  const auto all = elements<std::uint64_t>("u64:64:random(0,18446744073709551615)");
  EXPECT_GT(*std::max_element(all.begin(), all.end()), UINT64_MAX / 2);
}

TEST(ArgumentSpec, APermutationHoldsEachIndexOnce) {
  auto order = elements<std::int32_t>("i32:1000:permutation");
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, elements<std::int32_t>("i32:1000:iota"));
}

// IEEE 754 binary16 and bfloat16: exact values, ties to even, subnormals, overflow by rounding.
TEST(ArgumentSpec, HalfTypesAreRoundedToNearestEven) {
  const auto half = [](const std::string& number) { return elements<std::uint16_t>("f16:" + number)[0]; };
  EXPECT_EQ(half("1"), 0x3C00);
  EXPECT_EQ(half("-2"), 0xC000);
  EXPECT_EQ(half("65504"), 0x7BFF);
  EXPECT_EQ(half("2049"), 0x6800);  // a tie between 2048 and 2050
  EXPECT_EQ(half("2051"), 0x6802);
  EXPECT_EQ(half("0x1p-24"), 0x0001);
  EXPECT_EQ(half("0x1p-14"), 0x0400);
  EXPECT_EQ(half("0x1.ff8p-15"), 0x03FF);
  EXPECT_EQ(half("0x1.ffcp-15"), 0x0400);  // a tie between the greatest subnormal and the least normal number
  EXPECT_EQ(half("inf"), 0x7C00);
  const auto bfloat = [](const std::string& number) { return elements<std::uint16_t>("bf16:" + number)[0]; };
  EXPECT_EQ(bfloat("1"), 0x3F80);
  EXPECT_EQ(bfloat("3.140625"), 0x4049);
  EXPECT_EQ(bfloat("257"), 0x4380);  // a tie between 256 and 258
  EXPECT_EQ(bfloat("-0.5"), 0xBF00);
}

TEST(ArgumentSpec, ElementsReadBackAsTheyWereWritten) {
  for (const auto type : {ElementType::f16, ElementType::bf16}) {
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
      std::uint8_t from[2] = {static_cast<std::uint8_t>(bits & 0xFFU), static_cast<std::uint8_t>(bits >> 8U)};
      const simt_tools::Number value = load_element(type, from);
      if (std::isnan(value)) continue;
      std::uint8_t to[2];
      store_element(type, value, to);
      ASSERT_EQ(std::memcmp(from, to, 2), 0) << name_of(type) << " " << bits;
    }
  }
}

TEST(ArgumentSpec, FilesAreBytesOrNumbers) {
  const std::string raw = written_file("three.bin", std::string("\1\0\0\0\2\0\0\0\3\0\0\0", 12));
  EXPECT_EQ(elements<std::int32_t>("i32:3:file:" + raw), (std::vector<std::int32_t>{1, 2, 3}));
  EXPECT_EQ(parse_argument("i32:file:" + raw, 1).elements, 3U);
  const std::string numbers = written_file("three.csv", "1.5, 2\n-3e2\n");
  EXPECT_EQ(elements<float>("f32:3:file:" + numbers), (std::vector<float>{1.5F, 2, -300}));
  EXPECT_NE(refusal("f32:4:file:" + numbers).find("holds 3 elements of type f32, the argument asks for 4"),
            std::string::npos);
  EXPECT_NE(refusal("i32:3:file:" + numbers).find("three.csv:1: i32 holds whole numbers, not 1.5"),
            std::string::npos);
  EXPECT_NE(refusal("f64:2:file:" + raw).find("12 bytes, which is no multiple of the 8"), std::string::npos);
  EXPECT_NE(refusal("f32:2:file:" + written_file("bad.txt", "1\nx\n")).find("bad.txt:2: `x` is no number"),
            std::string::npos);
}

TEST(ArgumentSpec, AStructIsItsMembers) {
  using Members = std::vector<std::string>;
  EXPECT_FALSE(simt_tools::is_struct("f32:4:iota"));
  EXPECT_TRUE(simt_tools::is_struct("{1}"));
  EXPECT_EQ(simt_tools::members_of("{}"), Members{});
  EXPECT_EQ(simt_tools::members_of("{ in=f32:4:iota,@out , 16}"), (Members{"in=f32:4:iota", "@out", "16"}));
  EXPECT_EQ(simt_tools::members_of("{u8:4:random(0,255), {1, {2}}, null}"),
            (Members{"u8:4:random(0,255)", "{1, {2}}", "null"}));
  for (const char* const text : {"{1", "{1} 2", "{1, (2}", "{1}}"})
    EXPECT_THROW(simt_tools::members_of(text), std::invalid_argument) << text;
  EXPECT_NE(refusal("{1, 2}").find("only a kernel's parameter says"), std::string::npos);
}

struct Wrong {
  std::string text;
  std::string part;  // part of the message
};

class WrongArgument : public testing::TestWithParam<Wrong> {};

TEST_P(WrongArgument, IsNamedWithWhatIsAllowed) {
  const std::string said = refusal(GetParam().text);
  EXPECT_NE(said.find("argument `" + GetParam().text + "`: "), std::string::npos) << said;
  EXPECT_NE(said.find(GetParam().part), std::string::npos) << said;
}

INSTANTIATE_TEST_SUITE_P(
    ArgumentSpec, WrongArgument,
    testing::Values(
        Wrong{"f33:1024:iota", "no type `f33`; it can be i8, u8, i16, u16, i32"},
        Wrong{"f32:10k:iota", "`10k` is no count: write 1048576, 1024x1024"},
        Wrong{"f32:0:iota", "`0` is no count"}, Wrong{"f32:-4:iota", "`-4` is no count"},
        Wrong{"f32:4x:iota", "`4x` is no count"}, Wrong{"f32:1.5:iota", "`1.5` is no count"},
        Wrong{"f32:16Gi:iota", "more than 16 GiB"},
        Wrong{"f32:8:rand", "no fill `rand`; it can be zeros, ones, iota"}, Wrong{"f32:8:", "no fill ``"},
        Wrong{"f32:8:=x", "needs a number after the ="}, Wrong{"i32:8:random(5)", "needs two numbers"},
        Wrong{"i32:8:random(5,1)", "LO to be at most HI"},
        Wrong{"u8:8:random(0,256)", "u8 cannot hold 256: it goes from 0 to 255"},
        Wrong{"u8:1000:permutation", "u8 cannot hold"}, Wrong{"i32:8:=2.5", "whole numbers, not 2.5"},
        Wrong{"i32:abc", "`abc` is no number for i32; for a buffer add a fill: i32:1024:iota"},
        Wrong{"abc", "`abc` is no number; write a scalar as i32:42"}, Wrong{"", "`` is no number"},
        Wrong{"f16:1e6", "f16 cannot hold 1000000: it goes from -65504 to 65504"},
        Wrong{"2x=i32:4", "`2x` is no name"}, Wrong{"tex:f32", "`` is no count"},
        Wrong{"i32:8:file:/no/such/file", "`/no/such/file` cannot be read"}));

}  // namespace
