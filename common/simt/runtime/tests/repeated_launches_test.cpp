// Launches that repeat an earlier one are taken from it; those that would do anything else run.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "kernels.h"
#include "recorded.h"

namespace {

class RepeatedLaunches : public testing::Test {
 protected:
  static constexpr int kCount = 256;
  static constexpr std::size_t kBytes = kCount * sizeof(float);

  void SetUp() override {
    ASSERT_EQ(cudaMalloc(&in_, kBytes), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&out_, kBytes), cudaSuccess);
    give(in_, 1);
  }
  void TearDown() override {
    EXPECT_EQ(cudaFree(in_), cudaSuccess);
    EXPECT_EQ(cudaFree(out_), cudaSuccess);
  }

  static void give(float* memory, float value) {
    const std::vector<float> values(kCount, value);
    ASSERT_EQ(cudaMemcpy(memory, values.data(), kBytes, cudaMemcpyHostToDevice), cudaSuccess);
  }
  static float first_of(const float* memory) {
    float value = 0;
    EXPECT_EQ(cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDeviceToHost), cudaSuccess);
    return value;
  }
  // Counts the launches among those of `body` that were not run.
  template <class Body>
  static std::uint64_t repeated_in(const Body& body) {
    const std::uint64_t before = all_repeated();
    body();
    return all_repeated() - before;
  }

  float* in_ = nullptr;
  float* out_ = nullptr;

 private:
  static std::uint64_t all_repeated() {
    std::uint64_t sum = 0;
    for (const cudart::LaunchGroup& group : cudart_test::recorded().groups) sum += group.repeated;
    return sum;
  }
};

TEST_F(RepeatedLaunches, OnUnchangedMemoryAreTakenFromTheFirst) {
  cudart::LaunchGroup once;
  EXPECT_EQ(repeated_in([&] {
              launch_add_one(in_, out_, kCount);
              once = cudart_test::last_launch();
              for (int i = 0; i < 9; ++i) launch_add_one(in_, out_, kCount);
            }),
            9U);
  const cudart::LaunchGroup all = cudart_test::last_launch();
  EXPECT_EQ(all.count, once.count + 9);
  EXPECT_GT(all.accesses.at(0).requests, once.accesses.at(0).requests);
  EXPECT_DOUBLE_EQ(all.least_us / static_cast<double>(all.count),
                   once.least_us / static_cast<double>(once.count));
  EXPECT_EQ(first_of(out_), 2);
}

TEST_F(RepeatedLaunches, RunAfterACopy) {
  EXPECT_EQ(repeated_in([&] {
              launch_add_one(in_, out_, kCount);
              give(in_, 5);
              launch_add_one(in_, out_, kCount);
            }),
            0U);
  EXPECT_EQ(first_of(out_), 6);
}

TEST_F(RepeatedLaunches, RunWhenAnotherKernelStoredToWhatTheyRead) {
  const auto add_twice = [&] {
    launch_add_one(in_, out_, kCount);
    launch_add_one(out_, in_, kCount);
  };
  EXPECT_EQ(repeated_in([&] {
              for (int i = 0; i < 3; ++i) add_twice();
            }),
            0U);
  EXPECT_EQ(first_of(in_), 7);
}

TEST_F(RepeatedLaunches, RunWhenAnotherKernelStoredToWhatTheyWrote) {
  auto* const words = reinterpret_cast<int*>(out_);
  EXPECT_EQ(repeated_in([&] {
              launch_fill(words, kCount, 3);
              launch_fill(words, kCount, 4);
              launch_fill(words, kCount, 3);
            }),
            0U);
  int value = 0;
  EXPECT_EQ(cudaMemcpy(&value, words, sizeof value, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(value, 3);
}

TEST_F(RepeatedLaunches, InTurnsThatTouchNothingOfEachOtherAreTakenFromTheFirst) {
  EXPECT_EQ(repeated_in([&] {
              for (int i = 0; i < 3; ++i) {
                launch_add_one(in_, out_, kCount);
                launch_count();
              }
            }),
            2U);
}

TEST_F(RepeatedLaunches, RunWhereTheyChangeWhatTheyRead) {
  EXPECT_EQ(repeated_in([&] {
              for (int i = 0; i < 5; ++i) launch_add_one(in_, in_, kCount);
            }),
            0U);
  EXPECT_EQ(first_of(in_), 6);
}

TEST_F(RepeatedLaunches, RunOnManagedMemoryWhichTheHostCanChangeByItself) {
  float* managed = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, kBytes), cudaSuccess);
  EXPECT_EQ(repeated_in([&] {
              for (int i = 0; i < 3; ++i) {
                managed[0] = static_cast<float>(i);
                launch_add_one(managed, out_, 1);
                EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
              }
            }),
            0U);
  EXPECT_EQ(first_of(out_), 3);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
}

TEST_F(RepeatedLaunches, RunWhereTheyPrint) {
  EXPECT_EQ(repeated_in([&] {
              testing::internal::CaptureStdout();
              launch_print(7);
              launch_print(7);
              EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
              std::fflush(stdout);
              EXPECT_EQ(testing::internal::GetCapturedStdout(), "value 7\nvalue 7\n");
            }),
            0U);
}

}  // namespace
