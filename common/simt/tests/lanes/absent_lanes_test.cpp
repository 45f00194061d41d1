// CUDA waits only for the lanes of a mask that have not exited. The others do not vote, nothing orders what they stored, and
// a shuffle that reads one is undefined: an error where the value is used, and none where it is dropped.
#include <numeric>

#include "module_test.h"

using simt::FaultKind;

namespace {

class AbsentLanes : public simt_test::ModuleTest {
 protected:
  AbsentLanes() : ModuleTest("absent_lanes") {}

  template <class T>
  static T* buffer_of(simt::Machine& machine, std::size_t elements) {
    auto* const memory = static_cast<T*>(machine.allocate(elements * sizeof(T), "buffer", sizeof(T)));
    machine.mark_written(memory, elements * sizeof(T));
    return memory;
  }
};

}  // namespace

TEST_F(AbsentLanes, ASumThatReadsLanesWhichReturnedIsUndefined) {
  auto* const in = buffer<float>("in", 32);
  auto* const out = buffer<float>("out", 1, false);
  const auto run = kernel<const float*, float*, int>("warp_sum_after_return");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 20); }));
  EXPECT_EQ(fault.kind, FaultKind::uninitialized_read);
  EXPECT_EQ(fault.where.line, line_of("// reads who left"));
  EXPECT_EQ(fault.other.line, line_of("// leaves the sum")) << "the line of the return, not of its condition";
  EXPECT_EQ(fault.message,
            "this shuffle takes the value of lane 24 (thread (24, 0, 0)), which left the kernel in line " +
                std::to_string(line_of("// leaves the sum")) + ": the value is undefined, and line " +
                std::to_string(line_of("// the sum is stored")) + " uses it");
  EXPECT_NE(out[0], out[0]) << "the poison is NaN";
  EXPECT_FALSE(fault.stops_the_launch());
}

TEST_F(AbsentLanes, ASumThatAllComeToIsRight) {
  auto* const in = buffer<float>("in", 32);
  auto* const out = buffer<float>("out", 1, false);
  std::fill_n(in, 32, 1.0F);
  for (const char* name : {"warp_sum_after_return", "warp_sum_of_neutral_values"}) {
    const auto run = kernel<const float*, float*, int>(name);
    const int n = std::string(name) == "warp_sum_after_return" ? 32 : 20;
    EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, n); }).faults.empty()) << name;
    EXPECT_EQ(out[0], static_cast<float>(n));
  }
}

TEST_F(AbsentLanes, AValueThatIsDroppedIsNoError) {
  int* const in = buffer<int>("in", 32);
  int* const out = buffer<int>("out", 32, false);
  std::iota(in, in + 32, 5);
  const auto run = kernel<const int*, int*, int, int>("dropped");
  for (int how = 0; how < 4; ++how) {
    EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 20, how); }).faults.empty()) << how;
    for (int i = 0; i < 20; ++i) EXPECT_EQ(out[i], i < 19 ? 1 : 0) << how;
  }
  const auto loop = kernel<const int*, int*, int>("dropped_in_a_loop");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { loop(in, out, 20); }).faults.empty());
  EXPECT_EQ(out[0], 20 * 5 + 190);
}

TEST_F(AbsentLanes, EachUseIsAnError) {
  int* const in = buffer<int>("in", 32);
  int* const out = buffer<int>("out", 32);
  const auto run = kernel<const int*, int*, int, int>("used");
  const char* const uses[] = {"// goes to memory", "// decides a branch", "// an index", "// a vote",
                              "// is added"};
  for (int how = 0; how < 5; ++how) {
    const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 20, how); });
    ASSERT_FALSE(report.faults.empty()) << uses[how];
    const simt::Fault& fault = report.faults.front();
    EXPECT_EQ(fault.kind, FaultKind::uninitialized_read) << uses[how];
    EXPECT_EQ(fault.where.line, line_of("// taken"));
    EXPECT_EQ(fault.thread.x, 19U);
    EXPECT_NE(fault.message.find("line " + std::to_string(line_of(uses[how])) + " uses it"),
              std::string::npos)
        << fault.message;
  }
}

TEST_F(AbsentLanes, TheLaneThatTookTheValueIsNamedWhoeverUsesIt) {
  int* const in = buffer<int>("in", 32);
  int* const out = buffer<int>("out", 1);
  const auto run = kernel<const int*, int*, int>("passed_on");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 20); }));
  EXPECT_EQ(fault.where.line, line_of("// undefined in the last lane"));
  EXPECT_EQ(fault.thread.x, 19U);
  EXPECT_NE(fault.message.find("line " + std::to_string(line_of("// by lane 0"))), std::string::npos);
}

TEST_F(AbsentLanes, TheReasonIsNamed) {
  int* const in = buffer<int>("in", 32);
  int* const out = buffer<int>("out", 32);
  const auto ends = kernel<const int*, int*, int>("ends_without_return");
  auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { ends(in, out, 20); }));
  EXPECT_EQ(fault.other.line, line_of("// the end of the kernel"));
  EXPECT_EQ(fault.count, 12U);
  fault = only_fault(launch({1, 1, 1}, {20, 1, 1}, [&] { ends(in, out, 20); }));
  EXPECT_NE(fault.message.find("lane 20, which the block does not have"), std::string::npos) << fault.message;
  EXPECT_EQ(fault.other.line, 0U);
  const auto named = kernel<const int*, int*>("not_named");
  fault = only_fault(launch({1, 1, 1}, {16, 1, 1}, [&] { named(in, out); }));
  EXPECT_EQ(fault.where.line, line_of("// lane 15 reads lane 16"));
}

TEST_F(AbsentLanes, TheyDoNotVote) {
  auto* const out = buffer<unsigned>("out", 160, false);
  const auto run = kernel<unsigned*, int>("votes_of_who_is_there");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, 20); }).faults.empty());
  for (unsigned i = 0; i < 20; ++i) {
    EXPECT_EQ(out[i], 0xFFFFFU);
    EXPECT_EQ(out[32 + i], 1U);
    EXPECT_EQ(out[64 + i], 0U);
    EXPECT_EQ(out[96 + i], 20U);
    EXPECT_EQ(out[128 + i], 0xFFFFFU & 0xFFU << i / 8 * 8);
  }
}

TEST_F(AbsentLanes, WhatTheyStoredIsNotOrdered) {
  struct Case {
    const char* kernel;
    const char* read;
    const char* stored;
  };
  for (const Case& one : {Case{"sync_of_eight", "// read by eight", "// stored by all"},
                          Case{"sync_after_a_fence", "// read behind a fence", "// fenced by all"}}) {
    const auto run = kernel<const int*, int*, int>(one.kernel);
    for (const unsigned seed : {0U, 1U, 2U}) {
      simt::Machine machine({1, seed, 1.0});
      int* const in = buffer_of<int>(machine, 32);
      int* const out = buffer_of<int>(machine, 32);
      const simt::LaunchShape warp{{1, 1, 1}, {32, 1, 1}};
      EXPECT_TRUE(launch_on(machine, warp, [&] { run(in, out, 0); }).faults.empty()) << one.kernel;
      const auto fault = only_fault(launch_on(machine, warp, [&] { run(in, out, 8); }));
      EXPECT_EQ(fault.kind, FaultKind::race) << one.kernel;
      EXPECT_EQ(fault.where.line, line_of(one.read));
      EXPECT_EQ(fault.other.line, line_of(one.stored));
    }
  }
}

TEST_F(AbsentLanes, TheReportDoesNotDependOnTheOrderOfLanes) {
  const auto run = kernel<const float*, float*, int>("warp_sum_after_return");
  std::string first;
  for (const unsigned seed : {0U, 1U, 2U, 3U}) {
    simt::Machine machine({1, seed, 1.0});
    auto* const in = buffer_of<float>(machine, 32);
    auto* const out = buffer_of<float>(machine, 1);
    const auto fault = only_fault(launch_on(machine, {{1, 1, 1}, {32, 1, 1}}, [&] { run(in, out, 20); }));
    EXPECT_EQ(fault.count, 1U);
    EXPECT_EQ(fault.thread.x, 8U);
    if (first.empty()) first = fault.message;
    EXPECT_EQ(fault.message, first);
  }
}
