// Launches: what is refused, what their time is, what they print.
#include <gtest/gtest.h>

#include <functional>

#include "kernels.h"
#include "recorded.h"
#include "state/devices.h"

namespace {

using cudart_test::only_fault;

class Launches : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaMalloc(&out_, kCount * sizeof(int)), cudaSuccess);
    cudaGetLastError();
  }
  void TearDown() override { EXPECT_EQ(cudaFree(out_), cudaSuccess); }

  float elapsed_us(const std::function<void()>& body) {
    cudaEvent_t start = nullptr;
    cudaEvent_t end = nullptr;
    EXPECT_EQ(cudaEventCreate(&start), cudaSuccess);
    EXPECT_EQ(cudaEventCreate(&end), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(start), cudaSuccess);
    body();
    EXPECT_EQ(cudaEventRecord(end), cudaSuccess);
    float milliseconds = -1;
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaSuccess);
    cudaEventDestroy(start);
    cudaEventDestroy(end);
    return milliseconds * 1e3F;
  }

  static constexpr int kCount = 1 << 20;
  int* out_ = nullptr;
};

TEST_F(Launches, ImpossibleShapes) {
  for (const auto& [grid, block] : {std::pair<unsigned, unsigned>{1, 1025}, {0, 32}, {1, 0}}) {
    launch_shape(out_, grid, block, 4);
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidConfiguration) << grid << " x " << block;
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  launch_shape(out_, 1, 1024, 4);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

// As `template <class Kernel> void time(Kernel kernel) { kernel(…); }` does, which compiles.
TEST_F(Launches, AKernelThatIsCalledLikeAFunctionDoesNotRun) {
  auto* const shape = reinterpret_cast<void (*)(int*)>(const_cast<void*>(shape_kernel()));
  EXPECT_EQ(only_fault([&] { shape(out_); }),
            "launch refused: shape was called like a function, so it did not run.");
  EXPECT_EQ(cudaGetLastError(), cudaErrorMissingConfiguration);
  launch_shape(out_, 1, 32, 4);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(Launches, DynamicSharedMemoryIsAllowedFirst) {
  EXPECT_EQ(
      only_fault([&] { launch_shape(out_, 1, 32, 65536); }),
      "launch refused: The launch of shape asks for 65536 bytes of dynamic shared memory; the kernel may "
      "have 49152 bytes.");
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(shape_kernel(), cudaFuncAttributeMaxDynamicSharedMemorySize, 65536),
            cudaSuccess);
  launch_shape(out_, 1, 32, 65536);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaFuncSetAttribute(shape_kernel(), cudaFuncAttributeMaxDynamicSharedMemorySize, 232449),
            cudaErrorInvalidValue);
}

// 1,024 ints are 4 KiB, and what of 48 KiB is left is for dynamic shared memory.
TEST_F(Launches, StaticSharedMemoryIsCounted) {
  cudaFuncAttributes attributes = {};
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, tile_kernel()), cudaSuccess);
  EXPECT_EQ(attributes.sharedSizeBytes, 4096U);
  void* arguments[] = {&out_};
  EXPECT_EQ(cudaLaunchKernel(tile_kernel(), dim3(1), dim3(64), arguments, 45056, nullptr), cudaSuccess);
  EXPECT_EQ(cudaLaunchKernel(tile_kernel(), dim3(1), dim3(64), arguments, 45057, nullptr),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  cudaFuncAttributes none = {};
  ASSERT_EQ(cudaFuncGetAttributes(&none, fill_kernel()), cudaSuccess);
  EXPECT_EQ(none.sharedSizeBytes, 0U);
}

TEST_F(Launches, WhatIsNoKernel) {
  const int no_kernel = 0;
  void* arguments[] = {nullptr};
  EXPECT_EQ(cudaLaunchKernel(static_cast<const void*>(&no_kernel), dim3(1), dim3(1), arguments, 0, nullptr),
            cudaErrorInvalidDeviceFunction);
  cudaFuncAttributes attributes = {};
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, static_cast<const void*>(&no_kernel)),
            cudaErrorInvalidDeviceFunction);
}

TEST_F(Launches, ByAddress) {
  int n = 64;
  int value = 5;
  void* arguments[] = {&out_, &n, &value};
  EXPECT_EQ(cudaLaunchKernel(fill_kernel(), dim3(1), dim3(64), arguments, 0, nullptr), cudaSuccess);
  value = 6;
  EXPECT_EQ(cudaLaunchCooperativeKernel(fill_kernel(), dim3(1), dim3(32), arguments, 0, nullptr),
            cudaSuccess);
  value = 7;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(16);
  EXPECT_EQ(cudaLaunchKernelExC(&config, fill_kernel(), arguments), cudaSuccess);
  int back[64] = {};
  ASSERT_EQ(cudaMemcpy(back, out_, sizeof back, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(back[0], 7);
  EXPECT_EQ(back[16], 6);
  EXPECT_EQ(back[32], 5);
  EXPECT_EQ(cudaLaunchCooperativeKernel(fill_kernel(), dim3(100000), dim3(1024), arguments, 0, nullptr),
            cudaErrorCooperativeLaunchTooLarge);
}

// 4 MiB written, in 4,096 blocks of 256 threads.
TEST_F(Launches, TimeIsPredictedAndNotBelowTheTrafficsBound) {
  const auto& device = cudart::device();
  const double bytes = double{kCount} * sizeof(int);
  const double least = bytes / (device.dram_gb_per_s * 1e3);
  const double once = elapsed_us([&] { launch_fill(out_, kCount, 1); });
  EXPECT_GT(once, least);
  EXPECT_LT(once, 20 * least);
  EXPECT_NEAR(elapsed_us([&] {
                launch_fill(out_, kCount, 1);
                launch_fill(out_, kCount, 2);
              }),
              2 * once, 0.02 * once);
  EXPECT_EQ(elapsed_us([] {}), 0);
}

TEST_F(Launches, CopiesTakeTheBussTime) {
  std::vector<int> host(kCount);
  const double least = double{kCount} * sizeof(int) / (cudart::device().pcie_gb_per_s * 1e3);
  EXPECT_NEAR(
      elapsed_us([&] { cudaMemcpy(out_, host.data(), kCount * sizeof(int), cudaMemcpyHostToDevice); }), least,
      0.01 * least);
}

TEST_F(Launches, PrintedWhenSomebodyWaits) {
  testing::internal::CaptureStdout();
  launch_print(1);
  std::printf("host\n");
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "host\nvalue 1\n");
}

TEST_F(Launches, ArgumentsGiveBuffersTheirNames) {
  launch_fill(out_, 32, 1);
  const cudart::LaunchGroup last = cudart_test::last_launch();
  EXPECT_EQ(last.kernel, "fill");
  ASSERT_EQ(last.accesses.size(), 1U);
  EXPECT_EQ(last.accesses.front().array, "out");
  EXPECT_GT(last.least_us, 0);
}

TEST_F(Launches, Occupancy) {
  int blocks = -1;
  // An H200 gives these answers for a kernel with few registers.
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill_kernel(), 256, 0), cudaSuccess);
  EXPECT_EQ(blocks, 8);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill_kernel(), 33, 0), cudaSuccess);
  EXPECT_EQ(blocks, 32);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill_kernel(), 32, 40000), cudaSuccess);
  EXPECT_EQ(blocks, 5);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill_kernel(), 2048, 0), cudaSuccess);
  EXPECT_EQ(blocks, 0);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill_kernel(), 0, 0),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small_kernel(), 65, 0), cudaSuccess);
  EXPECT_EQ(blocks, 0);
}

}  // namespace
