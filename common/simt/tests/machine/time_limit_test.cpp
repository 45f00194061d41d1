#include <gtest/gtest.h>

#include "workers/fault_signals.h"

namespace {

using simt::CpuTimeLimit;

// So long that its timer never asks in a test.
constexpr double kSeconds = 10'000;

int looks_until_over(bool has_progress) {
  CpuTimeLimit limit(kSeconds);
  int looks = 1;
  for (; !limit.is_over(); ++looks) {
    if (has_progress) limit.note_progress();
  }
  return looks;
}

TEST(CpuTimeLimit, IsThreeTimesAsLongWhereBlocksGetOn) {
  EXPECT_GT(looks_until_over(false), 1);
  EXPECT_EQ(looks_until_over(true), 3 * looks_until_over(false));
}

TEST(CpuTimeLimit, BeginsAnewAtTheLastProgress) {
  const int looks = looks_until_over(false);
  CpuTimeLimit limit(kSeconds);
  for (int look = 1; look < looks; ++look) EXPECT_FALSE(limit.is_over());
  limit.note_progress();
  for (int look = 0; look < looks; ++look) EXPECT_FALSE(limit.is_over());
  EXPECT_TRUE(limit.is_over());
}

}  // namespace
