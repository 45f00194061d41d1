// What the model of time knows of atomic operations, locks and queues: which of them take turns, and how long each is served.
#include "timed_kernels.h"

namespace {

using simt_test::kBlocks, simt_test::kElements, simt_test::kThreads;
using AtomicTime = simt_test::TimedKernels;

TEST_F(AtomicTime, AtomicOperationsOnOneWordWaitForEachOther) {
  auto* const sum = buffer<int>("sum", 1);
  const auto run = kernel<int*, int>("add_apart");
  const auto report = launch({1024, 1, 1}, {kThreads, 1, 1}, [&] { run(sum, 0); });
  const simt::PredictedTime time = predicted(report);
  EXPECT_EQ(time.limiter, "atomic operations on one line");
  // Three quarters of a nanosecond for each of 262,144 additions.
  EXPECT_NEAR(time.us, 194, 40);
}

// nvcc 13 adds the values of a warp's lanes (REDUX.SUM), and one lane adds the sum to the word (RED).
TEST_F(AtomicTime, AWarpAddsOnceToAWordThatAllItsLanesName) {
  auto* const sum = buffer<int>("sum", 1);
  const auto run = kernel<int*>("add_together");
  const simt::PredictedTime time = predicted(launch({1024, 1, 1}, {kThreads, 1, 1}, [&] { run(sum); }));
  EXPECT_LT(time.us, 194 / 10.0);
}

// Each success waits for the one before it: a round trip to L2.
TEST_F(AtomicTime, CompareAndSwapOnOneWordTakesARoundTripEach) {
  auto* const word = buffer<unsigned>("word", 1);
  const auto run = kernel<unsigned*>("add_by_compare_and_swap");
  const auto report = launch({8, 1, 1}, {32, 1, 1}, [&] { run(word); });
  EXPECT_NEAR(us(report), 256 * 0.29, 10);
}

// Of many that try at a time most fail, and are served all the same: twice as many threads take more than 2.5 times as long.
// One worker runs them: two would disturb each other, as often as it happens.
TEST_F(AtomicTime, ContendedCompareAndSwapGrowsFasterThanItsThreads) {
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

// Where all want a few words, a slice of L2 is busy with a compare-and-swap for 1.5 times as long (atomic_long_walk_fails_1k_1024_threads
// and atomic_long_walk_adds_1k_1024_threads of agreement/timing/mechanisms.cu).
TEST_F(AtomicTime, CompareAndSwapsTakeLongerThanAdditions) {
  auto* const words = buffer<int>("words", 256);
  auto* const out = buffer<int>("out", 1);
  const auto of = [&](const char* name) {
    const auto run = kernel<int*, int*>(name);
    return us(launch({528, 1, 1}, {kThreads, 1, 1}, [&] { run(words, out); }));
  };
  EXPECT_NEAR(of("try_few") / of("add_to_few"), 1.5, 0.15);
}

// A lock is taken once more when its owner's stores have gone to L2, and its release after them.
TEST_F(AtomicTime, ALocksOwnersFollowEachOther) {
  auto* const lock = buffer<unsigned>("lock", 1);
  auto* const guarded = buffer<unsigned>("guarded", 1);
  const auto run = kernel<unsigned*, unsigned*>("lock_and_unlock");
  const simt::PredictedTime time = predicted(launch({132, 1, 1}, {32, 1, 1}, [&] { run(lock, guarded); }));
  EXPECT_NEAR(time.us - time.fixed_us, 132 * 0.9, 20);
}

// The machine's first block takes all the work; a GPU's blocks share it.
TEST_F(AtomicTime, BlocksShareTheWorkOfAQueue) {
  constexpr int kItems = 2048;
  auto* const taken = buffer<int>("taken", 1);
  float* const in = floats("in", kItems * kThreads);
  float* const out = floats("out", kItems * kThreads);
  const auto run = kernel<int*, const float*, float*, int>("take_from_queue");
  const auto queued = launch({264, 1, 1}, {kThreads, 1, 1}, [&] { run(taken, in, out, kItems); });
  EXPECT_LT(us(queued), us(copy_by(1)) / 10);
}

// A slice of L2 passes over each sector by itself, so a thousand blocks wait for each other at 32 sectors.
TEST_F(AtomicTime, AtomicOperationsSideBySideShareASlice) {
  const auto add = [&](int apart) {
    auto* const bins = buffer<unsigned>("bins", kElements);
    const auto run = kernel<unsigned*, int>("add_to_bins");
    return predicted(launch({kBlocks, 1, 1}, {kThreads, 1, 1}, [&] { run(bins, apart); }));
  };
  const simt::PredictedTime shared = add(0);
  EXPECT_EQ(shared.limiter, "atomic operations on one line");
  EXPECT_GT(shared.us, 3 * add(kThreads).us) << shared.us;
}

TEST_F(AtomicTime, SectorsThatAllWarpsWantInOneOrderArePassedOverInTurn) {
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

// Atomic operations on a small array then go to as few slices of L2 as they do on a GPU.
TEST_F(AtomicTime, ArraysBeginWhereAStretchOfSlicesDoes) {
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(floats("in")) % 1024, 0U);
}

// Sums that nobody reads the answer of leave L2 more often: of a million at random words 13.2 us, and 17.4 with answers
// (atomic_table_adds_unseen_256k and atomic_table_adds_256k of agreement/timing/mechanisms.cu).
TEST_F(AtomicTime, SumsThatNobodyReadsTakeLess) {
  const auto adds = [&](const char* name) {
    auto* const table = buffer<int>("table", 1U << 18U);
    const auto run = kernel<int*, int>(name);
    const simt::PredictedTime time =
        predicted(launch({4096, 1, 1}, {kThreads, 1, 1}, [&] { run(table, (1 << 18) - 1); }));
    return time.us - time.fixed_us;
  };
  EXPECT_NEAR(adds("add_anywhere<false>") / adds("add_anywhere<true>"), 0.74, 0.08);
}

// A warp's lanes that want one word take turns: 0.47 ns for each of 32,768 requests, and 0.12 where each wants its own
// (docs/measurements/time_model.md, "Atomic operations").
TEST_F(AtomicTime, LanesThatWantOneWordTakeTurns) {
  const auto adds = [&](int lanes_a_word) {
    auto* const words = buffer<int>("words", kElements);
    const auto run = kernel<int*, int>("add_in_groups");
    const simt::PredictedTime time =
        predicted(launch({kBlocks, 1, 1}, {kThreads, 1, 1}, [&] { run(words, lanes_a_word); }));
    return time.us - time.fixed_us;
  };
  EXPECT_NEAR(adds(32), 32768 * 0.47e-3, 3);
  EXPECT_LT(adds(1), adds(32) / 2.5);
}

// nvcc knows nothing of an address that was loaded, and each lane adds for itself.
TEST_F(AtomicTime, AdditionsOfAConstantTakeTurnsLikeOthers) {
  auto* const keys = buffer<int>("keys", kElements);
  auto* const counts = buffer<unsigned>("counts", 1);
  const auto run = kernel<const int*, unsigned*>("count_keys");
  EXPECT_NEAR(us(launch({1024, 1, 1}, {kThreads, 1, 1}, [&] { run(keys, counts); })), 194, 40);
}

// A small table lies unevenly on L2's slices.
TEST_F(AtomicTime, ASmallTableKeepsSomeSlicesLongerThanOthers) {
  const auto adds = [&](int words) {
    auto* const table = buffer<int>("table", 1U << 20U);
    const auto run = kernel<int*, int>("add_anywhere<false>");
    return us(launch({4096, 1, 1}, {kThreads, 1, 1}, [&] { run(table, words - 1); }));
  };
  EXPECT_GT(adds(1 << 15), 1.15 * adds(1 << 19));
  EXPECT_NEAR(adds(1 << 20), adds(1 << 19), 0.1 * adds(1 << 19));
}

// What is kept of a long task's steps shows no second request.
TEST_F(AtomicTime, BlocksShareTheLongTasksOfAQueue) {
  constexpr int kTasks = 264;
  constexpr int kSteps = 6000;
  auto* const taken = buffer<int>("taken", 1);
  float* const in = floats("in");
  float* const out = floats("out", kTasks);
  const auto take = kernel<int*, const float*, float*, int, int>("take_long_tasks");
  const auto queued = launch({132, 1, 1}, {32, 1, 1}, [&] { take(taken, in, out, kTasks, kSteps); });
  const auto share = kernel<const float*, float*, int, int>("share_long_tasks");
  const auto shared = launch({132, 1, 1}, {32, 1, 1}, [&] { share(in, out, kTasks, kSteps); });
  EXPECT_LT(us(queued), 3 * us(shared));
}

}  // namespace
