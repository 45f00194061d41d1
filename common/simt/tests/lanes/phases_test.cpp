// Barriers with phases, and atomic variables: threads wait for each other, and never for ever.
#include <algorithm>
#include <vector>

#include "module_test.h"

using simt::FaultKind;
using simt::Op;
using simt::Space;

namespace {

class Phases : public simt_test::ModuleTest {
 protected:
  static constexpr int kThreads = 64;

  Phases() : ModuleTest("phases") {
    in_ = buffer<int>("in", 128);
    out_ = buffer<int>("out", 128);
    for (int i = 0; i < 128; ++i) in_[i] = i + 1;
  }

  simt::LaunchReport run(const std::string& name, unsigned threads = kThreads) {
    const auto call = kernel<const int*, int*>(name);
    return launch({1, 1, 1}, {threads, 1, 1}, [&] { call(in_, out_); });
  }
  simt::LaunchReport run_alone(const std::string& name) {
    const auto call = kernel<int*>(name);
    return launch({1, 1, 1}, {kThreads, 1, 1}, [&] { call(out_); });
  }
  static void expect_silence(const simt::LaunchReport& report) {
    EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
  }
  void expect_fault(const simt::LaunchReport& report, FaultKind kind, const std::string& line,
                    const std::string& said) {
    ASSERT_FALSE(report.faults.empty()) << line;
    const simt::Fault& fault = report.faults.front();
    EXPECT_EQ(fault.kind, kind) << fault.message;
    EXPECT_EQ(fault.where.line, line_of(line)) << fault.message;
    EXPECT_NE(fault.message.find(said), std::string::npos) << fault.message;
  }

  int* in_ = nullptr;
  int* out_ = nullptr;
};

TEST_F(Phases, APrefixSumNeedsTwoPhasesAStep) {
  expect_silence(run("scan", 128));
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out_[i], (i + 1) * (i + 2) / 2);
}

TEST_F(Phases, ArrivingAndWaitingCanBeApart) {
  for (const char* const name : {"polled", "preview_barrier", "ptx_phases"}) {
    expect_silence(run(name));
    for (int i = 0; i < kThreads; ++i) EXPECT_EQ(out_[i], in_[kThreads - 1 - i]) << name;
  }
  expect_silence(run("split_arrival"));
  for (int i = 0; i < kThreads; ++i) EXPECT_EQ(out_[i], 2 * in_[i] + in_[kThreads - 1 - i]);
}

TEST_F(Phases, WhoArrivesAndDoesNotWaitRaces) {
  const auto report = run("without_wait");
  expect_fault(report, FaultKind::race, "// not waited for", "`values`");
}

TEST_F(Phases, AWaitThatCannotEndIsAFaultAtOnce) {
  const auto report = run_alone("missing_arrival");
  expect_fault(
      report, FaultKind::divergent_barrier, "// some arrive",
      "`all` misses 16 of its 64 arrivals, and no thread of the block can go on (48 threads wait for a "
      "phase, 16 threads have returned)");
  expect_fault(run_alone("polled_for_ever"), FaultKind::divergent_barrier, "// polled for ever",
               "misses 1 of its 65 arrivals");
}

TEST_F(Phases, WrongUsesAreNamed) {
  expect_fault(run_alone("one_too_many"), FaultKind::crash, "// twice",
               "more arrivals than it was initialised for");
  expect_fault(run_alone("never_made"), FaultKind::crash, "// never made",
               "used before it has been initialised");
  expect_fault(run_alone("made_too_late"), FaultKind::crash, "// arrived early",
               "nothing tells of its initialisation");
}

TEST_F(Phases, TheLastToArriveRunsTheCompletion) {
  expect_silence(run("completed"));
  for (int i = 0; i < kThreads; ++i) EXPECT_EQ(out_[i], kThreads * (kThreads + 1) / 2);
}

TEST_F(Phases, ThreadsThatDropOutAreNotWaitedFor) {
  expect_silence(run_alone("dropped"));
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out_[i], 2);
}

TEST_F(Phases, AFlagReachesTheOtherWarpsAndTheOtherLanes) {
  for (const unsigned threads : {32U, 128U}) {
    in_[0] = 17;
    expect_silence(run("flagged", threads));
    for (unsigned i = 0; i < threads; ++i) EXPECT_EQ(out_[i], 17);
  }
}

TEST_F(Phases, AtomicVariablesCountOfEachType) {
  auto* const sums = buffer<float>("sums", 2);
  auto* const most = buffer<unsigned long long>("most", 1);
  out_[0] = out_[1] = 0;
  sums[0] = sums[1] = 0;
  most[0] = 0;
  const auto call = kernel<int*, float*, unsigned long long*>("counted");
  expect_silence(launch({2, 1, 1}, {kThreads, 1, 1}, [&] { call(out_, sums, most); }));
  EXPECT_EQ(out_[0], 3 * 128);
  EXPECT_EQ(out_[1], 3 * 128);
  EXPECT_EQ(sums[0], 64.0F);
  EXPECT_EQ(sums[1], 63.0F);
  EXPECT_EQ(most[0], 63U);
}

TEST_F(Phases, AnAtomicLoadCostsAsALoad) {
  const auto call = kernel<int*, int*>("loaded");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { call(in_, out_); });
  const auto load = cost(report, "// loaded", Space::global, Op::load);
  EXPECT_EQ(load.requests, 1U);
  EXPECT_EQ(load.sectors, 4U);
}

TEST_F(Phases, LatchesAndSemaphoresLetEveryThreadThrough) {
  expect_silence(run_alone("latched"));
  for (int i = 0; i < kThreads; ++i) EXPECT_EQ(out_[i], kThreads - 1 - i);
  expect_silence(run_alone("one_at_a_time"));
  EXPECT_EQ(out_[0], kThreads * (kThreads - 1) / 2);
}

// An atomic operation and a volatile access do not race, and the volatile load acquires with the fence behind it.
TEST_F(Phases, VolatileLoadsMayWaitForAnAtomicCounter) {
  expect_silence(run("announced"));
  for (int i = 0; i < kThreads; ++i) EXPECT_EQ(out_[i], in_[kThreads - 1 - i]);
  const auto report = run("announced_in_vain");
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(report.faults.front().kind, FaultKind::race);
  EXPECT_NE(report.faults.front().message.find("`values`"), std::string::npos)
      << report.faults.front().message;
}

// How often a lane asks in vain depends on how long its turn is: two rounds of a turn count.
TEST_F(Phases, FewOfAWaitsPollsAreCounted) {
  const auto report = run("announced");
  const auto polls = cost(report, "// polls", simt::Space::shared, simt::Op::load);
  EXPECT_GE(polls.requests, 2U) << "a warp each";
  EXPECT_LE(polls.requests, 6U);
}

// Lanes of a warp whose logs do not fill up together are all seen to poll, and the next warp goes on.
TEST_F(Phases, FewOfTheirPollsAreCountedWhereAllLanesWait) {
  constexpr unsigned kAll = 256;
  int* const out = buffer<int>("all", kAll);
  const auto call = kernel<const int*, int*>("all_lanes_wait");
  for (unsigned number = 0; number < 4; ++number) {
    machine_.set_schedule(number == 0 ? simt::Schedule() : simt::Schedule(number));
    const auto report = launch({1, 1, 1}, {kAll, 1, 1}, [&] { call(in_, out); });
    expect_silence(report);
    for (unsigned i = 0; i < kAll; ++i) EXPECT_EQ(out[i], in_[(kAll - 1 - i) % 128]) << number;
    EXPECT_LE(cost(report, "// all lanes poll", simt::Space::shared, simt::Op::load).requests,
              40U * kAll / 32)
        << number;
  }
}

// Where lanes were seen to wait, those of later blocks are seen to at the third time that they ask.
TEST_F(Phases, TheyAskOnlyAFewTimesInLaterBlocks) {
  constexpr unsigned kAll = 256;
  constexpr unsigned kBlocks = 6;
  int* const out = buffer<int>("all", kBlocks * kAll);
  const auto call = kernel<int*>("all_threads_arrive");
  for (unsigned number = 0; number < 4; ++number) {
    machine_.set_schedule(number == 0 ? simt::Schedule() : simt::Schedule(number));
    expect_silence(launch({kBlocks, 1, 1}, {kAll, 1, 1}, [&] { call(out); }));
    std::vector<int> asked;  // by the thread of each block that asked most
    for (unsigned block = 0; block < kBlocks; ++block)
      asked.push_back(*std::max_element(out + block * kAll, out + (block + 1) * kAll));
    std::sort(asked.begin(), asked.end());
    EXPECT_LE(asked[kBlocks / 2], 4) << number;
  }
}

// A barrier's 8 bytes are its block's, as all shared memory is, though no load or store of the program is in them.
TEST_F(Phases, ABlockThatIsSetAsideKeepsItsBarrier) {
  constexpr unsigned kBlocks = 4;
  int* const out = buffer<int>("all", kBlocks * kThreads);
  const auto call = kernel<const int*, int*>("met_in_blocks");
  for (unsigned number = 0; number < 20; ++number) {
    machine_.set_schedule(number == 0 ? simt::Schedule() : simt::Schedule(number));
    expect_silence(launch({kBlocks, 1, 1}, {kThreads, 1, 1}, [&] { call(in_, out); }));
    for (unsigned i = 0; i < kBlocks * kThreads; ++i)
      EXPECT_EQ(out[i], in_[kThreads - 1 - i % kThreads] + static_cast<int>(i / kThreads)) << number;
  }
}

TEST_F(Phases, ABlockFindsNoBarrierOfTheBlockBefore) {
  const auto call = kernel<int*>("made_in_one_block");
  const auto report = launch({2, 1, 1}, {kThreads, 1, 1}, [&] { call(out_); });
  expect_fault(report, FaultKind::crash, "// not made in block 1", "used before it has been initialised");
}

TEST_F(Phases, APartOfABlockMeetsAtABarriersNumber) {
  const auto both = kernel<const int*, int*>("producer_and_consumer");
  const auto parts = kernel<const int*, int*>("halves");
  for (unsigned number = 0; number < 10; ++number) {
    machine_.set_schedule(number == 0 ? simt::Schedule() : simt::Schedule(number));
    expect_silence(launch({1, 1, 1}, {kThreads, 1, 1}, [&] { both(in_, out_); }));
    for (int i = 0; i < 128; ++i) EXPECT_EQ(out_[i], in_[i / 32 * 32 + 31 - i % 32]) << number;
    expect_silence(launch({1, 1, 1}, {128, 1, 1}, [&] { parts(in_, out_); }));
    for (int i = 0; i < 64; ++i) {
      EXPECT_EQ(out_[i], in_[63 - i]) << number;
      EXPECT_EQ(out_[64 + i], in_[64 + 63 - (i + 1) % 64]) << number;
    }
  }
}

TEST_F(Phases, ABarriersNumberCountsWholeWarps) {
  expect_silence(run("incomplete_warps", 40));
  for (int i = 0; i < 40; ++i) {
    if (i == 5) continue;
    EXPECT_EQ(out_[i], in_[i < 32 ? 32 + i % 8 : i - 24]) << i;
  }
}

TEST_F(Phases, MistakesWithABarriersNumberAreNamed) {
  expect_fault(run_alone("nobody_else_comes"), FaultKind::divergent_barrier, "// alone",
               "the phase of barrier 1 misses 32 of its 64 arrivals");
  const auto report = run_alone("two_numbers_of_threads");
  expect_fault(report, FaultKind::divergent_barrier, "// second",
               "barrier 1 is for 32 threads here, and for 64");
  expect_fault(run("passes_and_reads"), FaultKind::race, "// did not wait", "`values`");
  expect_fault(run("no_such_number"), FaultKind::crash, "// sixteen", "a block has barriers 0 to 15");
  expect_fault(run_alone("no_such_part"), FaultKind::crash, "// a warp and a half",
               "barrier 1 for 48 threads");
}

}  // namespace
