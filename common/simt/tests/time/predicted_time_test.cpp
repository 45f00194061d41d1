// The model of time: what limits a launch, and what makes it faster or slower. How far it is off is not tested here but
// measured: docs/measurements/time_model.md.
#include "timed_kernels.h"

#include <numeric>
#include <string>

namespace {

using simt_test::kBlocks, simt_test::kElements, simt_test::kThreads;
using PredictedTime = simt_test::TimedKernels;

TEST_F(PredictedTime, ACopyTakesLongerTheMoreItMoves) {
  const double half = us(copy("copy", kBlocks / 2));
  const double whole = us(copy());
  EXPECT_GT(whole, 1.3 * half);
  EXPECT_LT(whole, 2.2 * half);
}

TEST_F(PredictedTime, OnAGpuWithSlowerDramItTakesLonger) {
  const simt::LaunchReport report = copy("copy_by_four", kBlocks / 4);
  EXPECT_GT(us(report, "h100"), us(report));
  EXPECT_GT(us(report, "a100"), us(report, "h100"));
  EXPECT_GT(us(report, "4090"), us(report, "h100"));
}

// One SM does all the work: it has a small part of DRAM's bandwidth.
TEST_F(PredictedTime, OneBlockThatDoesAllTheWorkIsFarSlower) {
  const double one = us(copy_by(1));
  const double all = us(copy_by(264));
  EXPECT_GT(one, 20 * all);
  EXPECT_GT(us(copy_by(16)), 3 * all);
}

TEST_F(PredictedTime, AnEmptyKernelTakesWhatALaunchTakes) {
  float* const out = floats("out");
  const auto run = kernel<float*>("nothing");
  const simt::PredictedTime time = predicted(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }));
  EXPECT_GT(time.us, 0);
  EXPECT_NEAR(time.us, time.fixed_us, 0.1);
}

TEST_F(PredictedTime, DependentLoadsWaitOneAfterTheOther) {
  int* const next = buffer<int>("next", kElements);
  for (unsigned i = 0; i < kElements; ++i) next[i] = static_cast<int>((i * 40503U + 7919U) % kElements);
  int* const out = buffer<int>("out", 32);
  const auto run = kernel<const int*, int*, int>("chase");
  const auto chase = [&](int steps) {
    return us(launch({1, 1, 1}, {32, 1, 1}, [&] { run(next, out, steps); }));
  };
  const double ten = chase(10);
  const double hundred = chase(100);
  // A load from DRAM takes some half a microsecond, and nothing hides it.
  EXPECT_GT(hundred - ten, 90 * 0.3);
  EXPECT_LT(hundred - ten, 90 * 0.9);
  const simt::PredictedTime time = predicted(launch({1, 1, 1}, {32, 1, 1}, [&] { run(next, out, 100); }));
  EXPECT_EQ(time.limiter, "latency: too little in flight");
  ASSERT_FALSE(time.lines.empty());
  EXPECT_EQ(time.lines.front().where.line, line_of("at = next[at]"));
  EXPECT_GT(time.lines.front().share, 0.8);
}

// 25 of 132 SMs get two blocks, of which only one is sampled. Both run at a time.
TEST_F(PredictedTime, TheSecondBlockOfAnSmRunsBesideTheFirst) {
  int* const next = buffer<int>("next", kElements);
  for (unsigned i = 0; i < kElements; ++i) next[i] = static_cast<int>((i * 40503U + 7919U) % kElements);
  int* const out = buffer<int>("out", 157 * 32);
  const auto run = kernel<const int*, int*, int>("chase");
  const auto chase = [&](unsigned blocks) {
    return us(launch({blocks, 1, 1}, {32, 1, 1}, [&] { run(next, out, 100); }));
  };
  EXPECT_NEAR(chase(157) / chase(132), 1, 0.1);
}

// The heaviest block has twice the work of a mean one, as much as an SM with two blocks that run at a time.
TEST_F(PredictedTime, AmongBlocksThatRunAtATimeTheLongestCounts) {
  int* const next = buffer<int>("next", kElements);
  for (unsigned i = 0; i < kElements; ++i) next[i] = static_cast<int>((i * 40503U + 7919U) % kElements);
  int* const out = buffer<int>("out", 264 * 32);
  const auto run = kernel<const int*, int*, int, int>("chase_longer_in_one_block");
  const auto chase = [&](int longer) {
    return us(launch({264, 1, 1}, {32, 1, 1}, [&] { run(next, out, 100, longer); }));
  };
  EXPECT_GT(chase(180), 1.5 * chase(100));
}

// Of a warp 2,048 steps are recorded. Those of a single warp take their time where its block's others have long ended, too.
TEST_F(PredictedTime, StepsThatAreNotRecordedTakeTheirWarpsTime) {
  const auto marked = [&](int rounds) {
    const simt::PredictedTime time = predicted(counted("mark_by_one", rounds, 132));
    return time.us - time.fixed_us;
  };
  EXPECT_NEAR(marked(8000) / marked(1000), 8, 1);
}

// What L1 has after the first rounds is not fetched again in those that are not recorded.
TEST_F(PredictedTime, StepsThatAreNotRecordedFindTheirLinesInL1) {
  constexpr int kLinks = 2048;
  int* const next = buffer<int>("next", kLinks);
  for (int i = 0; i < kLinks; ++i) next[i] = (i + 9) % kLinks;
  int* const out = buffer<int>("out", 1);
  const auto run = kernel<const int*, int*, int>("chase");
  const auto chase = [&](int steps) {
    const simt::PredictedTime time = predicted(launch({1, 1, 1}, {1, 1, 1}, [&] { run(next, out, steps); }));
    return time.us - time.fixed_us;
  };
  EXPECT_LT(chase(16000), 5 * chase(2000));
}

// All blocks' work together is the same, but some SMs have more of the long ones.
TEST_F(PredictedTime, AnSmWithMoreOfTheLongBlocksIsWaitedFor) {
  const double even = us(counted("work_evenly", 400, 132 * 16, 128));
  EXPECT_GT(us(counted("work_unevenly", 400, 132 * 16, 128)), 1.2 * even);
}

// No warp waits at a barrier for the unrecorded steps of another one.
TEST_F(PredictedTime, BarriersThatAreNotRecordedTakeAsLongAsOthers) {
  const double some = us(counted("meet_often", 300, 8)) - us(counted("meet_often", 0, 8));
  const double more = us(counted("meet_often", 1500, 8)) - us(counted("meet_often", 0, 8));
  EXPECT_NEAR(more / some, 5, 0.5);
}

// A word of constants that any lanes want takes two cycles, for all of them, also of a second block on the SM.
TEST_F(PredictedTime, ConstantsAreServedOneWordAtATime) {
  const double together = us(counted("look_up", 0, 264));
  const double apart = us(counted("look_up", 1, 264));
  const double words = 64.0 * 32 * (2 * kThreads / 32);
  EXPECT_NEAR(apart - together, words * 2.1 / 1980, 0.2 * words * 2.1 / 1980);
}

// base64_encode and dct_quantise of agreement/timing/blind: 2.2 cycles for each of 25 addresses, and as many for a pair of words (LDC.64).
TEST_F(PredictedTime, EachAddressOfConstantsIsAPass) {
  const double of_eight = us(counted("look_up_bytes", 4, 132, 1024));
  EXPECT_GT(us(counted("look_up_bytes", 1, 132, 1024)), 1.8 * of_eight);
  EXPECT_LT(us(counted("look_up_pairs<true>", 1, 132, 1024)),
            1.3 * us(counted("look_up_pairs<false>", 1, 132, 1024)));
}

// The first cache of constants has 2 KiB.
TEST_F(PredictedTime, ConstantsBeyondTheFirstCacheTakeLonger) {
  const double small = us(counted("chase_constants", 256, 1, 32));
  EXPECT_NEAR(us(counted("chase_constants", 500, 1, 32)), small, 0.1 * small);
  EXPECT_GT(us(counted("chase_constants", 4000, 1, 32)) - small, 4096 * 0.02);
}

// A block of sixteen warps takes little longer than one of a single warp, although not all of its addresses are recorded.
TEST_F(PredictedTime, EachWarpHasItsPartOfTheRecordedAddresses) {
  EXPECT_LT(us(counted("look_around", 400, 132, 512)), 3 * us(counted("look_around", 400, 132, 32)));
}

TEST_F(PredictedTime, TheLongestWarpIsWaitedFor) {
  const simt::PredictedTime time = predicted(counted("go_on_alone", 2000, 132, 512));
  EXPECT_GT((time.us - time.fixed_us) * 1980, 4 * 2000 * 20);
}

TEST_F(PredictedTime, AnArrayInLocalMemoryTakesTime) {
  EXPECT_GT(us(counted("local_array", 5, 1056)), 3 * us(counted("array_in_registers", 5, 1056)));
}

// The same page: 64 cycles a round, where a word of a tile takes 25 and a barrier 14.
TEST_F(PredictedTime, ABarrierWaitsForWhatWasLoadedAndUsedBefore) {
  const double none = us(nothing());
  const double plain = us(counted("follow_tile<false>", 0, 1, 32)) - none;
  EXPECT_GT(us(counted("load_and_meet", 0, 1, 32)) - none, 0.33 * plain);
}

// The same page: eight warps that add to the same 32 words take 679 cycles a round, to words of their own 105, and a compare-and-swap of
// integers takes 48.
TEST_F(PredictedTime, WarpsThatAddFloatsToTheSameWordsOfATileWaitForEachOther) {
  const double own = us(counted("add_floats", 32, 1, 256));
  EXPECT_GT(us(counted("add_floats", 0, 1, 256)), 2.5 * own);
  EXPECT_LT(us(counted("swap_words", 32, 1, 256)), 0.7 * own);
}

// The same page: a round of a store and a load of what it stored takes 57 cycles.
TEST_F(PredictedTime, L1KeepsWhatIsStored) {
  float* const out = floats("out", 512 * 32);
  const float* const other = floats("other", 512 * 32);
  const auto run = kernel<float*, const float*, int>("load_what_was_stored");
  const auto of = [&](const float* again) {
    return us(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, again, 512); }));
  };
  EXPECT_LT(of(out), 0.4 * of(other));
}

// Stores to local memory reach L2 one by one (shuffle_cards of agreement/timing/held_out.cu).
TEST_F(PredictedTime, StoresToALocalArrayDoNotJoin) {
  const double few = us(counted("mark_local_array", 32, 1056));
  EXPECT_GT(us(counted("mark_local_array", 128, 1056)), 3 * few);
}

// docs/measurements/time_model.md, "Lines and sectors": 32 cycles a request, and 8 or 10.
TEST_F(PredictedTime, L1PassesOverItsBanks) {
  float* const in = floats("in");
  float* const out = floats("out");
  const auto run = kernel<const float*, float*, int, int>("read_lines");
  const auto with = [&](int stride) {
    return us(launch({132, 1, 1}, {1024, 1, 1}, [&] { run(in, out, stride, 1024); }));
  };
  EXPECT_GT(with(32), 2 * with(33));
}

// The same page: 14.0 ps a line with one sector, 20.8 with two.
TEST_F(PredictedTime, EachSectorThatIsWrittenInPartTakesTimeOfL2) {
  float* const out = floats("out", std::size_t{132} * 8 * 4096);
  const auto run = kernel<float*, int, int>("write_sectors");
  const auto with = [&](int of_line) {
    return us(launch({132, 1, 1}, {kThreads, 1, 1}, [&] { run(out, of_line, 1024); }));
  };
  const double one = with(1);
  EXPECT_NEAR(with(2) / one, 20.8 / (2 * 14.0), 0.08);
  EXPECT_NEAR(with(4) / one, 34.2 / (4 * 14.0), 0.08);
}

// The same page: 54 cycles a round, 139 and 279.
TEST_F(PredictedTime, AWarpWaitsBehindPartsOfLinesOfALocalArray) {
  const double one = us(counted("local_chain", 1, 1, 32));
  EXPECT_GT(us(counted("local_chain", 8, 1, 32)), 1.6 * one);
  EXPECT_GT(us(counted("local_chain", 32, 1, 32)), 2.5 * one);
}

// docs/measurements/h200/bank_conflicts.md: 66 cycles a load of 32 passes.
TEST_F(PredictedTime, AWarpAloneWaitsTwoCyclesForAPass) {
  const auto lone = [&](int rounds) { return us(banks(32, 32, rounds)); };
  const double ns = 1000 * (lone(1024) - lone(512)) / 512;
  EXPECT_GT(ns * simt::find_device("h200")->clock_ghz, 60);
}

// Nobody waits for what L2 writes back to DRAM: what is only written comes at the rate at which L2 takes it.
TEST_F(PredictedTime, WritingBackDoesNotDelayAFill) {
  constexpr unsigned kFilled = 24576;  // blocks, of 4 KiB: 96 MiB
  auto* const out = buffer<float4>("out", std::size_t{kFilled} * kThreads);
  const auto run = kernel<float4*>("fill");
  const double bytes = double{kFilled} * kThreads * sizeof(float4);
  constexpr double kBytesPerUs = 4.8e6;  // fill_96mb of agreement/timing/outside.cu, H200
  EXPECT_LT(us(launch({kFilled, 1, 1}, {kThreads, 1, 1}, [&] { run(out); })), 1.3 * bytes / kBytesPerUs);
}

// The launches of all sets that writes to L2 limit take 1.14 times as long there.
TEST_F(PredictedTime, L2OfAnH100TakesWritesMoreSlowly) {
  float* const all = floats("all", std::size_t{8} * kElements);
  const auto run = kernel<float*>("structures_of_eight");
  const auto report = launch({kBlocks, 1, 1}, {kThreads, 1, 1}, [&] { run(all); });
  EXPECT_GT(us(report, "h100"), 1.08 * us(report));
}

TEST_F(PredictedTime, LoadsDoNotWaitForStoresToSharedMemory) {
  float* const in = floats("in");
  float* const out = floats("out");
  float* const tile = floats("tile");
  const auto shared = kernel<const float*, float*>("through_a_tile");
  const auto global = kernel<const float*, float*, float*>("through_memory");
  const double by_tile = us(launch({1024, 1, 1}, {32, 1, 1}, [&] { shared(in, out); }));
  EXPECT_GT(us(launch({1024, 1, 1}, {32, 1, 1}, [&] { global(in, tile, out); })), 2 * by_tile);
}

// The stores of a structure follow one another at once, and reach L2 together: alone, each word would take as long as a whole sector.
TEST_F(PredictedTime, StoresOfAStructureGoTogether) {
  const auto structures = [&](const char* name) {
    float* const all = floats("all", std::size_t{8} * kElements);
    const auto run = kernel<float*>(name);
    return us(launch({kBlocks, 1, 1}, {kThreads, 1, 1}, [&] { run(all); }));
  };
  EXPECT_LT(structures("structures_of_eight"), 1.7 * structures("structures_of_five"));
}

// Structures of five words go to L2 as a whole; those of eight words are too many lines to wait for each other, where all warps store
// (copy_orders_3000000 and scale_float3 of agreement/timing: lts__t_sectors_op_write).
TEST_F(PredictedTime, StoresToManyLinesGoAlone) {
  const auto of_words = [&](const char* name) {
    float* const all = floats("all", std::size_t{8} * kElements);
    const auto run = kernel<float*>(name);
    return us(launch({kBlocks, 1, 1}, {kThreads, 1, 1}, [&] { run(all); }));
  };
  EXPECT_GT(of_words("store_words<8>") / 8, 1.5 * of_words("store_words<5>") / 5);
}

// …but where warps compute for long, they store one after the other, and each warp's ten lines leave as a whole
// (greeks_of_800000_calls of agreement/timing/practice.cu).
TEST_F(PredictedTime, StoresBehindALongComputationGoTogether) {
  const auto times_as_long = [&](const std::string& rounds) {
    float* const all = floats("all", std::size_t{10} * kElements);
    const auto of = [&](const char* is_structure) {
      const auto run = kernel<float*, float>(("compute_ten<" + rounds + ", " + is_structure + ">").c_str());
      return us(launch({kBlocks, 1, 1}, {kThreads, 1, 1}, [&] { run(all, 0.5F); }));
    };
    return of("true") / of("false");
  };
  EXPECT_GT(times_as_long("2"), 2);
  EXPECT_LT(times_as_long("100"), 1.3);
}

// Loads that may be of what is stored keep the stores apart: 0.40 of cudaMemcpy on an H200, where a copy of a float a thread comes to 0.71
// (docs/measurements/h200/measured_checks.md).
TEST_F(PredictedTime, StoresWithLoadsBetweenThemGoAlone) {
  const auto copy = [&](const char* name) {
    float* const in = floats("in", std::size_t{4} * kElements);
    float* const out = floats("out", std::size_t{4} * kElements);
    const auto run = kernel<const float*, float*>(name);
    return us(launch({kBlocks, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out); }));
  };
  EXPECT_GT(copy("copy_in_a_row"), 1.5 * copy("copy_at_once"));
}

TEST_F(PredictedTime, ABankConflictTakesItsPasses) {
  const double none = us(banks(1));
  const simt::PredictedTime all = predicted(banks(32));
  EXPECT_EQ(all.limiter, "L1 and shared memory");
  EXPECT_GT(all.us, 3 * none);
}

// 4 KiB that all warps read over and over come from L2 once.
TEST_F(PredictedTime, TheBoundDoesNotChargeWhatL1Spares) {
  float* const table = floats("table", 1024);
  float* const out = floats("out", std::size_t{264} * kThreads);
  const auto run = kernel<const float*, float*, int>("read_table");
  const auto report = launch({264, 1, 1}, {kThreads, 1, 1}, [&] { run(table, out, 512); });
  const simt::Device& device = *simt::find_device("h200");
  std::uint64_t bytes = 0;
  for (const simt::AccessCost& access : report.accesses) bytes += access.sectors * simt::kSectorBytes;
  const double from_l2 = static_cast<double>(bytes) / (device.l2_read_gb_per_s * 1e3);
  EXPECT_LT(predicted(report).us, from_l2);
}

TEST_F(PredictedTime, TheSameWithAnyNumberOfWorkers) {
  const simt::LaunchReport reference = copy();
  for (const unsigned workers : {1U, 2U, 5U}) {
    simt::Machine machine(options(workers));
    auto* const in = static_cast<float*>(machine.allocate(kElements * sizeof(float), "in", sizeof(float)));
    auto* const out = static_cast<float*>(machine.allocate(kElements * sizeof(float), "out", sizeof(float)));
    machine.mark_written(in, kElements * sizeof(float));
    const auto run = kernel<const float*, float*>("copy");
    const auto report = launch_on(machine, {{kBlocks, 1, 1}, {kThreads, 1, 1}, 0}, [&] { run(in, out); });
    EXPECT_EQ(us(report), us(reference)) << workers << " workers";
  }
}

TEST_F(PredictedTime, SharesOfLinesAddUp) {
  const simt::PredictedTime time = predicted(banks(32));
  const double sum = std::accumulate(time.lines.begin(), time.lines.end(), 0.0,
                                     [](double all, const simt::LineTime& line) { return all + line.share; });
  EXPECT_NEAR(sum, 1, 1e-9);
  EXPECT_EQ(time.lines.front().where.line, line_of("sum += tile"));
}

TEST_F(PredictedTime, AKernelThatReadsTheClockHasNone) {
  float* const out = floats("out", 32);
  const auto run = kernel<float*>("timed");
  const simt::PredictedTime time = predicted(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(time.us, 0);
  EXPECT_NE(time.why_not.find("clock"), std::string::npos);
}

// How long such a kernel takes depends on when its other threads run.
TEST_F(PredictedTime, AKernelThatWaitsForOtherThreadsHasNone) {
  constexpr unsigned kFew = 4;
  int* const out = buffer<int>("out", 64);
  int* const flag = buffer<int>("flag", 2);
  int* const arrived = buffer<int>("arrived", 1);
  auto* const state = buffer<unsigned long long>("state", kFew);
  flag[0] = 1;
  arrived[0] = 0;
  std::fill_n(state, kFew, 0ULL);
  const auto expect_none = [&](const simt::LaunchReport& report) {
    const simt::PredictedTime time = predicted(report);
    EXPECT_EQ(time.us, 0);
    EXPECT_NE(time.why_not.find("waits until other threads"), std::string::npos) << time.why_not;
  };
  const auto wait_for_flag = kernel<volatile int*, int*>("wait_for_flag");
  expect_none(launch({1, 1, 1}, {32, 1, 1}, [&] { wait_for_flag(flag, out); }));
  const auto wait_for_acquired = kernel<const int*, int*>("wait_for_acquired");
  expect_none(launch({1, 1, 1}, {32, 1, 1}, [&] { wait_for_acquired(flag, out); }));
  const auto wait_for_blocks = kernel<int*, int>("wait_for_blocks");
  expect_none(launch({kFew, 1, 1}, {64, 1, 1}, [&] { wait_for_blocks(arrived, kFew); }));
  const auto look_back = kernel<unsigned long long*, int*>("look_back");
  expect_none(launch({kFew, 1, 1}, {32, 1, 1}, [&] { look_back(state, out); }));
  EXPECT_EQ(out[kFew - 1], 1 + 2 + 3);
}

// A lock and a queue change memory themselves, a counter ends a sum, and warps of one block run side by side in the model.
TEST_F(PredictedTime, ALoopThatAsksMemoryForSomethingElseHasATime) {
  int* const out = buffer<int>("out", 64);
  int* const work = buffer<int>("work", 64);
  int* const lock = buffer<int>("lock", 1);
  int* const sum = buffer<int>("sum", 1);
  int* const taken = buffer<int>("taken", 1);
  lock[0] = sum[0] = taken[0] = 0;
  const auto add_under_lock = kernel<int*, volatile int*>("add_under_lock");
  us(launch({4, 1, 1}, {32, 1, 1}, [&] { add_under_lock(lock, sum); }));
  EXPECT_EQ(sum[0], 4);
  const auto take_all = kernel<int*, volatile int*, int*, int>("take_all_of_queue");
  us(launch({1, 1, 1}, {32, 1, 1}, [&] { take_all(taken, work, out, 64); }));
  const auto sum_volatile = kernel<volatile int*, int*, int>("sum_volatile");
  us(launch({1, 1, 1}, {32, 1, 1}, [&] { sum_volatile(work, out, 64); }));
  const auto wait_for_other_warp = kernel<int*>("wait_for_other_warp");
  us(launch({1, 1, 1}, {64, 1, 1}, [&] { wait_for_other_warp(out); }));
}

TEST_F(PredictedTime, WhereNobodyAskedForItNothingIsNoted) {
  simt::Machine machine(simt::MachineOptions{1, 0, 5.0});
  auto* const out = static_cast<float*>(machine.allocate(kThreads * sizeof(float), "out", sizeof(float)));
  const auto run = kernel<float*, int>("arithmetic");
  const auto report = launch_on(machine, {{1, 1, 1}, {kThreads, 1, 1}, 0}, [&] { run(out, 1); });
  EXPECT_EQ(report.traffic, nullptr);
  EXPECT_NE(simt::predict_time(report, simt::devices().front()).why_not, "");
}

// 4 KiB of static shared memory are part of what a block takes.
TEST_F(PredictedTime, ABlocksResourcesAreKnown) {
  const simt::LaunchReport report = banks(1);
  EXPECT_EQ(report.occupancy.shared_bytes, 4096U);
  EXPECT_EQ(report.occupancy.threads, 1024U);
  EXPECT_GE(report.occupancy.registers, 16U);
  EXPECT_EQ(predicted(report).resident_blocks, 2U);
}

}  // namespace
