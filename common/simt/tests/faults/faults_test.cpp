#include <cuda_runtime.h>

#include <ctime>

#include "module_test.h"

using simt::FaultKind;

SIMT_MODULE_TEST(Faults, "faults");

TEST_F(Faults, ReadPastTheEnd) {
  auto* const in = buffer<float>("in", 100);
  auto* const out = buffer<float>("out", 128);
  const auto read = kernel<const float*, float*, int>("read_past_the_end");
  const auto fault = only_fault(launch({2, 1, 1}, {64, 1, 1}, [&] { read(in, out, 100); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.message, "out-of-bounds read of `in[100]`: `in` has 100 elements");
  EXPECT_EQ(fault.where.line, line_of("// one too many"));
  EXPECT_EQ(fault.where.file, module_.source());
  EXPECT_EQ(fault.block.x, 1U);
  EXPECT_EQ(fault.thread.x, 36U);
  EXPECT_EQ(out[100], 0) << "what is read outside of an array is zeros, and the launch goes on";
}

TEST_F(Faults, BehindAReadPastTheEndRacesAreFoundAsWell) {
  auto* const in = buffer<int>("in", 64);
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, int*>("reads_beyond_and_races");
  const simt::LaunchReport report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); });
  ASSERT_EQ(report.faults.size(), 2U);
  EXPECT_EQ(report.faults[0].message, "out-of-bounds read of `in[64]`: `in` has 64 elements");
  EXPECT_EQ(report.faults[1].kind, FaultKind::race);
  EXPECT_EQ(report.faults[1].where.line, line_of("// too early all the same"));
}

TEST_F(Faults, AReadPastTheEndThatKeepsALoopGoingIsTheOnlyFault) {
  auto* const next = buffer<int>("next", 2);
  auto* const out = buffer<int>("out", 1);
  next[0] = 0;
  next[1] = 2;
  const auto run = kernel<const int*, int*>("leads_out");
  const auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { run(next, out); }));
  EXPECT_EQ(fault.message, "out-of-bounds read of `next[2]`: `next` has 2 elements");
}

TEST_F(Faults, ABlockWhoseReadsAreAllOutsideIsStopped) {
  auto* const in = buffer<int>("in", 64);
  auto* const out = buffer<int>("out", 8);
  out[7] = 5;
  const auto run = kernel<const int*, int*, int>("wrong_altogether");
  const auto fault = only_fault(launch({8, 1, 1}, {32, 1, 1}, [&] { run(in, out, 64); }));
  EXPECT_EQ(fault.message, "out-of-bounds read of `in[64]`: `in` has 64 elements");
  EXPECT_EQ(fault.count, 1U);
}

TEST_F(Faults, OfABlocksReadAndWritePastTheEndTheReadIsTold) {
  auto* const in = buffer<int>("in", 64);
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, int*, int>("reads_then_writes_beyond");
  const auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { run(in, out, 64); }));
  EXPECT_EQ(fault.message, "out-of-bounds read of `in[64]`: `in` has 64 elements");
  EXPECT_EQ(fault.where.line, line_of("// the cause"));
}

TEST_F(Faults, WriteBeforeTheStart) {
  auto* const out = buffer<float>("out", 64);
  const auto write = kernel<float*>("write_before_the_start");
  const auto fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { write(out); }));
  EXPECT_EQ(fault.message, "out-of-bounds write of `out[-3]`: `out` has 64 elements");
  EXPECT_EQ(fault.where.line, line_of("// before the start"));
}

TEST_F(Faults, NullPointer) {
  auto* const out = buffer<float>("out", 64);
  const auto read = kernel<const float*, float*>("read_null");
  const auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { read(nullptr, out); }));
  EXPECT_EQ(fault.message, "out-of-bounds read of 4 bytes through a null pointer");
  EXPECT_EQ(fault.advice.find("the launch passes no array"), 0U) << fault.advice;
  EXPECT_EQ(fault.where.line, line_of("// null"));
}

TEST_F(Faults, PointerToTheHostsMemory) {
  auto* const out = buffer<float>("out", 64);
  const auto read = kernel<const float*, float*>("read_null");
  const float of_the_host[4] = {};
  const float* const pointer = of_the_host;
  const auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { read(pointer, out); }));
  EXPECT_EQ(
      fault.message,
      "out-of-bounds read of 4 bytes through `nothing`: the launch passes a pointer to host memory, which "
      "a kernel cannot reach");
  EXPECT_EQ(fault.advice.find("allocate the buffer with cudaMalloc"), 0U) << fault.advice;
  EXPECT_EQ(fault.where.line, line_of("// null"));
}

TEST_F(Faults, PointerToReleasedMemory) {
  auto* const out = buffer<float>("out", 64);
  auto* const gone = static_cast<float*>(machine_.allocate(64, "gone", 4));
  machine_.release(gone);
  const auto read = kernel<const float*, float*>("read_null");
  const auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { read(gone, out); }));
  EXPECT_EQ(
      fault.message,
      "out-of-bounds read of 4 bytes through `nothing`: the launch passes a pointer to device memory that "
      "is not allocated");
}

TEST_F(Faults, DescribedAnew) {
  auto* const out = buffer<float>("out", 64);
  machine_.describe(out, "result", 8);
  const auto write = kernel<float*>("write_before_the_start");
  const auto fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { write(out); }));
  EXPECT_EQ(fault.message, "out-of-bounds write of `result[-2]`: `result` has 32 elements");
}

TEST_F(Faults, PastASharedArray) {
  auto* const out = buffer<float>("out", 16);
  const auto past = kernel<float*>("past_the_tile");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { past(out); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.message, "out-of-bounds write of shared memory, word 16 of `tile`: `tile` has 16 words");
  EXPECT_EQ(fault.where.line, line_of("// past the tile"));
  EXPECT_EQ(fault.thread.x, 16U);
}

TEST_F(Faults, DynamicSharedMemoryThatTheLaunchDoesNotGive) {
  auto* const out = buffer<float>("out", 16);
  const auto run = kernel<float*>("dynamic_tile");
  simt::Fault fault = only_fault(launch({1, 1, 1}, {16, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.message, "out-of-bounds write of dynamic shared memory: the launch gives the kernel none");
  EXPECT_EQ(fault.advice.find("declare the array with its size"), 0U) << fault.advice;
  EXPECT_EQ(fault.where.line, line_of("// past what there is"));
  // With some dynamic shared memory that is too little, an index is wrong.
  fault = only_fault(launch(
      {1, 1, 1}, {16, 1, 1}, [&] { run(out); }, 32));
  EXPECT_EQ(
      fault.message,
      "out-of-bounds write of shared memory, word 8 of `dynamic shared memory`: `dynamic shared memory` has "
      "8 words");
  EXPECT_EQ(fault.advice.find("compute the index"), 0U) << fault.advice;
  EXPECT_TRUE(launch(
                  {1, 1, 1}, {16, 1, 1}, [&] { run(out); }, 64)
                  .faults.empty());
}

TEST_F(Faults, AVectorThatBeginsInTheArrayAndEndsBehindIt) {
  auto* const in = buffer<float>("in", 2);
  auto* const out = buffer<float4>("out", 1);
  const auto run = kernel<const float*, float4*>("misaligned");
  const auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { run(in, out); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.advice.find("only the start of this access is in the array"), 0U) << fault.advice;
}

TEST_F(Faults, MisalignedVectorNamesTheKernelsLine) {
  auto* const in = buffer<float>("in", 256);
  auto* const out = buffer<float4>("out", 32);
  const auto run = kernel<const float*, float4*>("misaligned");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); }));
  EXPECT_EQ(fault.kind, FaultKind::misaligned);
  EXPECT_EQ(fault.where.line, line_of("// misaligned"));
  EXPECT_EQ(fault.thread.x, 1U);
}

// PTX ISA, exit: a barrier does not wait for threads that have exited.
TEST_F(Faults, ThreadsThatReturnedDoNotHoldUpABarrier) {
  auto* const branch_out = buffer<float>("out", 64);
  const auto branch = kernel<float*>("barrier_in_a_branch");
  auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { branch(branch_out); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(only_remark(report).where.line, line_of("// in a branch"));
  auto* const out = buffer<int>("out", 64, false);
  const auto run = kernel<int*>("return_before_the_barrier");
  report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(out); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(only_remark(report).where.line, line_of("// the odd ones"));
  EXPECT_NE(only_remark(report).message.find("32 "), std::string::npos) << only_remark(report).message;
  EXPECT_TRUE(machine_.is_written(out + 1, sizeof(int)));
}

TEST_F(Faults, TwoBarriersAtOnce) {
  auto* const out = buffer<float>("out", 64);
  const auto run = kernel<float*>("two_barriers");
  const auto fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::divergent_barrier);
  EXPECT_EQ(fault.where.line, line_of("// even threads"));
  EXPECT_EQ(fault.other.line, line_of("// odd threads"));
}

TEST_F(Faults, DivisionByZero) {
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<int*, int>("divide");
  const auto fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out, 40); }));
  EXPECT_EQ(fault.kind, FaultKind::crash);
  EXPECT_EQ(fault.message, "integer division by zero");
  EXPECT_EQ(fault.where.line, line_of("// divide"));
  EXPECT_EQ(fault.thread.x, 40U);
}

TEST_F(Faults, EndlessLoop) {
  auto* const out = buffer<int>("out", 96);
  const auto run = kernel<volatile int*>("endless");
  const auto fault = only_fault(launch({3, 1, 1}, {32, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::time_limit);
  EXPECT_EQ(fault.where.line, line_of("// endless, with nothing in it"));
  EXPECT_EQ(fault.block.x, 1U);
  EXPECT_FALSE(fault.names_a_thread) << "which of the 32 lanes runs when the time is up is chance";
}

TEST_F(Faults, EndlessLoopThatWorks) {
  auto* const out = buffer<int>("out", 2);
  out[0] = 0;
  const auto run = kernel<volatile int*>("endless_access");
  const auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::time_limit);
  EXPECT_EQ(fault.where.line, line_of("// endless, with accesses"));
}

// clang makes a loop of one of its calls, of which the source knows nothing. The limit may be reached anywhere in it: what the lane did last
// is a matter of chance, and so are the words that follow.
TEST_F(Faults, EndlessRecursion) {
  auto* const in = buffer<int>("in", 2);
  auto* const out = buffer<long>("out", 1);
  const auto run = kernel<const int*, long*>("endless_recursion");
  const auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { run(in, out); }));
  EXPECT_EQ(fault.kind, FaultKind::time_limit);
  EXPECT_GE(fault.where.line, line_of("long fibonacci"));
  EXPECT_LE(fault.where.line, line_of("// endless, and no loop"));
  EXPECT_EQ(fault.message.rfind("the kernel did not finish: ", 0), 0U) << fault.message;
}

class TimeLimit : public simt_test::ModuleTest {
 protected:
  static constexpr double kLimitSeconds = 0.2;
  static constexpr int kRounds = 20'000;

  TimeLimit() : ModuleTest("faults", {1, 0, kLimitSeconds}) {}

  simt::LaunchReport launch_busy(unsigned blocks) {
    const std::clock_t before = std::clock();
    simt::LaunchReport report = launch({blocks, 1, 1}, {1, 1, 1}, [&] { run_(out_, kRounds); });
    seconds_ = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    return report;
  }
  // How many blocks use up so much of this computer's processor time, once the machine has its memory.
  unsigned blocks_for(double seconds) {
    constexpr unsigned kSample = 20;
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(launch_busy(kSample).completed());
    return static_cast<unsigned>(seconds / seconds_ * kSample) + 1;
  }

  double seconds_ = 0;  // of processor time that the last launch took

 private:
  int* out_ = buffer<int>("out", 1'000'000);
  simt_test::TypedKernel<volatile int*, int> run_ = kernel<volatile int*, int>("busy_blocks");
};

TEST_F(TimeLimit, ALaunchWhoseBlocksGetOnMayTakeLonger) {
  EXPECT_TRUE(launch_busy(blocks_for(1.7 * kLimitSeconds)).completed());
  EXPECT_GT(seconds_, kLimitSeconds);  // so the limit has passed
}

TEST_F(TimeLimit, ThreeTimesTheLimitIsTheMost) {
  const auto fault = only_fault(launch_busy(blocks_for(10 * kLimitSeconds)));
  EXPECT_EQ(fault.kind, FaultKind::time_limit);
  EXPECT_EQ(fault.where.line, line_of("// busy"));
}

TEST_F(Faults, StackOverflow) {
  auto* const out = buffer<int>("out", 1);
  const auto run = kernel<int*>("overflow");
  const auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::stack_overflow);
  EXPECT_NE(fault.where.line, 0U);
  EXPECT_EQ(fault.advice.find("check that every function that calls itself comes to an end"), 0U)
      << fault.advice;
}

TEST_F(Faults, LocalArrayLargerThanTheStack) {
  auto* const out = buffer<int>("out", 1);
  const auto run = kernel<int*, int>("large_local_array");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, 200000); }));
  EXPECT_EQ(fault.kind, FaultKind::stack_overflow);
}

// The processor's trap: SIGILL on x86-64, SIGTRAP on ARM64.
TEST_F(Faults, AnEndThatTheKernelSaysIsOutOfReach) {
  auto* const out = buffer<int>("out", 1);
  const auto run = kernel<int*>("end_out_of_reach");
  const auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::crash);
  EXPECT_EQ(fault.message, "the compiler found undefined behaviour here and made it a trap");
}

TEST_F(Faults, TheMachineGoesOnAfterEachOfThem) {
  auto* const out = buffer<int>("out", 64);
  const auto divide = kernel<int*, int>("divide");
  const auto overflow = kernel<int*>("overflow");
  for (int i = 0; i < 50; ++i) {
    EXPECT_FALSE(launch({4, 1, 1}, {64, 1, 1}, [&] { divide(out, 40); }).completed());
    EXPECT_FALSE(launch({4, 1, 1}, {64, 1, 1}, [&] { overflow(out); }).completed());
    EXPECT_TRUE(launch({4, 1, 1}, {64, 1, 1}, [&] { divide(out, 400); }).completed());
  }
  EXPECT_EQ(out[0], 100 / 400);
}

TEST_F(Faults, RaceBetweenAWriteAndARead) {
  auto* const in = buffer<int>("in", 65);
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, int*>("no_barrier");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); });
  const auto fault = only_fault(report);
  EXPECT_TRUE(report.completed());
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.message,
            "race in shared memory: `line` is read in line " + std::to_string(line_of("// read too early")) +
                " by thread (31, 0, 0) and written in line " + std::to_string(line_of("// filled")) +
                " by thread (32, 0, 0), with no __syncthreads() in between");
  EXPECT_EQ(fault.where.line, line_of("// read too early"));
  EXPECT_EQ(fault.other.line, line_of("// filled"));
  EXPECT_EQ(fault.count, 64U);
}

TEST_F(Faults, RaceWithTheNextRound) {
  auto* const in = buffer<int>("in", 65);
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, int*>("second_barrier_missing");
  const auto fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); }));
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.where.line, line_of("// still being read"));
  EXPECT_EQ(fault.other.line, line_of("// written again"));
}

TEST_F(Faults, RaceOfTwoWriters) {
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<int*>("two_writers");
  const auto fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.where.line, line_of("// all write one"));
}

TEST_F(Faults, ReadsOfWhatNothingWrote) {
  auto* const in = buffer<int>("in", 64, false);
  auto* const out = buffer<int>("out", 64);
  machine_.mark_written(in, 63 * sizeof(int));
  const auto run = kernel<const int*, int*>("never_written");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); });
  ASSERT_EQ(report.faults.size(), 1U);  // one line: shared and global are told apart by the first
  EXPECT_EQ(report.faults[0].kind, FaultKind::uninitialized_read);
  EXPECT_EQ(report.faults[0].where.line, line_of("// nothing there"));
  EXPECT_EQ(report.faults[0].count, 32U + 1);
}

TEST_F(Faults, AnAtomicOperationReadsWhatItChanges) {
  auto* const out = buffer<int>("out", 32, false);
  const auto run = kernel<int*>("stores_by_atomics");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::uninitialized_read);
  EXPECT_EQ(fault.where.line, line_of("// nothing to change"));
  EXPECT_EQ(fault.message, "atomic operation on `out[0]`, before any thread wrote there");
  EXPECT_NE(fault.advice.find("use a plain store"), std::string::npos) << fault.advice;
}

TEST_F(Faults, OfOneLinesUnwrittenWordsTheLowestIsNamed) {
  auto* const out = buffer<float>("out", 32);
  const auto run = kernel<float*>("a_third_of_a_struct");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.where.line, line_of("// two members too many"));
  EXPECT_EQ(fault.message, "read of shared memory, word 1 of `tile`, before any thread wrote there");
}

TEST_F(Faults, AKernelStandsWhereItIsNamedAlsoWhenItIsEmpty) {
  const simt::Kernel* const empty = module_.find("does_nothing");
  ASSERT_NE(empty, nullptr);
  EXPECT_EQ(empty->definition.line, line_of("// its name stands here"));
  EXPECT_EQ(empty->definition.file, module_.source());
}

TEST_F(Faults, OfSeveralTheLowestBlockIsReported) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    auto* const out = buffer<int>("out", 64);
    const auto run = kernel<int*, int>("last_block_faults");
    const auto fault = only_fault(launch({64, 1, 1}, {1, 1, 1}, [&] { run(out, 37); }));
    EXPECT_EQ(fault.block.x, 37U);
    machine_.release(out);
  }
}

TEST_F(Faults, ShapesThatNoGpuTakes) {
  const auto empty = kernel<int*>("does_nothing");
  const auto nothing = [&] { empty(nullptr); };
  auto fault = only_fault(launch({1, 1, 1}, {64, 32, 1}, nothing));
  EXPECT_EQ(fault.kind, FaultKind::launch_refused);
  EXPECT_EQ(fault.message, "the launch asks for 2048 threads in a block, a GPU takes at most 1024");
  EXPECT_EQ(only_fault(launch({0, 1, 1}, {64, 1, 1}, nothing)).kind, FaultKind::launch_refused);
  EXPECT_EQ(only_fault(launch({1, 70000, 1}, {64, 1, 1}, nothing)).kind, FaultKind::launch_refused);
  EXPECT_EQ(only_fault(launch({1, 1, 1}, {1, 1, 1}, nothing, 300000)).kind, FaultKind::launch_refused);
}

TEST_F(Faults, PrintedLinesComeBlockAfterBlock) {
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<int*>("prints");
  const auto report = launch({3, 1, 1}, {64, 1, 1}, [&] { run(out); });
  EXPECT_EQ(report.printed, "block 0 of 3: hello\nblock 1 of 3: hello\nblock 2 of 3: hello\n");
}
