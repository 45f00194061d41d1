// Launches that repeat an earlier one are taken from it; those that would do anything else run.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "kernels.h"
#include "recorded.h"

namespace {

class RepeatedLaunches : public testing::Test {
 protected:
  static constexpr int kCount = 2048;  // 8 KiB, more than is kept the first time
  static constexpr std::size_t kBytes = kCount * sizeof(float);

  void SetUp() override {
    ASSERT_EQ(cudaDeviceReset(), cudaSuccess);  // no launch of another test is remembered
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

  static std::uint64_t all_faults() {
    std::uint64_t sum = 0;
    for (const cudart::HostFault& fault : cudart_test::recorded_faults()) sum += fault.count;
    return sum;
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

// The first time its arrays are not kept, and the second time they are.
TEST_F(RepeatedLaunches, InPlaceAreTakenFromTheSecondWhereACopyBringsBackWhatTheyRead) {
  EXPECT_EQ(repeated_in([&] {
              for (int i = 0; i < 6; ++i) {
                give(in_, 1);
                launch_add_one(in_, in_, kCount);
                EXPECT_EQ(first_of(in_), 2);
              }
            }),
            4U);
}

TEST_F(RepeatedLaunches, OnSmallArraysAreTakenFromTheFirst) {
  constexpr int kFew = 16;
  float* sums = nullptr;
  ASSERT_EQ(cudaMalloc(&sums, kFew * sizeof(float)), cudaSuccess);
  EXPECT_EQ(repeated_in([&] {
              for (int i = 0; i < 6; ++i) {
                ASSERT_EQ(cudaMemset(sums, 0, kFew * sizeof(float)), cudaSuccess);
                launch_add_one(sums, sums, kFew);
                EXPECT_EQ(first_of(sums), 1);
              }
            }),
            5U);
  EXPECT_EQ(cudaFree(sums), cudaSuccess);
}

TEST_F(RepeatedLaunches, InPlaceRunWhereACopyBringsSomethingElse) {
  EXPECT_EQ(repeated_in([&] {
              for (int i = 0; i < 6; ++i) {
                give(in_, static_cast<float>(i));
                launch_add_one(in_, in_, kCount);
                EXPECT_EQ(first_of(in_), static_cast<float>(i + 1));
              }
            }),
            0U);
}

TEST_F(RepeatedLaunches, BetweenTwoArraysAreTakenFromTheSecondRound) {
  EXPECT_EQ(repeated_in([&] {
              for (int i = 0; i < 5; ++i) {
                give(in_, 1);
                give(out_, 9);
                launch_add_one(in_, out_, kCount);
                launch_add_one(out_, in_, kCount);
                launch_add_one(in_, out_, kCount);
                EXPECT_EQ(first_of(out_), 4);
              }
            }),
            10U);
}

TEST_F(RepeatedLaunches, TakeACopyOfTheSameBytesForNoChange) {
  EXPECT_EQ(repeated_in([&] {
              for (int i = 0; i < 4; ++i) {
                give(in_, 1);
                launch_add_one(in_, out_, kCount);
                EXPECT_EQ(first_of(out_), 2);
              }
            }),
            3U);
}

// What lies between the rows of a copy is not copied, though the copy goes from the first byte to the last.
TEST_F(RepeatedLaunches, RunAfterACopyOfRowsWithGaps) {
  float* kept = nullptr;
  ASSERT_EQ(cudaMalloc(&kept, kBytes), cudaSuccess);
  launch_add_one(in_, out_, kCount);
  ASSERT_EQ(cudaMemcpy(kept, in_, kBytes, cudaMemcpyDeviceToDevice), cudaSuccess);
  give(in_, 5);
  constexpr std::size_t kRow = kBytes / 2;
  constexpr std::size_t kGap = 256;
  const std::size_t pitch = kRow + kGap / 2;
  ASSERT_EQ(cudaMemcpy2D(in_, pitch, kept, pitch, kBytes - pitch, 2, cudaMemcpyDeviceToDevice), cudaSuccess);
  launch_add_one(in_, out_, kCount);
  std::vector<float> values(kCount);
  ASSERT_EQ(cudaMemcpy(values.data(), out_, kBytes, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(values.front(), 2);
  EXPECT_EQ(values[kCount / 2], 6);
  EXPECT_EQ(values.back(), 2);
  EXPECT_EQ(cudaFree(kept), cudaSuccess);
}

TEST_F(RepeatedLaunches, OfAnArrayThatIsFilledAreTakenFromTheSecond) {
  const auto add_to = [&](int fill) {
    EXPECT_EQ(cudaMemset(in_, fill, kBytes), cudaSuccess);
    launch_add_one(in_, in_, kCount);
    return first_of(in_);
  };
  const float one = add_to(0);
  EXPECT_EQ(repeated_in([&] {
              EXPECT_EQ(add_to(0), one);
              EXPECT_EQ(add_to(0), one);
              EXPECT_NE(add_to(0x40), one);
              EXPECT_EQ(add_to(0), one);
            }),
            2U);
}

// cudaMemset() of what the last one filled does nothing, but only where nobody has changed it since.
TEST_F(RepeatedLaunches, LeaveAnArrayThatTheNextFillFillsAgain) {
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(cudaMemset(in_, 0, kBytes), cudaSuccess);
    EXPECT_EQ(first_of(in_), 0);
    launch_add_one(in_, in_, kCount);
    EXPECT_EQ(first_of(in_), 1);
  }
}

TEST_F(RepeatedLaunches, OnArraysThatAreMadeAnewAreTakenFromTheSecond) {
  EXPECT_EQ(repeated_in([&] {
              for (int i = 0; i < 4; ++i) {
                float* made = nullptr;
                ASSERT_EQ(cudaMalloc(&made, kBytes), cudaSuccess);
                launch_add_one(in_, made, kCount);
                EXPECT_EQ(first_of(made), 2);
                EXPECT_EQ(cudaFree(made), cudaSuccess);
              }
            }),
            2U);
}

// A repeated launch leaves unwritten what the first one left so.
TEST_F(RepeatedLaunches, LeaveElementsUnwritten) {
  for (int i = 0; i < 4; ++i) {
    float* made = nullptr;
    ASSERT_EQ(cudaMalloc(&made, kBytes), cudaSuccess);
    launch_add_one(in_, made, kCount / 2);
    std::vector<float> values(kCount);
    const std::uint64_t before = all_faults();
    EXPECT_EQ(cudaMemcpy(values.data(), made, kBytes / 2, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(all_faults(), before) << i;
    EXPECT_EQ(cudaMemcpy(values.data(), made, kBytes, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(all_faults(), before + 1) << i;
    EXPECT_EQ(cudaFree(made), cudaSuccess);
  }
}

TEST_F(RepeatedLaunches, OnAVariableThatIsSetBackAreTakenFromTheSecond) {
  EXPECT_EQ(repeated_in([&] {
              for (int i = 0; i < 5; ++i) {
                const std::vector<int> start{7, 7, 7, 7};
                ASSERT_EQ(cudaMemcpyToSymbol(counters_symbol(), start.data(), 16, 0, cudaMemcpyHostToDevice),
                          cudaSuccess);
                launch_count();
                std::vector<int> counted(4);
                ASSERT_EQ(
                    cudaMemcpyFromSymbol(counted.data(), counters_symbol(), 16, 0, cudaMemcpyDeviceToHost),
                    cudaSuccess);
                EXPECT_EQ(counted, (std::vector<int>{7, 8, 9, 10}));
              }
            }),
            3U);
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

TEST_F(RepeatedLaunches, OnManagedMemoryThatHoldsTheSameAreTakenFromTheSecond) {
  float* managed = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, kBytes), cudaSuccess);
  EXPECT_EQ(repeated_in([&] {
              for (int i = 0; i < 5; ++i) {
                managed[0] = 4;
                launch_add_one(managed, managed, 1);
                EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
                EXPECT_EQ(managed[0], 5);
              }
            }),
            3U);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
}

// A launch whose arrays hold something new each time is compared more and more seldom, and never wrong.
TEST_F(RepeatedLaunches, AfterManyDifferentOnesAreStillFound) {
  constexpr int kDifferent = 100;
  for (int i = 0; i < kDifferent; ++i) launch_add_one(in_, in_, kCount);
  EXPECT_EQ(first_of(in_), 1 + kDifferent);
  EXPECT_GT(repeated_in([&] {
              for (int i = 0; i < kDifferent; ++i) {
                give(in_, 1);
                launch_add_one(in_, in_, kCount);
                EXPECT_EQ(first_of(in_), 2);
              }
            }),
            0U);
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
