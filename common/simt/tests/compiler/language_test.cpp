#include <cstring>

#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Language, "language");

TEST_F(Language, KernelsTakeTheDevicesPath) {
  int* const out = buffer<int>("out", 3, false);
  const auto run = kernel<int*>("architecture");
  launch({1, 1, 1}, {1, 1, 1}, [&] { run(out); });
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[1], 1);
  EXPECT_EQ(out[2], 1);
}

TEST_F(Language, LambdasTemplatesHintsAndQualifiers) {
  auto* const in = buffer<float>("in", 64);
  auto* const out = buffer<float>("out", 64, false);
  for (int i = 0; i < 64; ++i) in[i] = static_cast<float>(i);
  const auto run = kernel<const float*, float*, int>("features");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out, 64); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(report.accesses.size(), 2U);
  EXPECT_EQ(cost(report, "// load", Space::global, Op::load).sectors, 8U);
  EXPECT_EQ(cost(report, "// store", Space::global, Op::store).requests, 2U);
  for (int t = 0; t < 64; ++t) {
    const auto x = static_cast<float>(63 - t);
    EXPECT_EQ(out[t], 16 * x + 4 * 0 + 4 + 2 * 2 + 3 + 2 * x);
  }
}

TEST_F(Language, AConstantArrayOfAFunctionHasTheNameThatTheSourceGivesIt) {
  int* const out = buffer<int>("out", 32, false);
  const auto run = kernel<int*>("constant_array");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); });
  EXPECT_EQ(cost(report, "// looked up", Space::global, Op::load).array, "table");
  EXPECT_EQ(out[19], 3 ^ 2);
}

TEST_F(Language, VolatileAccessesAreAllMade) {
  int* const memory = buffer<int>("memory", 32);
  const auto run = kernel<int*>("volatile_pointer");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(memory); });
  EXPECT_EQ(cost(report, "// first store", Space::global, Op::store).requests, 1U);
  EXPECT_EQ(cost(report, "// second store", Space::global, Op::store).requests, 1U);
  EXPECT_EQ(memory[7], 2);
}

TEST_F(Language, AFailedAssertionStopsTheLaunch) {
  int* const in = buffer<int>("in", 32);
  int* const out = buffer<int>("out", 32, false);
  in[5] = -1;
  const auto run = kernel<const int*, int*>("asserts");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); }));
  EXPECT_EQ(fault.kind, simt::FaultKind::crash);
  EXPECT_EQ(fault.message, "assertion `in[threadIdx.x] >= 0 && \"no debts\"` failed");
  EXPECT_EQ(fault.where.line, line_of("// not for lane 5"));
  EXPECT_EQ(fault.thread.x, 5U);
  in[5] = 0;
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); }).faults.empty());
}

TEST_F(Language, ATrapStopsTheLaunch) {
  int* const in = buffer<int>("in", 32);
  in[9] = -1;
  const auto run = kernel<const int*>("traps");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in); }));
  EXPECT_EQ(fault.kind, simt::FaultKind::crash);
  EXPECT_EQ(fault.message, "__trap() was called");
  EXPECT_EQ(fault.where.line, line_of("// give up"));
  EXPECT_EQ(fault.thread.x, 9U);
}

TEST_F(Language, WhatAnUnrolledRoundStoredALaterOneDoesNotLoad) {
  auto* const numbers = buffer<unsigned>("numbers", 40, false);
  const auto run = kernel<unsigned*, int>("fibonacci");
  const auto report = launch({1, 1, 1}, {1, 1, 1}, [&] { run(numbers, 40); });
  EXPECT_EQ(numbers[39], 63245986U);
  EXPECT_LE(cost(report, "// two of the rounds before", Space::global, Op::load).requests, 12U);
}

TEST_F(Language, ATableOfTextsIsIndexedAtRunTime) {
  int* const lengths = buffer<int>("lengths", 4, false);
  const auto run = kernel<int*, int>("table_of_texts");
  const auto report = launch({1, 1, 1}, {4, 1, 1}, [&] { run(lengths, 1); });
  EXPECT_EQ(report.printed, "east green\nsouth ultraviolet\nwest red\nnorth green\n");
  EXPECT_EQ(lengths[0], 5);
  EXPECT_EQ(lengths[1], 11);
}

TEST_F(Language, TextsOfEachMemoryArePrinted) {
  char* const text = buffer<char>("text", 8);
  std::memcpy(text, "global", 7);
  static const char of_host[] = "host";
  const auto run = kernel<const char*, int, const char*>("prints_texts_of_each_memory");
  const auto report = launch({1, 1, 1}, {1, 1, 1}, [&] { run(text, 1, of_host); });
  EXPECT_EQ(report.printed, "one, device, sh, lob, global, lo, (not a string)\n");
}

TEST_F(Language, ATextThatDoesNotEndInItsArrayIsNone) {
  char* const text = buffer<char>("text", 8);
  std::memset(text, 'x', 8);
  const auto run = kernel<const char*>("prints_text_without_end");
  const auto report = launch({1, 1, 1}, {1, 1, 1}, [&] { run(text); });
  EXPECT_EQ(report.printed, "(not a string)\n");
}

TEST_F(Language, LaunchBoundsHaveAThirdValue) {
  auto* const out = buffer<unsigned>("out", 96, false);
  const auto run = kernel<unsigned*, unsigned>("counted_at_barriers");
  EXPECT_TRUE(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out, 64); }).faults.empty());
  EXPECT_EQ(only_fault(launch({1, 1, 1}, {96, 1, 1}, [&] { run(out, 96); })).kind,
            simt::FaultKind::launch_refused);
}

TEST_F(Language, BarriersOfTheWholeBlockCountByNumberToo) {
  auto* const out = buffer<unsigned>("out", 64, false);
  const auto run = kernel<unsigned*, unsigned>("counted_at_barriers");
  EXPECT_TRUE(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out, 64); }).faults.empty());
  EXPECT_EQ(out[0], 42U);
  EXPECT_EQ(out[63], 42U);
  EXPECT_EQ(only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out, 32); })).message,
            "bar.red of a part of a block is not supported");
}
