#include <cstring>

#include "module_test.h"

using simt::FaultKind;
using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Variables, "variables");

TEST_F(Variables, AreReadAndCostWhatTheirMemoryCosts) {
  auto* const out = buffer<float>("out", 32, false);
  const auto constants = module_.find_variable("coefficients");
  ASSERT_EQ(constants.bytes, 32U);
  for (int i = 0; i < 8; ++i) static_cast<float*>(constants.address)[i] = static_cast<float>(i);
  void* const uploaded_later = module_.find_variable("uploaded_later").address;
  ASSERT_NE(uploaded_later, nullptr);
  *static_cast<int*>(uploaded_later) = 1000;
  const auto run = kernel<float*>("read_all");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); });
  EXPECT_TRUE(report.faults.empty());
  for (int t = 0; t < 32; ++t) {
    const int table = t < 3 ? t + 1 : 0;
    const auto sum = static_cast<float>(table + 3 + t % 8 + 10 * (t % 4 + 1) + t % 4 + 1000);
    EXPECT_EQ(out[t], sum + 0.5F);
  }
  EXPECT_EQ(cost(report, "// device array", Space::global, Op::load).sectors, 4U);
  EXPECT_EQ(cost(report, "// device array", Space::global, Op::load).example.array, "table");
  EXPECT_EQ(cost(report, "// one constant for all", Space::constant, Op::load).wavefronts, 1U);
  EXPECT_EQ(cost(report, "// eight constants", Space::constant, Op::load).wavefronts, 8U);
  EXPECT_EQ(cost(report, "// of internal linkage", Space::constant, Op::load).requests, 1U);
}

// Where their elements alone are used, they are what their declarations say all the same, and have their bounds.
TEST_F(Variables, OfConstantExpressionsAreReadWhereTheyAreDeclared) {
  auto* const out = buffer<float>("out", 32, false);
  auto* const at = buffer<int>("at", 32);
  for (int t = 0; t < 32; ++t) at[t] = t % 8;
  const auto run = kernel<float*, const int*>("read_constexpr");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, at); });
  EXPECT_TRUE(report.faults.empty());
  for (int t = 0; t < 32; ++t) {
    const int square = (t % 4) * (t % 4);
    EXPECT_EQ(out[t], static_cast<float>(square + t % 8 + 1 + t % 2 + 1));
  }
  const auto in_global = cost(report, "// constexpr in global memory", Space::global, Op::load);
  EXPECT_EQ(in_global.requests, 1U);
  EXPECT_EQ(in_global.example.array, "squares");
  EXPECT_EQ(cost(report, "// constexpr in constant memory", Space::constant, Op::load).wavefronts, 8U);
  EXPECT_EQ(cost(report, "// of a namespace", Space::global, Op::load).width, 8U);
  at[5] = 8;
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, at); }));
  EXPECT_EQ(fault.message, "out-of-bounds read of `weights[8]`: `weights` has 8 elements");
}

TEST_F(Variables, KeepTheirValuesFromLaunchToLaunch) {
  const auto run = kernel<int>("keep");
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(i + 40); }).faults.empty());
  const auto launches = module_.find_variable("launches");
  const auto pair = module_.find_variable("pair");
  ASSERT_TRUE(launches.address != nullptr && pair.address != nullptr);
  EXPECT_EQ(*static_cast<unsigned*>(launches.address), 3U);
  EXPECT_EQ(static_cast<double*>(pair.address)[1], 42.0);
  EXPECT_EQ(module_.find_variable("nothing of this name").address, nullptr);
}

TEST_F(Variables, HaveBounds) {
  auto* const out = buffer<float>("out", 64, false);
  const auto table = kernel<float*>("past_the_table");
  auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { table(out); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.message, "out-of-bounds read of `table[100]`: `table` has 100 elements");
  EXPECT_EQ(fault.where.line, line_of("// 10 too many"));
  EXPECT_EQ(fault.thread.x, 10U);
  const auto constants = kernel<float*>("past_the_constants");
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { constants(out); }));
  EXPECT_EQ(fault.message, "out-of-bounds read of `coefficients[8]`: `coefficients` has 8 elements");
  const auto pair = kernel<>("past_the_pair");
  fault = only_fault(launch({1, 1, 1}, {3, 1, 1}, [&] { pair(); }));
  EXPECT_EQ(fault.message, "out-of-bounds write of `pair[2]`: `pair` has 2 elements");
}

TEST_F(Variables, ConstantsAndInputsMayNotBeWritten) {
  const auto constant = kernel<>("write_a_constant");
  auto fault = only_fault(launch({1, 1, 1}, {4, 1, 1}, [&] { constant(); }));
  EXPECT_EQ(fault.kind, FaultKind::forbidden_write);
  EXPECT_EQ(fault.message, "write to `coefficients[0]`: `__constant__` memory is read-only for kernels");
  auto* const in = buffer<float>("in", 32);
  machine_.protect(in);
  const auto input = kernel<const float*>("write_input");
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { input(in); }));
  EXPECT_EQ(fault.kind, FaultKind::forbidden_write);
  EXPECT_EQ(fault.message, "write to `in[0]`: the kernel may only read this buffer");
  machine_.protect(in, false);
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { input(in); }).faults.empty());
}

TEST_F(Variables, RaceWithoutAtomics) {
  const auto plain = kernel<>("count_threads");
  const auto report = launch({2, 1, 1}, {32, 1, 1}, [&] { plain(); });
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(report.faults.front().kind, FaultKind::race);
  EXPECT_EQ(report.faults.front().where.line, line_of("// by all"));
  EXPECT_NE(report.faults.front().message.find("`launches[0]`"), std::string::npos);
  const auto atomic = kernel<>("count_atomically");
  EXPECT_TRUE(launch({2, 1, 1}, {32, 1, 1}, [&] { atomic(); }).faults.empty());
}

TEST_F(Variables, ASharedArrayThatNothingWritesIsReadAllTheSame) {
  auto* const out = buffer<float>("out", 64, false);
  const auto run = kernel<float*>("never_written");
  const auto fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::uninitialized_read);
  EXPECT_EQ(fault.where.line, line_of("// nothing in the file writes it"));
}
