// Streams, events, host functions, devices.
#include <gtest/gtest.h>

#include <utility>

#include "kernels.h"
#include "recorded.h"
#include "state/devices.h"

namespace {

TEST(Streams, AreHandlesUntilTheyAreDestroyed) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -9), cudaSuccess);
  int priority = 1;
  unsigned flags = 0;
  EXPECT_EQ(cudaStreamGetPriority(stream, &priority), cudaSuccess);
  EXPECT_EQ(priority, -5);
  EXPECT_EQ(cudaStreamGetFlags(stream, &flags), cudaSuccess);
  EXPECT_EQ(flags, cudaStreamNonBlocking);
  EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, 99), cudaErrorInvalidValue);
}

TEST(Streams, WorkIsDoneInOrder) {
  int* memory = nullptr;
  std::vector<int> back(64);
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaMallocAsync(&memory, 256, nullptr), cudaSuccess);
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  launch_fill(memory, 64, 3, stream);
  ASSERT_EQ(cudaMemcpyAsync(back.data(), memory, 256, cudaMemcpyDeviceToHost, stream), cudaSuccess);
  std::pair<const int*, int> seen{&back[63], 0};
  const auto look = [](void* data) {
    auto& [from, to] = *static_cast<std::pair<const int*, int>*>(data);
    to = *from;
  };
  ASSERT_EQ(cudaLaunchHostFunc(stream, look, &seen), cudaSuccess);
  EXPECT_EQ(seen.second, 3);
  const auto note = [](cudaStream_t, cudaError_t status, void* to) { *static_cast<int*>(to) = status + 40; };
  ASSERT_EQ(cudaStreamAddCallback(stream, note, &seen.second, 0), cudaSuccess);
  EXPECT_EQ(seen.second, 40);
  EXPECT_EQ(cudaFreeAsync(memory, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST(Events, HaveATimeOnceTheyAreRecorded) {
  cudaEvent_t first = nullptr;
  cudaEvent_t untimed = nullptr;
  float milliseconds = -1;
  ASSERT_EQ(cudaEventCreate(&first), cudaSuccess);
  ASSERT_EQ(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, first, first), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventRecord(first), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(untimed), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, first, first), cudaSuccess);
  EXPECT_EQ(milliseconds, 0);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, first, untimed), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(first), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(first), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(untimed), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(nullptr), cudaErrorInvalidResourceHandle);
}

TEST(Devices, AnswerAsAnH200) {
  cudaDeviceProp properties = {};
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_STREQ(properties.name, "NVIDIA H200");
  EXPECT_EQ(properties.major, 9);
  EXPECT_EQ(properties.multiProcessorCount, 132);
  EXPECT_EQ(properties.sharedMemPerBlockOptin, 232448U);
  EXPECT_LE(properties.totalGlobalMem, 150109880320U);
  int value = 0;
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrL2CacheSize, 0), cudaSuccess);
  EXPECT_EQ(value, 62914560);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetDeviceProperties(&properties, 1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaSetDevice(1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetDeviceCount(&value), cudaSuccess);
  EXPECT_EQ(value, 1);
}

}  // namespace
