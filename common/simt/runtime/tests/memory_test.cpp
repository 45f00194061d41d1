// What is allocated, given away and freed, and what the runtime says of mistakes with it.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <utility>

#include "kernels.h"
#include "recorded.h"

namespace {

using cudart_test::faults_of;
using cudart_test::only_fault;

TEST(Memory, IsFreedAndAllocatedAgain) {
  std::size_t free_before = 0;
  std::size_t free_between = 0;
  std::size_t total = 0;
  ASSERT_EQ(cudaMemGetInfo(&free_before, &total), cudaSuccess);
  int* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 1 << 20), cudaSuccess);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 256, 0U);
  ASSERT_EQ(cudaMemGetInfo(&free_between, &total), cudaSuccess);
  EXPECT_EQ(free_before - free_between, 1U << 20U);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  ASSERT_EQ(cudaMemGetInfo(&free_between, &total), cudaSuccess);
  EXPECT_EQ(free_before, free_between);
}

TEST(Memory, MoreThanThereIs) {
  std::size_t free = 0;
  std::size_t total = 0;
  ASSERT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  int* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, free + 1), cudaErrorMemoryAllocation);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST(Memory, FreedTwice) {
  int* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 64), cudaSuccess);
  launch_fill(memory, 4, 1);
  EXPECT_TRUE(faults_of([&] { cudaFree(memory); }).empty());
  EXPECT_EQ(only_fault([&] { EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue); }),
            "memory freed twice: cudaFree frees `out` a second time.");
}

TEST(Memory, FreeOfWhatWasNotAllocated) {
  int* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 64), cudaSuccess);
  EXPECT_EQ(
      only_fault([&] {
        EXPECT_EQ(cudaFree(memory + 1), cudaErrorInvalidValue);
      }).find("free of what was not allocated: cudaFree was given a pointer into the middle of `allocation "),
      0U);
  int of_the_host = 0;
  EXPECT_EQ(only_fault([&] { EXPECT_EQ(cudaFree(&of_the_host), cudaErrorInvalidValue); }),
            "free of what was not allocated: cudaFree was given a pointer to host memory that CUDA did not "
            "allocate.");
  EXPECT_EQ(only_fault([&] { EXPECT_EQ(cudaFreeHost(memory), cudaErrorInvalidValue); }),
            "free of what was not allocated: cudaFreeHost was given device memory.");
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
}

TEST(Memory, ManagedAndPinnedServeBothSides) {
  float* managed = nullptr;
  float* pinned = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, 256 * sizeof(float)), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(reinterpret_cast<void**>(&pinned), 256 * sizeof(float)), cudaSuccess);
  for (int i = 0; i < 256; ++i) pinned[i] = static_cast<float>(i);
  EXPECT_TRUE(faults_of([&] { launch_add_one(pinned, managed, 256); }).empty());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 256; ++i) ASSERT_EQ(managed[i], static_cast<float>(i + 1));
  void* device_pointer = nullptr;
  EXPECT_EQ(cudaHostGetDevicePointer(&device_pointer, pinned, 0), cudaSuccess);
  EXPECT_EQ(device_pointer, pinned);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST(Memory, PitchedRowsBeginAtMultiplesOf512) {
  for (const auto& [width, expected] :
       {std::pair<std::size_t, std::size_t>{1, 512}, {512, 512}, {513, 1024}}) {
    void* memory = nullptr;
    std::size_t pitch = 0;
    ASSERT_EQ(cudaMallocPitch(&memory, &pitch, width, 4), cudaSuccess);
    EXPECT_EQ(pitch, expected) << width;
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
  }
  cudaPitchedPtr block = {};
  ASSERT_EQ(cudaMalloc3D(&block, make_cudaExtent(100, 3, 5)), cudaSuccess);
  EXPECT_EQ(block.pitch, 512U);
  EXPECT_EQ(block.ysize, 3U);
  EXPECT_EQ(cudaFree(block.ptr), cudaSuccess);
}

TEST(Memory, ChildIsRefused) {
  ASSERT_EQ(cudaFree(nullptr), cudaSuccess);
  int* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 64), cudaSuccess);
  EXPECT_EXIT(
      {
        int* more = nullptr;
        std::_Exit(cudaMalloc(&more, 64) == cudaErrorInitializationError ? 7 : 1);
      },
      testing::ExitedWithCode(7), "");
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

// A handler that was installed before the device began still runs, and finds the signal recorded.
void end_if_recorded(int) {
  const auto faults = cudart_test::recorded_faults();
  const bool is_told =
      !faults.empty() && faults.back().kind == "device pointer used by host code" &&
      faults.back().message == "Host code read or wrote device memory through a pointer (`out`)." &&
      faults.back().where != nullptr;
  std::_Exit(is_told ? 7 : 1);
}

TEST(Memory, DevicePointerFollowedByTheHost) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        std::signal(SIGSEGV, end_if_recorded);
        int* memory = nullptr;
        cudaMalloc(&memory, 64);
        launch_fill(memory, 4, 1);
        static_cast<volatile int*>(memory)[3] = 1;
      },
      testing::ExitedWithCode(7), "");
}

}  // namespace
