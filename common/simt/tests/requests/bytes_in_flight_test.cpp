// Bytes in flight: what a thread's loads wait for, and what they do not. 64 threads in all of these.
#include "module_test.h"

SIMT_MODULE_TEST(BytesInFlight, "bytes_in_flight");

namespace {

constexpr unsigned kThreads = 64;
constexpr std::uint64_t kRounds = 4;

// A thread waits so often, and has so many bytes in flight at most.
void expect_waits(const simt::LaunchReport& report, std::uint64_t waits, std::uint64_t most) {
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(report.in_flight.waits, waits * kThreads);
  EXPECT_EQ(report.in_flight.most, most);
}

}  // namespace

class LoadsInFlight : public BytesInFlight {
 protected:
  float* floats(const char* name) { return buffer<float>(name, std::size_t{16} * kThreads); }
  // Launched with two arrays.
  simt::LaunchReport run_two(const char* name) {
    float* const in = floats("in");
    float* const out = floats("out");
    const auto run = kernel<const float*, float*>(name);
    return launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out); });
  }
  simt::LaunchReport run_three(const char* name) {
    float* const in = floats("in");
    float* const other = floats("other");
    float* const out = floats("out");
    const auto run = kernel<const float*, const float*, float*>(name);
    return launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(in, other, out); });
  }
  simt::LaunchReport run_counted(const char* name, int n) {
    float* const in = floats("in");
    float* const out = floats("out");
    const auto run = kernel<const float*, float*, int>(name);
    return launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out, n); });
  }
};

TEST_F(LoadsInFlight, AllRoundsOfAnUnrolledLoopAtOnce) {
  const auto report = run_two("constant_loop");
  expect_waits(report, 1, 4 * kRounds);
  EXPECT_EQ(report.in_flight.bytes, 4 * kRounds * kThreads);
  EXPECT_EQ(report.in_flight.mean(), 16);
}

TEST_F(LoadsInFlight, ALoopThatStaysALoopWaitsInEachRound) {
  expect_waits(run_counted("runtime_loop", 5), 5, 4);
}

TEST_F(LoadsInFlight, ALoopOfUnknownLengthIsUnrolledByFour) {
  const auto report = run_counted("unrolled_runtime_loop", 8);
  expect_waits(report, 2, 16);
}

TEST_F(LoadsInFlight, AGatherWaitsOnceForAllItsIndices) {
  int* const index = buffer<int>("index", kRounds * kThreads);
  for (unsigned i = 0; i < kRounds * kThreads; ++i) index[i] = static_cast<int>(i);
  float* const in = floats("in");
  float* const out = floats("out");
  const auto run = kernel<const int*, const float*, float*>("gather");
  expect_waits(launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(index, in, out); }), 2, 16);
}

// Longer than the groups that a warp keeps apart.
TEST_F(LoadsInFlight, EachLinkOfAChainWaitsForTheOneBefore) {
  int* const next = buffer<int>("next", kThreads);
  for (unsigned i = 0; i < kThreads; ++i) next[i] = static_cast<int>((i + 5) % kThreads);
  int* const out = buffer<int>("out", kThreads);
  const auto run = kernel<const int*, int*>("chain");
  expect_waits(launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(next, out); }), 16, 4);
}

TEST_F(LoadsInFlight, ABranchOnALoadedValueWaitsForIt) {
  float* const in = floats("in");
  float* const other = floats("other");
  float* const out = floats("out");
  for (unsigned i = 0; i < kThreads; ++i) in[i] = i < 16 ? 1.0F : -1.0F;
  const auto run = kernel<const float*, const float*, float*>("behind_a_branch");
  const auto report = launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(in, other, out); });
  EXPECT_EQ(report.in_flight.waits, kThreads + 16);
  EXPECT_EQ(report.in_flight.most, 4U);
}

TEST_F(LoadsInFlight, AGuardOnTheIndexWaitsForNothing) {
  const auto report = run_counted("guarded", 3 * kThreads + 1);
  expect_waits(report, 1, 16);
  EXPECT_EQ(report.in_flight.bytes, 4 * (3 * kThreads + 1));
}

TEST_F(LoadsInFlight, WithoutRestrictEachStoreComesBeforeTheNextLoad) {
  expect_waits(run_two("stores_between"), kRounds, 4);
  expect_waits(run_two("restricted_stores_between"), 1, 4 * kRounds);
}

TEST_F(LoadsInFlight, AStoreOfWhatWasNotLoadedHoldsUpNothing) {
  float* const in = floats("in");
  float* const out = floats("out");
  float* const sums = floats("sums");
  const auto run = kernel<const float*, float*, float*>("other_stores_between");
  expect_waits(launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out, sums); }), 1, 4 * kRounds);
}

TEST_F(LoadsInFlight, ABarrierWaitsForWhatMustBeStoredBeforeIt) {
  expect_waits(run_three("tile_between"), 2, 4);
  expect_waits(run_three("tile_behind_all_loads"), 1, 8);
  expect_waits(run_three("barrier_between"), 1, 8);
}

TEST_F(LoadsInFlight, AFenceOfTheDeviceWaitsForAll) {
  expect_waits(run_three("fence_between"), 2, 4);
  expect_waits(run_three("block_fence_between"), 1, 8);
}

TEST_F(LoadsInFlight, WhatAnAtomicOperationFoundMustArriveFirst) {
  float* const in = floats("in");
  float* const other = floats("other");
  float* const out = floats("out");
  int* const counter = buffer<int>("counter", 1);
  const auto run = kernel<const float*, const float*, float*, int*>("ticket");
  expect_waits(launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(in, other, out, counter); }), 2, 4);
}

TEST_F(LoadsInFlight, ATextureIsFetchedFromGlobalMemory) {
  int* const index = buffer<int>("index", kThreads);
  for (unsigned i = 0; i < kThreads; ++i) index[i] = static_cast<int>(kThreads - 1 - i);
  float* const out = floats("out");
  const auto texture = machine_.create_texture(floats("data"), kThreads, sizeof(float));
  const auto run = kernel<const int*, unsigned long long, float*>("from_texture");
  expect_waits(launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(index, texture, out); }), 2, 4);
}

TEST_F(LoadsInFlight, AWideLoadIsSixteenBytes) { expect_waits(run_two("vectors"), 1, 16); }

TEST_F(LoadsInFlight, LanesThatPartAreCountedApart) {
  const auto report = run_two("uneven");
  EXPECT_EQ(report.in_flight.waits, kThreads / 2 * (1 + 3));
  EXPECT_EQ(report.in_flight.bytes, 4 * report.in_flight.waits);
  EXPECT_EQ(report.in_flight.most, 4U);
}

// A warp that is not full; two blocks of it.
TEST_F(LoadsInFlight, LanesThatThereAreNotLoadNothing) {
  float* const in = floats("in");
  float* const out = floats("out");
  const auto run = kernel<const float*, float*>("constant_loop");
  const auto report = launch({2, 1, 1}, {20, 1, 1}, [&] { run(in, out); });
  EXPECT_EQ(report.in_flight.waits, 40U);
  EXPECT_EQ(report.in_flight.mean(), 16);
}

TEST_F(LoadsInFlight, ConstantAndSharedMemoryAreNotMeant) {
  float* const out = floats("out");
  const auto run = kernel<float*>("no_global_loads");
  const auto report = launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(out); });
  EXPECT_EQ(report.in_flight.waits, 0U);
  EXPECT_EQ(report.in_flight.bytes, 0U);
  EXPECT_EQ(report.in_flight.mean(), 0);
}

// An SM of sm_90: 64 warps, 32 blocks, 228 KiB of shared memory, of which each block takes 1 KiB more than it
// asks for.
TEST_F(LoadsInFlight, AnSmHoldsWhatFits) {
  float* const in = floats("in");
  float* const out = floats("out");
  const auto run = kernel<const float*, float*>("constant_loop");
  const auto resident = [&](unsigned threads, std::size_t shared) {
    const auto body = [&] { run(in, out); };
    return launch({1, 1, 1}, {threads, 1, 1}, body, shared).in_flight.resident_threads;
  };
  EXPECT_EQ(resident(256, 0), 2048U);
  EXPECT_EQ(resident(192, 0), 1920U) << "10 blocks of 6 warps";
  EXPECT_EQ(resident(33, 0), 32U * 33) << "2 warps each";
  EXPECT_EQ(resident(32, 0), 1024U) << "32 blocks";
  EXPECT_EQ(resident(256, std::size_t{56} * 1024), 1024U) << "4 blocks of 57 KiB";
  EXPECT_EQ(resident(256, std::size_t{56} * 1024 + 1), 768U);
}
