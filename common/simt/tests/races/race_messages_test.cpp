// What a race is said to come from, and what to do: no barrier, a loop's next round, one index.
#include "module_test.h"

using simt::Fault;
using simt::FaultKind;

SIMT_MODULE_TEST(RaceMessages, "race_messages");

namespace {

testing::AssertionResult says(const Fault& fault, const std::string& words) {
  const std::string said = fault.message + "\n" + fault.advice;
  const bool found = said.find(words) != std::string::npos;
  return (found ? testing::AssertionSuccess() : testing::AssertionFailure()) << said;
}

std::string line(unsigned number) { return "line " + std::to_string(number); }

}  // namespace

TEST_F(RaceMessages, AStoreOfTheNextRound) {
  auto* const in = buffer<int>("in", 80);
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, int*, int>("stores_of_the_next_round");
  const Fault fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out, 5); }));
  EXPECT_TRUE(says(fault, "`line` is read in " + line(line_of("// loaded late")) + " by thread ("));
  EXPECT_TRUE(says(fault, " and written in " + line(line_of("// stored again")) + " by thread ("));
  EXPECT_TRUE(
      says(fault, ") in the loop's next round: the barrier in " + line(line_of("// the only barrier"))));
  EXPECT_TRUE(says(fault, "add a second barrier at the end of the loop's body"));
  EXPECT_FALSE(says(fault, "no __syncthreads() in between"));
  EXPECT_EQ(fault.where.line, line_of("// loaded late"));
}

TEST_F(RaceMessages, ALoadOfTheNextRound) {
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<int*, int>("loads_of_the_next_round");
  const Fault fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out, 5); }));
  EXPECT_TRUE(says(fault, ") in the loop's next round and written in " + line(line_of("// stored late"))));
  EXPECT_TRUE(says(fault, "the barrier in " + line(line_of("// before the store"))));
}

TEST_F(RaceMessages, RoundsThatWereLaidOutOneAfterAnother) {
  auto* const in = buffer<int>("in", 80);
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, int*>("unrolled_rounds");
  const Fault fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); }));
  EXPECT_TRUE(says(fault, " and written in " + line(line_of("// unrolled store"))));
  EXPECT_TRUE(
      says(fault, ") in the loop's next round: the barrier in " + line(line_of("// unrolled barrier"))));
}

TEST_F(RaceMessages, ABarrierOfAWarpIsOne) {
  auto* const in = buffer<int>("in", 80);
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, int*, int>("warp_rounds");
  const Fault fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 5); }));
  EXPECT_TRUE(says(fault, "in the loop's next round: the barrier in " + line(line_of("// of the warp"))));
}

TEST_F(RaceMessages, InABlockOfOneWarpItsOwnBarrierIsEnough) {
  auto* const in = buffer<int>("in", 80);
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, int*, int>("no_barrier_within_the_round");
  const auto advice_with = [&](unsigned threads) {
    for (const Fault& fault : launch({1, 1, 1}, {threads, 1, 1}, [&] { run(in, out, 5); }).faults) {
      if (fault.kind == FaultKind::race) return fault.advice;
    }
    return std::string("no race");
  };
  EXPECT_EQ(advice_with(32), "the block is a single warp, so a __syncwarp() in between is enough");
  EXPECT_EQ(advice_with(64), "");
}

TEST_F(RaceMessages, ABarrierElsewhereInTheLoopIsNone) {
  auto* const in = buffer<int>("in", 80);
  auto* const out = buffer<int>("out", 64);
  const auto in_loop = kernel<const int*, int*, int>("no_barrier_within_the_round");
  Fault fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { in_loop(in, out, 5); }));
  EXPECT_TRUE(says(fault, "with no __syncthreads() in between"));
  EXPECT_FALSE(says(fault, "round"));
  const auto behind = kernel<int*>("after_a_barrier_but_without_one");
  fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { behind(out); }));
  EXPECT_EQ(fault.other.line, line_of("// filled by a function"));
  EXPECT_TRUE(says(fault, "with no __syncthreads() in between"));
  EXPECT_FALSE(says(fault, "round"));
}

TEST_F(RaceMessages, ABarrierThatPartOfTheBlockLeftOut) {
  auto* const in = buffer<int>("in", 128);
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, int*>("leaves_before_the_barrier");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); });
  ASSERT_FALSE(report.faults.empty());
  const Fault& fault = report.faults.back();
  EXPECT_EQ(fault.where.line, line_of("// loaded by those that left"));
  EXPECT_TRUE(says(fault, "the __syncthreads() in " + line(line_of("// not for all")) +
                              " is between, but part of the block left before it"));
  EXPECT_TRUE(says(fault, "move the barrier out of the loop"));
  EXPECT_FALSE(says(fault, "no __syncthreads() in between"));
}

TEST_F(RaceMessages, ABarrierThatPartOfTheWarpLeftOut) {
  auto* const in = buffer<int>("in", 32);
  auto* const out = buffer<int>("out", 32);
  const auto run = kernel<const int*, int*>("some_lanes_meet");
  const Fault fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); }));
  EXPECT_TRUE(says(fault, "the __syncwarp() in " + line(line_of("// of eight lanes")) +
                              " is between, but the two threads did not meet there"));
  EXPECT_TRUE(says(fault, "call __syncwarp() where all lanes of the warp come to it"));
  EXPECT_FALSE(says(fault, "is enough"));
}

TEST_F(RaceMessages, ABarrierOfAWarpOrdersNoOtherWarp) {
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<int*>("another_warps_word");
  const Fault fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out); }));
  EXPECT_TRUE(says(fault, "the __syncwarp() in " + line(line_of("// of each warp")) +
                              " orders the threads of one warp, and these are of two"));
  EXPECT_TRUE(says(fault, "use __syncthreads()"));
}

TEST_F(RaceMessages, VolatileOrdersNothing) {
  auto* const in = buffer<int>("in", 32);
  auto* const out = buffer<int>("out", 1);
  const auto run = kernel<const int*, int*>("volatile_sum");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  ASSERT_FALSE(report.faults.empty());
  const Fault& fault = report.faults.front();
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_TRUE(says(fault, "`volatile` makes each access happen, but orders nothing"));
  EXPECT_TRUE(says(fault, "put a __syncwarp() between the two lines"));
}

TEST_F(RaceMessages, OfGlobalMemoryTheIndexIsAskedForFirst) {
  auto* const out = buffer<int>("out", 65);
  const auto run = kernel<int*>("reads_the_neighbours_of_global_memory");
  const Fault fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out); }));
  EXPECT_TRUE(says(fault, "with no __syncthreads() in between"));
  EXPECT_TRUE(says(fault, "if each thread has its own elements, one of the two indices is wrong"));
}

TEST_F(RaceMessages, OneIndexOfTwoThreadsIsAskedForFirst) {
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<int*>("pairs_add");
  const Fault fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.where.line, line_of("// two threads, one index"));
  EXPECT_TRUE(says(fault, "both write `sums`"));
  EXPECT_TRUE(says(fault, "use threadIdx.x in the index"));
  EXPECT_FALSE(says(fault, "__syncthreads()"));
}

TEST_F(RaceMessages, ANeighboursElementIsAnotherIndex) {
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<int*>("the_neighbours");
  const Fault fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.where.line, line_of("// its neighbour's"));
  EXPECT_TRUE(says(fault, "with neither a __syncthreads() in between nor an atomic operation"));
  EXPECT_FALSE(says(fault, "same index"));
}

TEST_F(RaceMessages, BetweenBlocksTheIndexComesBeforeAtomics) {
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<int*>("without_the_block");
  const auto report = launch({8, 1, 1}, {64, 1, 1}, [&] { run(out); });
  ASSERT_FALSE(report.faults.empty());
  const Fault& fault = report.faults.front();
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.message.find("atomic"), std::string::npos) << fault.message;
  EXPECT_EQ(fault.advice.find("check whether the two blocks compute the same index by mistake"), 0U)
      << fault.advice;
  EXPECT_TRUE(says(fault, "atomic operations"));
}

TEST_F(RaceMessages, LinesOfTwoFilesAreToldWithTheirFiles) {
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<int*>("reads_by_a_header");
  const Fault fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out); }));
  EXPECT_TRUE(says(fault, "`words` is read in line 5 of race_in_header.h by thread ("));
  EXPECT_TRUE(says(fault, " and written in " + line(line_of("// written by the kernel")) +
                              " of race_messages.cu by thread ("));
}
