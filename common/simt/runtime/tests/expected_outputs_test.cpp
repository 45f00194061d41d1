// Allocations that must be written whole: what is found of them when they are freed, and names that nothing has.
#include <gtest/gtest.h>

#include "kernels.h"
#include "recorded.h"
#include "state/expected_outputs.h"

namespace {

class ExpectedOutputs : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(cudaMalloc(&memory_, kCount * sizeof(int)), cudaSuccess); }
  void TearDown() override { EXPECT_EQ(cudaFree(memory_), cudaSuccess); }

  // "message" of each fault that is found where these names are expected.
  static std::vector<std::string> found(const std::string& names, void* memory) {
    cudart::DeviceMemory& device = cudart::Runtime::get().memory();
    cudart::ExpectedOutputs expected(names);
    expected.note_name(*device.find(memory));
    expected.look_at(device, *device.find(memory));
    std::vector<std::string> messages;
    for (const cudart::HostFault& fault : expected.faults()) messages.push_back(fault.message);
    device.find(memory)->expected_as.clear();
    return messages;
  }

  static constexpr int kCount = 1000;
  int* memory_ = nullptr;
};

using Messages = std::vector<std::string>;

TEST_F(ExpectedOutputs, WhatIsWrittenWholeIsNoFault) {
  launch_fill(memory_, kCount, 1);
  EXPECT_EQ(found("out", memory_), Messages{});
}

TEST_F(ExpectedOutputs, TheFirstElementThatNobodyWroteIsNamed) {
  launch_fill(memory_, kCount - 14, 1);
  EXPECT_EQ(found("out", memory_),
            Messages{"14 of 1000 elements of `out` were never written, the first is `out[986]`"});
  launch_fill(memory_, kCount - 1, 1);
  EXPECT_EQ(found("out", memory_), Messages{"1 of 1000 elements of `out` was never written: `out[999]`"});
  EXPECT_EQ(found("", memory_), Messages{}) << "nothing is expected";
}

TEST_F(ExpectedOutputs, TheHostWritesAsWell) {
  launch_fill(memory_, 10, 1);
  ASSERT_EQ(cudaMemset(memory_ + 10, 0, (kCount - 10) * sizeof(int)), cudaSuccess);
  EXPECT_EQ(found("out", memory_), Messages{});
}

TEST_F(ExpectedOutputs, ANameThatNothingHasIsAFault) {
  launch_fill(memory_, kCount, 1);
  EXPECT_EQ(found("sums, out", memory_), Messages{"No kernel was given an allocation called `sums`."});
  const cudart::ExpectedOutputs nothing_launched("out");
  ASSERT_EQ(nothing_launched.faults().size(), 1U);
  EXPECT_EQ(nothing_launched.faults().front().advice, "no kernel was given any allocation");
}

TEST_F(ExpectedOutputs, PaddingBehindRowsIsNobodysToWrite) {
  int* rows = nullptr;
  std::size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&rows, &pitch, 40 * sizeof(int), 2), cudaSuccess);
  const std::size_t row = pitch / sizeof(int);
  launch_fill(rows, 40, 1);
  EXPECT_EQ(found("out", rows), (Messages{"40 of " + std::to_string(2 * row) +
                                          " elements of `out` were never written, the first is `out[" +
                                          std::to_string(row) + "]`"}));
  launch_fill(rows + row, 40, 1);
  EXPECT_EQ(found("out", rows), Messages{});
  EXPECT_EQ(cudaFree(rows), cudaSuccess);
}

TEST_F(ExpectedOutputs, ManagedMemoryCannotBeToldOf) {
  int* managed = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, 64 * sizeof(int)), cudaSuccess);
  launch_fill(managed, 64, 1);
  const Messages messages = found("out", managed);
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(messages.front().find("`out` is memory that host code can write unseen"), 0U);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
}

}  // namespace
