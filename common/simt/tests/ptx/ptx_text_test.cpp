// The reading of PTX, apart from what its instructions do.
#include <gtest/gtest.h>

#include <string>

#include "ptx/ptx_text.h"

namespace {

using simtcc::ptx::BadText;
using simtcc::ptx::Instruction;
using simtcc::ptx::Operand;
using simtcc::ptx::parse;
using simtcc::ptx::Statement;

Instruction only_instruction(const std::string& text) {
  const auto read = parse(text);
  EXPECT_EQ(read.statements.size(), 1U);
  return read.statements.empty() ? Instruction{} : read.statements.front().instruction;
}

std::string reason(const std::string& text) {
  try {
    parse(text);
  } catch (const BadText& problem) {
    return problem.what();
  }
  return "";
}

}  // namespace

TEST(PtxText, AnInstructionHasPartsAndOperands) {
  const Instruction read = only_instruction(
      "ld.global.L2::128B.v2.f32 {%f1, \1"
      "0}, [\1"
      "2+-16];");
  EXPECT_EQ(read.parts, (std::vector<std::string>{"ld", "global", "L2::128B", "v2", "f32"}));
  ASSERT_EQ(read.operands.size(), 2U);
  ASSERT_TRUE(read.operands[0].is_list());
  EXPECT_EQ(read.operands[0].parts[0].name, "%f1");
  EXPECT_EQ(read.operands[0].parts[1].asm_operand(), 0U);
  ASSERT_TRUE(read.operands[1].is_address());
  EXPECT_EQ(read.operands[1].bits, std::uint64_t{0} - 16);
}

TEST(PtxText, GuardsPairsAndSinks) {
  const Instruction read = only_instruction("@!%p1 setp.lt.s32 p|_, %tid.x, -3;");
  ASSERT_TRUE(read.guard.has_value());
  EXPECT_TRUE(read.guard->is_negated);
  EXPECT_EQ(read.guard->name, "%p1");
  ASSERT_TRUE(read.operands[0].is_pair());
  EXPECT_TRUE(read.operands[0].parts[1].is_sink());
  EXPECT_EQ(read.operands[1].name, "%tid.x");
  EXPECT_EQ(read.operands[2].bits, std::uint64_t{0} - 3);
}

TEST(PtxText, ScopesLabelsAndDeclarations) {
  const auto read = parse("{ .reg .b32 r<3>, x; { again: bra again; } }");
  ASSERT_EQ(read.statements.size(), 3U);
  EXPECT_EQ(read.statements[0].registers.names, (std::vector<std::string>{"r0", "r1", "r2", "x"}));
  EXPECT_EQ(read.statements[1].kind, Statement::Kind::label);
  EXPECT_EQ(read.parents, (std::vector<unsigned>{0, 0, 1}));
  EXPECT_EQ(read.statements[2].scope, 2U);
}

TEST(PtxText, Numbers) {
  const auto number = [](const std::string& word) {
    const Instruction read = only_instruction("mov.b64 x, " + word + ";");
    return read.operands.at(1);
  };
  EXPECT_EQ(number("0x1FU").bits, 31U);
  EXPECT_EQ(number("017").bits, 15U);
  EXPECT_EQ(number("0b101").bits, 5U);
  EXPECT_EQ(number("2*3+1").bits, 7U);
  EXPECT_EQ(number("0f3F800000").kind, Operand::Kind::float_bits);
  EXPECT_EQ(number("0f3F800000").bits, 0x3F800000U);
  EXPECT_EQ(number("-0f3F800000").bits, 0xBF800000U);
  EXPECT_EQ(number("0d3FF0000000000000").bits, 0x3FF0000000000000U);
  EXPECT_EQ(number("1.5e-0").bits, 0x3FF8000000000000U);
  EXPECT_EQ(number("-1.5").bits, 0xBFF8000000000000U);
}

TEST(PtxText, WhatIsNoPtxIsRefused) {
  EXPECT_NE(reason("movl %eax, (%ebx)"), "");
  EXPECT_NE(reason("mov.u32 a, 08;"), "");
  EXPECT_NE(reason("mov.u32 {a, b;"), "");
  EXPECT_NE(reason("{ add.u32 a, b, c;"), "");
  EXPECT_NE(reason("}"), "");
  EXPECT_NE(reason("/* x"), "");
  EXPECT_NE(reason(".section .text"), "");
  EXPECT_NE(reason(std::string("a\0b", 3)), "");
  EXPECT_FALSE(only_instruction("syscall").is_ended);
}

// Megabytes, deep nesting and many registers end at once.
TEST(PtxText, WhatNobodyWritesByHandIsRefused) {
  EXPECT_NE(reason(std::string(1U << 20U, ' ')), "");
  EXPECT_NE(reason(std::string(5000, '{')), "");
  EXPECT_NE(reason("mov.u32 " + std::string(5000, '[')), "");
  EXPECT_NE(reason("mov.u32 " + std::string(5000, '{')), "");
  EXPECT_NE(reason(".reg .b32 r<1000000000>;"), "");
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "exit;";
  EXPECT_NE(reason(many), "");
  std::string list = "mov.b32 a, {b";
  for (int i = 0; i < 5000; ++i) list += ",b";
  EXPECT_NE(reason(list + "};"), "");
}
