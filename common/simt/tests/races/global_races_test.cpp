#include <set>

#include "device/simt_vector_types.h"
#include "module_test.h"

using simt::FaultKind;

SIMT_MODULE_TEST(GlobalRaces, "global_races");

TEST_F(GlobalRaces, UpdatesOfSeveralBlocksAreFoundAtTheirLine) {
  int* const in = buffer<int>("in", 256);
  int* const bins = buffer<int>("bins", 16);
  for (int i = 0; i < 256; ++i) in[i] = 3 + i / 64;  // bins 3 to 6, one a block: threads of one block race
  const auto run = kernel<const int*, int*>("count_without_atomics");
  const auto fault = only_fault(launch({4, 1, 1}, {64, 1, 1}, [&] { run(in, bins); }));
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.where.line, line_of("// lost updates"));
}

TEST_F(GlobalRaces, BetweenBlocksTheMessageSaysThatNothingOrdersThem) {
  int* const in = buffer<int>("in", 4);
  int* const bins = buffer<int>("bins", 16);
  for (int i = 0; i < 4; ++i) in[i] = 9;
  const auto run = kernel<const int*, int*>("count_without_atomics");
  const auto report = launch({4, 1, 1}, {1, 1, 1}, [&] { run(in, bins); });
  ASSERT_FALSE(report.faults.empty());
  EXPECT_FALSE(report.faults.front().names_a_thread);
  EXPECT_NE(report.faults.front().message.find("race in global memory: `bins[9]` is "), std::string::npos)
      << report.faults.front().message;
  EXPECT_NE(report.faults.front().message.find("nothing orders blocks"), std::string::npos);
}

TEST_F(GlobalRaces, AShiftInPlaceNamesReaderAndWriter) {
  auto* const data = buffer<float>("data", 256);
  const auto run = kernel<float*, int>("shift_in_place");
  const auto report = launch({4, 1, 1}, {64, 1, 1}, [&] { run(data, 256); });
  ASSERT_FALSE(report.faults.empty());
  for (const auto& fault : report.faults) {
    EXPECT_EQ(fault.kind, FaultKind::race);
    EXPECT_EQ(fault.where.line, line_of("// the neighbour's"));
    EXPECT_EQ(fault.other.line, line_of("// its own"));
  }
}

TEST_F(GlobalRaces, ThreadsOfOneBlockNeedABarrier) {
  auto* const data = buffer<float>("data", 1024);
  const auto early = kernel<float*>("neighbours_of_one_block");
  const auto fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { early(data); }));
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.where.line, line_of("// read too early"));
  EXPECT_EQ(fault.other.line, line_of("// written"));
  const auto barrier = kernel<float*>("through_a_barrier");
  EXPECT_TRUE(launch({8, 1, 1}, {64, 1, 1}, [&] { barrier(data); }).faults.empty());
}

TEST_F(GlobalRaces, ReadersDoNotRaceNorDoOwnersNorNeighbouringBytes) {
  auto* const in = buffer<float>("in", 64);
  auto* const out = buffer<float>("out", 512);
  auto* const bytes = buffer<unsigned char>("bytes", 512);
  const auto readers = kernel<const float*, float*>("all_read_one");
  EXPECT_TRUE(launch({8, 1, 1}, {64, 1, 1}, [&] { readers(in, out); }).faults.empty());
  const auto owners = kernel<float*>("in_place");
  EXPECT_TRUE(launch({8, 1, 1}, {64, 1, 1}, [&] { owners(out); }).faults.empty());
  const auto apart = kernel<unsigned char*>("neighbouring_bytes");
  EXPECT_TRUE(launch({8, 1, 1}, {64, 1, 1}, [&] { apart(bytes); }).faults.empty());
  const auto same = kernel<unsigned char*>("same_byte");
  EXPECT_EQ(only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { same(bytes); })).where.line,
            line_of("// pairs of threads"));
}

TEST_F(GlobalRaces, LaunchesAreInOrder) {
  auto* const data = buffer<float>("data", 512);
  const auto run = kernel<float*>("in_place");
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(launch({8, 1, 1}, {64, 1, 1}, [&] { run(data); }).faults.empty());
}

TEST_F(GlobalRaces, TheReportIsTheSameWhateverTheOrderOfBlocks) {
  std::set<std::string> messages;
  for (unsigned round = 0; round < 20; ++round) {
    simt::Machine machine(simt::MachineOptions{round % 2 == 0 ? 2U : 1U, round, 1.0});
    auto* const data = static_cast<float4*>(machine.allocate(std::size_t{16} * 9 * 64, "data", 16));
    machine.mark_written(data, std::size_t{16} * 9 * 64);
    const auto run = kernel<float4*>("halo");
    const auto report = launch_on(machine, {{8, 1, 1}, {64, 1, 1}, 0}, [&] { run(data); });
    ASSERT_EQ(report.faults.size(), 1U);
    messages.insert(report.faults.front().message);
  }
  EXPECT_EQ(messages.size(), 1U) << *messages.begin() << "\n" << *messages.rbegin();
}
