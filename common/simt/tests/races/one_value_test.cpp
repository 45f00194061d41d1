// Unordered stores of one value to one element: a remark, and a fault with MachineOptions::is_strict.
#include <algorithm>

#include "module_test.h"

using simt::FaultKind;

SIMT_MODULE_TEST(OneValue, "one_value");

namespace {

// The same, where such stores are faults.
class StrictOneValue : public simt_test::ModuleTest {
 protected:
  StrictOneValue() : ModuleTest("one_value", {2, 0, 1.0, false, true}) {}
};

const int* mixed(int* in) {
  for (int i = 0; i < 128; ++i) in[i] = i % 3 - 1;
  return in;
}

}  // namespace

TEST_F(OneValue, IsARemark) {
  const int* const in = mixed(buffer<int>("in", 128));
  auto* const found = buffer<int>("found", 1);
  const auto run = kernel<const int*, int*>("raise_flag");
  const auto report = launch({2, 1, 1}, {64, 1, 1}, [&] { run(in, found); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(*found, 1);
  const simt::Remark remark = only_remark(report);
  EXPECT_EQ(remark.where.line, line_of("// all the same"));
  EXPECT_EQ(
      remark.message,
      "unordered stores to `found[0]`: all of them store the same value, so it does not matter which is last");
}

TEST_F(OneValue, MayBeComputedFromParameters) {
  auto* const found = buffer<int>("found", 1);
  const auto run = kernel<int*, int>("note_limit");
  const auto report = launch({2, 1, 1}, {64, 1, 1}, [&] { run(found, 4); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(report.remarks.size(), 1U);
}

TEST_F(OneValue, MayComeFromTwoLines) {
  const int* const in = mixed(buffer<int>("in", 128));
  auto* const found = buffer<int>("found", 1);
  const auto run = kernel<const int*, int*>("two_lines");
  EXPECT_TRUE(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, found); }).faults.empty());
}

TEST_F(OneValue, MayBeInSharedMemory) {
  const int* const in = mixed(buffer<int>("in", 128));
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, int*>("shared_flag");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(report.remarks.size(), 1U);
}

// Of a ballot each warp has its own, which all its lanes have.
TEST_F(OneValue, MayBeWhatAWarpFoundOut) {
  const int* const in = mixed(buffer<int>("in", 128));
  auto* const votes = buffer<int>("votes", 2);
  const auto run = kernel<const int*, int*, int>("count_votes");
  const auto apart = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, votes, 1); });
  EXPECT_TRUE(apart.faults.empty());
  EXPECT_EQ(apart.remarks.size(), 1U);
  const auto together = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, votes, 0); });
  EXPECT_EQ(only_fault(together).where.line, line_of("// each warp's own"));
  const auto of_two_blocks = launch({2, 1, 1}, {32, 1, 1}, [&] { run(in, votes, 0); });
  EXPECT_EQ(only_fault(of_two_blocks).kind, FaultKind::race);
}

TEST_F(OneValue, MayBeWhatOneLaneTellsAll) {
  const int* const in = mixed(buffer<int>("in", 128));
  auto* const out = buffer<int>("out", 4);
  const auto run = kernel<const int*, int*, int>("tell_all");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out, 7); });
  EXPECT_EQ(only_fault(report).where.line, line_of("// of whichever"));
  EXPECT_EQ(only_remark(report).where.line, line_of("// of one lane"));
}

TEST_F(OneValue, HalvesOfAWarpVoteForThemselves) {
  const int* const in = mixed(buffer<int>("in", 128));
  auto* const votes = buffer<int>("votes", 2);
  const auto run = kernel<const int*, int*>("vote_by_halves");
  EXPECT_EQ(only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, votes); })).kind, FaultKind::race);
}

TEST_F(OneValue, TwoValuesRace) {
  const int* const in = mixed(buffer<int>("in", 128));
  auto* const found = buffer<int>("found", 1);
  const auto run = kernel<const int*, int*>("two_values");
  EXPECT_EQ(only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, found); })).kind, FaultKind::race);
}

// Any thread may tell what it found: which one stays is no race, but is told.
TEST_F(OneValue, AnyThreadMayTellWhatItFound) {
  const int* const in = mixed(buffer<int>("in", 128));
  auto* const found = buffer<int>("found", 1);
  const auto run = kernel<const int*, int*>("report_one");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, found); });
  EXPECT_TRUE(report.faults.empty());
  const simt::Remark remark = only_remark(report);
  EXPECT_EQ(remark.where.line, line_of("// whoever found it"));
  EXPECT_EQ(
      remark.message,
      "unordered stores to `found[0]`: which of the values stays is another one in each run, so this is right if any of them will do");
}

TEST_F(OneValue, WhoStoresWithoutALookAtTheDataRaces) {
  auto* const found = buffer<int>("found", 1);
  const auto run = kernel<int*, int>("report_in_range");
  EXPECT_EQ(only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(found, 40); })).kind, FaultKind::race);
}

TEST_F(OneValue, PlacesOfSeveralThreadsRace) {
  int* const in = buffer<int>("in", 128);
  std::fill_n(in, 128, -1);
  auto* const found = buffer<int>("found", 32);
  const auto run = kernel<const int*, int*>("report_to_neighbours");
  EXPECT_EQ(only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, found); })).kind, FaultKind::race);
}

TEST_F(OneValue, WhatIsReportedAndClearedRaces) {
  const int* const in = mixed(buffer<int>("in", 128));
  auto* const found = buffer<int>("found", 1);
  const auto run = kernel<const int*, int*>("report_and_clear");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, found); });
  EXPECT_EQ(only_fault(report).kind, FaultKind::race);
}

TEST_F(StrictOneValue, WhatAThreadFoundIsAFault) {
  const int* const in = mixed(buffer<int>("in", 128));
  auto* const found = buffer<int>("found", 1);
  const auto run = kernel<const int*, int*>("report_one");
  EXPECT_EQ(only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, found); })).kind, FaultKind::race);
}

TEST_F(OneValue, AThreadsOwnIsNotOne) {
  auto* const found = buffer<int>("found", 1);
  const auto run = kernel<int*>("last_thread");
  EXPECT_EQ(only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(found); })).kind, FaultKind::race);
}

TEST_F(OneValue, AReaderAmongTheThreadsRaces) {
  const int* const in = mixed(buffer<int>("in", 128));
  auto* const found = buffer<int>("found", 1);
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, int*, int*>("read_meanwhile");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, found, out); });
  EXPECT_EQ(only_fault(report).where.line, line_of("// read"));
}

TEST_F(StrictOneValue, IsAFault) {
  const int* const in = mixed(buffer<int>("in", 128));
  auto* const found = buffer<int>("found", 1);
  const auto run = kernel<const int*, int*>("raise_flag");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, found); });
  EXPECT_EQ(only_fault(report).kind, FaultKind::race);
  EXPECT_TRUE(report.remarks.empty());
}
