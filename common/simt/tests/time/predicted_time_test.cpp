// The model of time: what limits a launch, and what makes it faster or slower. How far it is off is not tested here but
// measured: docs/measurements/time_model.md.
#include "simt/devices.h"
#include "simt/report.h"

#include <algorithm>
#include <numeric>

#include "module_test.h"
#include "traffic/launch_traffic.h"

namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kBlocks = 4096;
constexpr unsigned kElements = kThreads * kBlocks;

class PredictedTime : public simt_test::ModuleTest {
 protected:
  PredictedTime() : ModuleTest("times", options(2)) {}

  static simt::MachineOptions options(unsigned workers) { return {workers, 0, 5.0, true}; }

  simt::PredictedTime predicted(const simt::LaunchReport& report, const char* device = "h200") const {
    EXPECT_TRUE(report.faults.empty());
    return simt::predict_time(report, *simt::find_device(device));
  }
  double us(const simt::LaunchReport& report, const char* device = "h200") const {
    const simt::PredictedTime time = predicted(report, device);
    EXPECT_EQ(time.why_not, "");
    EXPECT_GT(time.us, 0);
    EXPECT_GT(time.error, 0);
    EXPECT_LE(time.least_us, time.us);
    return time.us;
  }

  float* floats(const char* name, std::size_t count = kElements) { return buffer<float>(name, count); }

  simt::LaunchReport copy(const char* name = "copy", unsigned blocks = kBlocks) {
    float* const in = floats("in");
    float* const out = floats("out");
    const auto run = kernel<const float*, float*>(name);
    return launch({blocks, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out); });
  }
  simt::LaunchReport copy_by(int blocks) {
    float* const in = floats("in");
    float* const out = floats("out");
    const auto run = kernel<const float*, float*, int, int>("copy_by_few");
    return launch({264, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out, kElements, blocks); });
  }
  // Of a kernel that one warp runs.
  double cycles_a_round(const char* name) {
    constexpr double kCyclesPerMicrosecond = 1980;  // of an H200
    constexpr int kFew = 200;
    const double more = us(counted(name, 2 * kFew, 1, 32)) - us(counted(name, kFew, 1, 32));
    return more * kCyclesPerMicrosecond / kFew;
  }
  simt::LaunchReport counted(const char* name, int number, unsigned blocks, unsigned threads = kThreads) {
    float* const out = floats("out", std::size_t{blocks} * threads);
    const auto run = kernel<float*, int>(name);
    return launch({blocks, 1, 1}, {threads, 1, 1}, [&] { run(out, number); });
  }
  simt::LaunchReport nothing() {
    float* const out = floats("out", 32);
    const auto run = kernel<float*>("nothing");
    return launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); });
  }
  simt::LaunchReport banks(int stride, unsigned threads = 1024, int rounds = 64) {
    constexpr unsigned kSms = 132;
    float* const out = floats("out", kSms * 1024);
    const auto run = kernel<float*, int, int>("banks");
    return launch({kSms, 1, 1}, {threads, 1, 1}, [&] { run(out, stride, rounds); });
  }

  // The instructions that the first warp is expected to issue, between its first request and its last.
  static unsigned issued(const simt::LaunchReport& report) {
    EXPECT_TRUE(report.faults.empty());
    const simt::LaunchTraffic& traffic = *report.traffic;
    unsigned sum = 0;
    for (const simt::Step& step : traffic.blocks.front().warps.front().steps)
      sum += traffic.module->places[step.place].instructions;
    return sum;
  }
  template <class T>
  unsigned issued_for_sum(const char* name) {
    T* const in = buffer<T>(name, kSummed);
    float* const out = floats("out", 32);
    const auto run = kernel<const T*, float*, int>(name);
    return issued(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, kSummed); }));
  }
  unsigned issued_for_store(const char* name) {
    float* const in = floats("in", 32);
    float* const out = floats("out", 64);
    const auto run = kernel<const float*, float*, int, int>(name);
    return issued(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 3, 20); }));
  }
  // Of a loop around elements, 32 of them a round.
  template <class Measure>
  double a_round(const char* name, const Measure& measure) {
    constexpr int kRoundsMore = 64;
    constexpr int kOfAll = 8192;
    float* const in = floats("in", kOfAll);
    float* const out = floats("out", kOfAll);
    std::fill_n(in, kOfAll, 20.0F);
    const auto run = kernel<const float*, float*, int>(name);
    const auto of = [&](int rounds) {
      std::fill_n(out, kOfAll, 0.0F);
      return static_cast<double>(measure(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 32 * rounds); })));
    };
    return (of(2 * kRoundsMore) - of(kRoundsMore)) / kRoundsMore;
  }
  double issued_a_round(const char* name) {
    return a_round(name, [](const simt::LaunchReport& report) { return issued(report); });
  }
  double us_a_round(const char* name) {
    return a_round(name, [this](const simt::LaunchReport& report) { return us(report); });
  }
  // In loops without accesses, by the first warp.
  static std::uint64_t computed(const simt::LaunchReport& report) {
    EXPECT_TRUE(report.faults.empty());
    std::uint64_t sum = 0;
    for (const simt::Step& step : report.traffic->blocks.front().warps.front().steps)
      sum += step.kind == simt::StepKind::computed ? step.first : 0;
    return sum;
  }
  static constexpr int kRounds = 16;
  static constexpr int kSummed = 32 * kRounds;
};

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

// A product, the comparison that waits for it, and a branch that waits for the comparison: 4, 13 and 10 cycles at 1.98 GHz.
TEST_F(PredictedTime, ALoopThatItsResultEndsWaitsForTheBranch) {
  float* const out = floats("out", 32);
  const auto run = kernel<float*, int>("until_large");
  const simt::PredictedTime time = predicted(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, 1); }));
  const float rounds = *std::max_element(out, out + 32);
  EXPECT_NEAR((time.us - time.fixed_us) * 1980 / rounds, 27, 3);
}

// A word of constants that any lanes want takes two cycles, for all of them, also of a second block on the SM.
TEST_F(PredictedTime, ConstantsAreServedOneWordAtATime) {
  const double together = us(counted("look_up", 0, 264));
  const double apart = us(counted("look_up", 1, 264));
  const double words = 64.0 * 32 * (2 * kThreads / 32);
  EXPECT_NEAR(apart - together, words * 2.1 / 1980, 0.2 * words * 2.1 / 1980);
}

TEST_F(PredictedTime, AtomicOperationsOnOneWordWaitForEachOther) {
  int* const sum = buffer<int>("sum", 1);
  const auto run = kernel<int*, int>("add_apart");
  const auto report = launch({1024, 1, 1}, {kThreads, 1, 1}, [&] { run(sum, 0); });
  const simt::PredictedTime time = predicted(report);
  EXPECT_EQ(time.limiter, "atomic operations on one line");
  // Three quarters of a nanosecond for each of 262,144 additions.
  EXPECT_NEAR(time.us, 194, 40);
}

// nvcc 13 adds the values of a warp's lanes (REDUX.SUM), and one lane adds the sum to the word (RED).
TEST_F(PredictedTime, AWarpAddsOnceToAWordThatAllItsLanesName) {
  int* const sum = buffer<int>("sum", 1);
  const auto run = kernel<int*>("add_together");
  const simt::PredictedTime time = predicted(launch({1024, 1, 1}, {kThreads, 1, 1}, [&] { run(sum); }));
  EXPECT_LT(time.us, 194 / 10.0);
}

// Each success waits for the one before it: a round trip to L2.
TEST_F(PredictedTime, CompareAndSwapOnOneWordTakesARoundTripEach) {
  unsigned* const word = buffer<unsigned>("word", 1);
  const auto run = kernel<unsigned*>("add_by_compare_and_swap");
  const auto report = launch({8, 1, 1}, {32, 1, 1}, [&] { run(word); });
  EXPECT_NEAR(us(report), 256 * 0.29, 10);
}

// Of many that try at a time most fail, and are served all the same: twice as many threads take more than 2.5 times as long.
// One worker runs them: two would disturb each other, as often as it happens.
TEST_F(PredictedTime, ContendedCompareAndSwapGrowsFasterThanItsThreads) {
  constexpr std::size_t kAllWords = 4096 * sizeof(unsigned);
  simt::Machine alone(options(1));
  auto* const words = static_cast<unsigned*>(alone.allocate(kAllWords, "words", sizeof(unsigned)));
  alone.mark_written(words, kAllWords);
  const auto run = kernel<unsigned*, int>("swap_apart");
  const auto swaps = [&](unsigned blocks, int among) {
    return us(launch_on(alone, {{blocks, 1, 1}, {kThreads, 1, 1}, 0}, [&] { run(words, among); }));
  };
  EXPECT_GT(swaps(32, 1), 2.5 * swaps(16, 1));
  EXPECT_LT(swaps(16, 4096), swaps(16, 1) / 100);
}

// A lock is taken once more when its owner's stores have gone to L2, and its release after them.
TEST_F(PredictedTime, ALocksOwnersFollowEachOther) {
  unsigned* const lock = buffer<unsigned>("lock", 1);
  unsigned* const guarded = buffer<unsigned>("guarded", 1);
  const auto run = kernel<unsigned*, unsigned*>("lock_and_unlock");
  const simt::PredictedTime time = predicted(launch({132, 1, 1}, {32, 1, 1}, [&] { run(lock, guarded); }));
  EXPECT_NEAR(time.us - time.fixed_us, 132 * 0.9, 20);
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

// The machine's first block takes all the work; a GPU's blocks share it.
TEST_F(PredictedTime, BlocksShareTheWorkOfAQueue) {
  constexpr int kItems = 2048;
  int* const taken = buffer<int>("taken", 1);
  float* const in = floats("in", kItems * kThreads);
  float* const out = floats("out", kItems * kThreads);
  const auto run = kernel<int*, const float*, float*, int>("take_from_queue");
  const auto queued = launch({264, 1, 1}, {kThreads, 1, 1}, [&] { run(taken, in, out, kItems); });
  EXPECT_LT(us(queued), us(copy_by(1)) / 10);
}

TEST_F(PredictedTime, AnArrayInLocalMemoryTakesTime) {
  EXPECT_GT(us(counted("local_array", 5, 1056)), 3 * us(counted("array_in_registers", 5, 1056)));
}

// ptxas unrolls the loop to sixteen rounds: so many loads are in flight.
// ptxas gives the one of 32 registers 121 words to store and 154 to load (CUDA 13.0), the other none.
TEST_F(PredictedTime, WhatHasNoRegisterGoesToLocalMemory) {
  const auto spilled = counted("keep_forty<2>", 100, 264, 1024);
  const auto kept = counted("keep_forty<1>", 100, 264, 1024);
  EXPECT_GT(us(spilled), 3 * us(kept));
  EXPECT_TRUE(kept.remarks.empty()) << kept.remarks[0].message;
  ASSERT_EQ(spilled.remarks.size(), 1U);
  EXPECT_EQ(spilled.remarks[0].where.line, line_of("keep_forty(float* out"));
  EXPECT_NE(spilled.remarks[0].message.find("may have 32, which is all that __launch_bounds__ leaves it"),
            std::string::npos)
      << spilled.remarks[0].message;
}

TEST_F(PredictedTime, ALoopOfOneRoundTakesWhatItsRoundTakes) {
  EXPECT_GT(us(counted("divide_once", 1, 2048)), 2 * us(counted("add_once", 1, 2048)));
}

TEST_F(PredictedTime, AFunctionOfTheSpecialUnitAloneIsQuicker) {
  EXPECT_GT(us(counted("exact_sines", 500, 528)), 2.5 * us(counted("fast_sines", 500, 528)));
}

TEST_F(PredictedTime, AnUnrolledLoopHasItsLoadsInFlight) {
  constexpr int kRows = 1024;
  float* const in = floats("in", kRows * 64);
  float* const out = floats("out", 64);
  const auto sum = [&](const char* name) {
    const auto run = kernel<const float*, float*, int, int>(name);
    return us(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out, kRows, 64); }));
  };
  EXPECT_GT(sum("sum_column_rolled"), 8 * sum("sum_column"));
}

// Loads begin only as registers have room for them.
TEST_F(PredictedTime, WideLoadsOfAnUnrolledLoopTakeTurns) {
  constexpr int kRows = 1024;
  double* const in = buffer<double>("wide", kRows * 64);
  double* const out = buffer<double>("wide_out", 64);
  const auto product = kernel<const double*, const double*, double*, int, int>("product_column");
  const double wide = us(launch({1, 1, 1}, {64, 1, 1}, [&] { product(in, in, out, kRows, 64); }));
  float* const narrow_in = floats("in", kRows * 64);
  float* const narrow_out = floats("out", 64);
  const auto sum = kernel<const float*, float*, int, int>("sum_column");
  EXPECT_GT(wide, 2 * us(launch({1, 1, 1}, {64, 1, 1}, [&] { sum(narrow_in, narrow_out, kRows, 64); })));
}

TEST_F(PredictedTime, NoLoadPassesADivisionThatRounds) {
  constexpr int kRows = 1024;
  float* const in = floats("in", kRows * 64);
  float* const out = floats("out", 64);
  const auto sum = [&](const char* name) {
    const auto run = kernel<const float*, float*, int, int>(name);
    return us(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out, kRows, 64); }));
  };
  EXPECT_GT(sum("sum_quotients"), 2.5 * sum("sum_fast_quotients"));
}

TEST_F(PredictedTime, FunctionsOfTheHeadersTakeWhatAGpuNeeds) {
  EXPECT_LT(us(counted("byte_products", 2000, 528)), 1.5 * us(counted("word_products", 2000, 528)));
  EXPECT_LT(us(counted("sines_of_pi", 500, 528)), 1.2 * us(counted("sines_of_angles", 500, 528)));
}

// A branch that leaves the loop comes after the use of what was loaded before it.
TEST_F(PredictedTime, ALoopIsLeftOnlyAfterItsLoadsWereUsed) {
  constexpr int kRows = 1024;
  float* const in = floats("in", kRows * 64);
  float* const out = floats("out", 64);
  const auto sum = [&](const char* name) {
    const auto run = kernel<const float*, float*, int, int>(name);
    return us(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out, kRows, 64); }));
  };
  EXPECT_GT(sum("sum_until_negative"), 3 * sum("sum_column"));
}

// One HFMA2 stands for what the machine computes with a hundred instructions. A chain of them is still expected to take some
// six times as long as one of floats, where a GPU needs less than twice.
TEST_F(PredictedTime, ArithmeticWithHalvesDoesNotTakeWhatTheMachineNeedsForIt) {
  const double halves = us(counted("arithmetic_with_halves", 8000, 16, 32));
  const double singles = us(counted("arithmetic", 8000, 16, 32));
  EXPECT_LT(halves, 10 * singles);
  EXPECT_GT(halves, singles / 4);
}

// Loops whose bounds depend on a loop around them that asks to be unrolled: the array becomes registers, as with nvcc.
TEST_F(PredictedTime, NestedLoopsThatAskToBeUnrolledNeedNoLocalMemory) {
  float* const in = floats("in", 9 * kThreads);
  float* const out = floats("out", kThreads);
  const auto run = kernel<const float*, float*>("sort_nine");
  const auto report = launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out); });
  EXPECT_TRUE(report.faults.empty());
  for (const simt::AccessCost& access : report.accesses) EXPECT_NE(access.space, simt::Space::local);
}

// The same without being asked, where each index is known in the end (agreement/timing/outside.cu: batched_small, sgemm_8x8).
TEST_F(PredictedTime, LoopsAroundALocalArrayBecomeRegisters) {
  float* const in = floats("in", 36 * kThreads);
  float* const out = floats("out", 36 * kThreads);
  const auto run = kernel<const float*, float*>("small_products");
  const auto report = launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out); });
  EXPECT_TRUE(report.faults.empty());
  for (const simt::AccessCost& access : report.accesses) EXPECT_NE(access.space, simt::Space::local);
}

// A signed number is rounded towards zero before it is shifted.
TEST_F(PredictedTime, ASignedDivisionByAPowerOfTwoIsMoreThanAShift) {
  const double shifts = us(counted("quarters_of_unsigned", 2000, 1056));
  EXPECT_GT(us(counted("quarters_of_signed", 2000, 1056)), 1.25 * shifts);
}

// A guarded stretch of four loads from shared memory took 204 cycles a round, the same without its branch 165, and a round that passes it by
// 46 (H200: docs/measurements/time_model.md, "Mechanisms").
TEST_F(PredictedTime, ABranchThatIsKeptTakesTimeWhicheverWayLanesGo) {
  const double none = us(nothing());
  const double plain = us(counted("follow_tile<false>", 0, 1, 32)) - none;
  const double guarded = us(counted("follow_tile<true>", 1024, 1, 32)) - none;
  EXPECT_GT(guarded, 1.12 * plain);
  EXPECT_LT(guarded, 1.35 * plain);
  EXPECT_GT(us(counted("follow_tile<true>", 0, 1, 32)) - none, 0.18 * guarded);
}

// The same page: 64 cycles a round, where a word of a tile takes 25 and a barrier 14.
TEST_F(PredictedTime, ABarrierWaitsForWhatWasLoadedAndUsedBefore) {
  const double none = us(nothing());
  const double plain = us(counted("follow_tile<false>", 0, 1, 32)) - none;
  EXPECT_GT(us(counted("load_and_meet", 0, 1, 32)) - none, 0.33 * plain);
}

TEST_F(PredictedTime, TwoShortSidesArePredicatedAsOneIs) {
  EXPECT_LT(us(counted("add_by_choice<true>", 4, 1, 32)),
            1.2 * us(counted("add_by_choice<false>", 4, 1, 32)));
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

// IMAD.HI, SHF, LEA.HI and IMAD, and without the third where there is no sign.
TEST_F(PredictedTime, ARemainderOfSignedNumbersTakesOneInstructionMore) {
  const double without = us(counted("thirds_of_unsigned", 2000, 1, 32));
  EXPECT_GT(us(counted("thirds_of_signed", 2000, 1, 32)), 1.12 * without);
}

// What nvcc makes of addresses in global memory (nvdisasm, sm_90, CUDA 13.0): IMAD.WIDE for an index of 32 bits; IADD3, LEA.HI.X.SX32, LEA and
// LEA.HI.X for one into a row; LEA and LEA.HI.X for an index of 64 bits, which the loop's sum and comparison take two more for; two sums for bytes.
TEST_F(PredictedTime, AnAddressIsAsManyInstructionsAsItsIndexNeeds) {
  const unsigned array = issued_for_sum<float>("sum_of_array");
  EXPECT_NEAR(issued_for_sum<float>("sum_of_row"), array + 3 * kRounds, 4);
  EXPECT_NEAR(issued_for_sum<float>("sum_by_wide_index"), array + 3 * kRounds, 4);
  EXPECT_NEAR(issued_for_sum<unsigned char>("sum_of_bytes"),
              issued_for_sum<unsigned>("sum_of_words") + kRounds, 4);
}

// An index that goes on by a row is part of the address: a load, an addition, and IMAD.WIDE or two IADD3.
TEST_F(PredictedTime, AnAddressGoesOnByARow) {
  constexpr int kRows = 256;
  float* const in = floats("in", kRows * 32);
  float* const out = floats("out", 32);
  const auto narrow = kernel<const float*, float*, int, int>("sum_column");
  const auto wide =
      kernel<const float*, float*, unsigned long long, unsigned long long>("sum_column_by_wide_index");
  EXPECT_LT(issued(launch({1, 1, 1}, {32, 1, 1}, [&] { narrow(in, out, kRows, 32); })), 4.6 * kRows);
  EXPECT_LT(issued(launch({1, 1, 1}, {32, 1, 1}, [&] { wide(in, out, kRows, 32); })), 7.3 * kRows);
}

// LLVM computes each tap's address in the tap's own block; ptxas computes one, and reaches the others by a constant.
TEST_F(PredictedTime, PredicatedBlocksShareAnAddress) {
  float* const in = floats("in", 1024);
  float* const out = floats("out", 1024);
  const auto run = kernel<const float*, float*, int>("five_taps");
  EXPECT_LE(issued(launch({4, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out, 1024); })), 50U);
}

// ISETP joins the second comparison to the first, and a store behind a condition is predicated: its address is that of the next store.
TEST_F(PredictedTime, AConditionTakesItsComparisons) {
  const unsigned one = issued_for_store("store_above_low");
  EXPECT_EQ(one, issued_for_store("store_always") + 1);
  EXPECT_EQ(issued_for_store("store_between"), one + 1);
}

// Lanes that take different sides go apart, and their warp takes both (two_sides_by_lane of agreement/timing/mechanisms.cu).
TEST_F(PredictedTime, LanesThatGoApartTakeBothSides) {
  EXPECT_GT(us(counted("two_sides", 1, 132, 512)), 1.3 * us(counted("two_sides", 32, 132, 512)));
}

// The same where each round accesses memory: which sides a warp took is counted there, too.
TEST_F(PredictedTime, SidesWithoutAccessesAreTakenByTheLanesThatComeToThem) {
  const double together = us(counted("sides_between_stores", 32, 132, 512));
  EXPECT_GT(us(counted("sides_between_stores", 1, 132, 512)), 1.25 * together);
}

TEST_F(PredictedTime, OfALoopInALoopTheSlowestLaneCountsInEachRound) {
  EXPECT_GT(us(counted("until_a_bit", 1, 132, 512)), 1.8 * us(counted("until_a_bit", 32, 132, 512)));
}

// Wherever its lanes go, a warp issues what is predicated (k_reduce_strided of agreement/timing/held_out.cu).
TEST_F(PredictedTime, APredicatedBlockIsIssuedByWarpsThatTakeNoPart) {
  const simt::PredictedTime all = predicted(counted("add_below", 1024, 264, 1024));
  const simt::PredictedTime none = predicted(counted("add_below", 0, 264, 1024));
  EXPECT_GT(none.us, 0.6 * all.us);
}

// A search takes as long where it finds nothing (digest_search of agreement/timing/judged.cu: 14.6 us on an H200).
TEST_F(PredictedTime, WhatNoStepFollowsTakesTime) {
  const simt::PredictedTime all = predicted(counted("find_rarely<96>", 1, 1056, 256));
  EXPECT_EQ(all.limiter, "instructions");
  EXPECT_GT(all.us, 1.5 * us(counted("find_rarely<4>", 1, 1056, 256)));
}

// nvcc divides by a power of two that it knows in each of the eight rounds.
TEST_F(PredictedTime, AFewRoundsAroundABarrierAreUnrolled) {
  EXPECT_LT(issued(counted("butterflies", 0, 1)), 150U);
}

// Stores to local memory reach L2 one by one (shuffle_cards of agreement/timing/held_out.cu).
TEST_F(PredictedTime, StoresToALocalArrayDoNotJoin) {
  const double few = us(counted("mark_local_array", 32, 1056));
  EXPECT_GT(us(counted("mark_local_array", 128, 1056)), 3 * few);
}

// 18 cycles (chain_count_bits of agreement/timing/mechanisms.cu), where other functions of bits take 4.
TEST_F(PredictedTime, CountingBitsTakesLonger) {
  EXPECT_GT(us(counted("counted_bits", 4096, 1, 32)), 1.2 * us(counted("turned_bits", 4096, 1, 32)));
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

// The same page: 66 cycles a round, and 303 with four sides.
TEST_F(PredictedTime, SidesComeOneAfterTheOther) {
  const double one = us(counted("take_sides", 1, 1, 32));
  EXPECT_GT(us(counted("take_sides", 4, 1, 32)), 2.2 * one);
  EXPECT_GT(us(counted("take_sides", 8, 1, 32)), 1.2 * us(counted("take_sides", 4, 1, 32)));
}

// ptxas predicates the two, so neither load waits for the other (k_march3d of agreement/timing/launches.cu).
TEST_F(PredictedTime, TheEndsOfARowAreLoadedTogether) {
  float* const in = floats("in");
  float* const out = floats("out", 32);
  const auto of = [&](const char* name) {
    const auto run = kernel<const float*, float*, int>(name);
    return us(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 128); }));
  };
  EXPECT_LT(of("load_both_ends"), 1.2 * of("load_one_end"));
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

// What nvcc does with such loops: docs/measurements/time_model.md.
TEST_F(PredictedTime, LoopsAreUnrolledAgainUnlessTheyAreTold) {
  const auto sum = [&](const char* name) {
    float* const in = floats("in");
    float* const out = floats("out");
    const auto run = kernel<const float*, float*, int, int>(name);
    return us(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 1024, 1024); }));
  };
  const double told = sum("sum_by_four");
  for (const char* const again : {"sum_column", "sum_positive", "sum_thirds", "sum_halves"})
    EXPECT_LT(sum(again), 0.6 * told) << again;
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

// ptxas lets about two cycles pass behind an instruction, even where nothing waits for it (docs/measurements/time_model.md, "Stall counts").
TEST_F(PredictedTime, AWarpAloneTakesNearlyTwoCyclesForAnInstruction) {
  constexpr int kSums = 128;
  EXPECT_NEAR(cycles_a_round("sixteen_sums") / kSums, 1.85, 0.1);
}

// 13 cycles from a comparison to what it predicates, and 4 from the sum to the next comparison.
TEST_F(PredictedTime, APredicateIsWaitedFor) {
  constexpr int kSteps = 8;
  EXPECT_NEAR(cycles_a_round("predicated_chain") / kSteps, 17, 2);
}

// A slice of L2 passes over each sector by itself, so a thousand blocks wait for each other at 32 sectors.
TEST_F(PredictedTime, AtomicOperationsSideBySideShareASlice) {
  const auto add = [&](int apart) {
    auto* const bins = buffer<unsigned>("bins", kElements);
    const auto run = kernel<unsigned*, int>("add_to_bins");
    return predicted(launch({kBlocks, 1, 1}, {kThreads, 1, 1}, [&] { run(bins, apart); }));
  };
  const simt::PredictedTime shared = add(0);
  EXPECT_EQ(shared.limiter, "atomic operations on one line");
  EXPECT_GT(shared.us, 3 * add(kThreads).us) << shared.us;
}

// Minima and comparisons take a unit that does one in two cycles; meanwhile other warps issue what goes to other units
// (CUDA C++ Programming Guide, "Arithmetic Instructions").
TEST_F(PredictedTime, AUnitThatIsBusyLeavesOthersTheirSlots) {
  const double least = us(counted("fold<By::least>", 500, 132, 1024));
  const double sums = us(counted("fold<By::sum>", 500, 132, 1024));
  EXPECT_GT(least, 2.2 * sums);
  EXPECT_LT(us(counted("fold<By::both>", 500, 132, 1024)), 0.65 * least);
}

TEST_F(PredictedTime, SectorsThatAllWarpsWantInOneOrderArePassedOverInTurn) {
  float* const sums = floats("sums", 128);
  const auto run = kernel<float*, int>("add_in_turn");
  const auto add = [&](int apart) {
    return predicted(launch({264, 1, 1}, {kThreads, 1, 1}, [&] { run(sums, apart); }));
  };
  const simt::PredictedTime in_turn = add(0);
  const simt::PredictedTime apart = add(1);
  EXPECT_GT(in_turn.us - in_turn.fixed_us, 4 * (apart.us - apart.fixed_us));
  EXPECT_NEAR(in_turn.least_us, apart.least_us, 0.1 * apart.least_us);  // no bound rests on an order
}

// Of 22 instructions for a division those that depend on the divisor alone stand ahead of the loop.
TEST_F(PredictedTime, WhatADivisorNeedsIsDoneAheadOfItsLoop) {
  EXPECT_LT(issued(counted("divide_by_one", 9, 1)), issued(counted("divide_by_each", 9, 1)) - 256U * 5);
}

// Nothing is moved out of a branch that may never be taken.
TEST_F(PredictedTime, WhatADivisorNeedsStaysInABranch) {
  EXPECT_GT(issued_a_round("divide_in_some_rounds"), issued_a_round("divide_in_rounds") + 8);
}

// The machine code of CUDA 13.0 for sm_90 has so many instructions between a loop's label and its branch.
TEST_F(PredictedTime, ARoundTakesAsManyInstructionsAsInMachineCode) {
  constexpr double kApart = 1;
  EXPECT_NEAR(issued_a_round("sum_in_steps"), 8, kApart);
  EXPECT_NEAR(issued_a_round("sum_pairs_in_steps"), 13, kApart);
  EXPECT_NEAR(issued_a_round("sum_by_block_size"), 6, kApart);
  EXPECT_NEAR(issued_a_round("sum_neighbours_in_steps"), 12, kApart);
  EXPECT_NEAR(issued_a_round("sum_rows_in_shared"), 8, kApart);
  EXPECT_NEAR(issued_a_round("divide_in_rounds"), 17, kApart);
}

TEST_F(PredictedTime, RoundsAroundBarriersAreUnrolledWhereTheirStepIsKnown) {
  EXPECT_NEAR(issued_a_round("barriers_in_rounds"), 6.4, 0.6);  // 16 rounds at once
  EXPECT_NEAR(issued_a_round("barriers_by_block_size"), 11, 1);
}

// Four rounds at once, and ptxas makes 16 of these.
TEST_F(PredictedTime, RoundsAroundShufflesAreUnrolled) {
  EXPECT_LT(issued_a_round("shuffles_in_rounds"), issued_a_round("shuffles_round_by_round") - 2);
}

TEST_F(PredictedTime, RoundsAroundManyShufflesAreNot) {
  constexpr double kOfCounter = 1;  // an instruction or two, half of them where two rounds are one
  const double of_each = issued_a_round("exchange<24>") - issued_a_round("exchange<22>");
  EXPECT_GT(of_each, 4 + kOfCounter / 2);
}

// The loads of a loop whose number of rounds ptxas finds begin together; those of one that stores as well, round by round.
TEST_F(PredictedTime, UnsignedStepsAreUnrolledWhereNothingIsStored) {
  EXPECT_LT(us_a_round("sum_by_unsigned_steps"), 0.5 * us_a_round("sum_in_steps"));
  EXPECT_GT(us_a_round("scale_by_unsigned_steps"), 0.9 * us_a_round("sum_in_steps"));
}

TEST_F(PredictedTime, LoadsBehindABranchOnAnAnswerWaitForIt) {
  EXPECT_GT(us_a_round("count_by_answers"), 2 * us_a_round("count_without_answers"));
}

TEST_F(PredictedTime, LoadsBehindALoopAroundACompareAndSwapWaitForIt) {
  EXPECT_GT(us_a_round("add_in_shared<float>"), 2 * us_a_round("add_in_shared<int>"));
}

TEST_F(PredictedTime, AnOperandInConstantMemoryTakesAnInstruction) {
  const unsigned of_numbers = issued(counted("polynomial_of_numbers", 3, 1, 32));
  EXPECT_EQ(issued(counted("polynomial_of_constants", 3, 1, 32)), of_numbers + 4);
}

// Logic keeps its unit for two cycles an instruction, which is time and no further instruction.
TEST_F(PredictedTime, AUnitsCyclesAreNoInstructions) {
  constexpr int kMany = 2000;
  const auto logic = counted("rounds_of_logic", kMany, 1056);
  const auto products = counted("rounds_of_products", kMany, 1056);
  const auto of_products = static_cast<double>(computed(products));
  EXPECT_NEAR(static_cast<double>(computed(logic)), of_products, 0.1 * of_products);
  EXPECT_GT(us(logic), 1.4 * us(products));
}

TEST_F(PredictedTime, AValueThatAPredicatePassesOnIsMoved) {
  const auto of = [&](const char* name) {
    float* const in = floats("in", 64);
    float* const out = floats("out", 64);
    const auto run = kernel<const float*, float*, int>(name);
    return issued(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 32); }));
  };
  EXPECT_EQ(of("keep_the_larger"), of("keep_its_own") + 1);
}

TEST_F(PredictedTime, FewRoundsOverHalvesBecomeOneStretch) {
  EXPECT_LT(issued(counted("halves_of_a_tile", 9, 1, 32)), 32U * 4);
}

TEST_F(PredictedTime, ABankConflictTakesItsPasses) {
  const double none = us(banks(1));
  const simt::PredictedTime all = predicted(banks(32));
  EXPECT_EQ(all.limiter, "L1 and shared memory");
  EXPECT_GT(all.us, 3 * none);
}

TEST_F(PredictedTime, ArithmeticTakesTimeWhereItIsMuch) {
  const simt::LaunchReport report = counted("arithmetic", 5000, 1056);
  const simt::PredictedTime time = predicted(report);
  EXPECT_EQ(time.limiter, "instructions");
  EXPECT_GT(time.us, 7 * us(counted("arithmetic", 500, 1056)));
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

// Atomic operations on a small array then go to as few slices of L2 as they do on a GPU.
TEST_F(PredictedTime, ArraysBeginWhereAStretchOfSlicesDoes) {
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(floats("in")) % 1024, 0U);
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
