#include "lab/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace {

using lab::middle_of;

TEST(Middle, OfAnOddNumberIsTheMiddleValue) {
  const lab::Middle middle = middle_of({5, 1, 4, 2, 3});
  EXPECT_EQ(middle.median, 3);
  EXPECT_EQ(middle.low, 2);
  EXPECT_EQ(middle.high, 4);
  EXPECT_NEAR(middle.spread(), 2.0 / 3, 1e-12);
}

TEST(Middle, OfAnEvenNumberLiesBetween) {
  const lab::Middle middle = middle_of({4, 1, 3, 2});
  EXPECT_EQ(middle.median, 2.5);
  EXPECT_EQ(middle.low, 1.75);
  EXPECT_EQ(middle.high, 3.25);
}

TEST(Middle, OfOneIsThatOneAndOfNoneAnError) {
  EXPECT_EQ(middle_of({7}).low, 7);
  EXPECT_THROW(middle_of({}), std::invalid_argument);
}

TEST(Middle, IsNotMovedByAFewOutliers) {
  std::vector<double> values(21, 1.0);
  values[3] = 100;
  values[17] = 0.01;
  EXPECT_EQ(middle_of(values).median, 1);
  EXPECT_EQ(middle_of(values).spread(), 0);
}

TEST(Ratios, CancelWhatDrifts) {
  const auto quotients = lab::ratios({1, 2, 4}, {2, 4, 8});
  EXPECT_EQ(middle_of(quotients).spread(), 0);
  EXPECT_EQ(middle_of(quotients).median, 0.5);
  EXPECT_THROW(lab::ratios({1}, {1, 2}), std::invalid_argument);
}

TEST(Steady, IsWhatScattersByATenthAtMost) {
  EXPECT_TRUE(lab::is_steady({1, 0.96, 1.05}));
  EXPECT_FALSE(lab::is_steady({1, 0.94, 1.05}));
  EXPECT_FALSE(lab::is_steady({std::nan(""), 0, 0}));
}

TEST(Floor, IsTheBytesThatDoNotFitIntoL2) {
  EXPECT_DOUBLE_EQ(lab::floor_seconds(1100, 100, 1000), 1);
  EXPECT_EQ(lab::floor_seconds(50, 100, 1000), 0);
  EXPECT_EQ(lab::floor_seconds(1100, 100, 0), 0) << "no peak is known";
}

}  // namespace
