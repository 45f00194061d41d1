// A fault names its cause, and mistakes of one cause are told once.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "module_test.h"

namespace {

class ToldCauses : public simt_test::ModuleTest {
 protected:
  ToldCauses() : ModuleTest("told_causes") {}

  static bool advises(const simt::Fault& fault, const std::string& part) {
    return fault.advice.find(part) != std::string::npos;
  }

  int* const numbers_ = buffer<int>("numbers", 128);
  int* const sums_ = buffer<int>("sums", 128);
  float* const in_ = buffer<float>("in", 128);
  float* const out_ = buffer<float>("out", 128);
};

}  // namespace

TEST_F(ToldCauses, LinesWithoutSyncwarpAreOneRace) {
  const auto without_syncwarps = kernel<const int*, int*>("without_syncwarps");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { without_syncwarps(numbers_, sums_); });
  ASSERT_GT(report.faults.size(), 5U);
  const auto told = std::count_if(report.faults.begin(), report.faults.end(),
                                  [](const simt::Fault& fault) { return !fault.follows; });
  EXPECT_EQ(told, 1);
  const simt::Fault& first = report.faults.front();
  EXPECT_FALSE(first.follows);
  EXPECT_NE(first.message.find("`s` races in the same way in lines "), std::string::npos) << first.message;
  EXPECT_NE(first.message.find("12"), std::string::npos) << first.message;
  EXPECT_TRUE(advises(first, "__syncwarp()")) << first.advice;
}

TEST_F(ToldCauses, AnIndexLacksTheCoordinateInWhichTheThreadsDiffer) {
  const auto index_without_y = kernel<const float*, float*>("index_without_y");
  const auto report = launch({1, 1, 1}, {32, 2, 1}, [&] { index_without_y(in_, out_); });
  ASSERT_FALSE(report.faults.empty());
  EXPECT_TRUE(advises(report.faults.front(), "use threadIdx.y in the index")) << report.faults.front().advice;
}

TEST_F(ToldCauses, AnEarlyReturnLeavesElementsUnwritten) {
  const auto returned_early = kernel<const float*, float*, int>("returned_early");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { returned_early(in_, out_, 48); });
  ASSERT_EQ(report.faults.size(), 1U);
  EXPECT_TRUE(advises(report.faults.front(), "returned before the __syncthreads() in line 28"))
      << report.faults.front().advice;
}

TEST_F(ToldCauses, AHistogramMustBeCleared) {
  const auto not_cleared = kernel<const int*, int*>("not_cleared");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { not_cleared(numbers_, sums_); });
  ASSERT_FALSE(report.faults.empty());
  EXPECT_TRUE(advises(report.faults.front(), "clear the array first and call __syncthreads()"))
      << report.faults.front().advice;
}

TEST_F(ToldCauses, AnArrayThatNobodyStoresToIsNamed) {
  const auto never_stored = kernel<float*>("never_stored");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { never_stored(out_); });
  ASSERT_EQ(report.faults.size(), 1U);
  EXPECT_TRUE(advises(report.faults.front(), "no line stores to `scratch`")) << report.faults.front().advice;
}
