// A launch's memory does not grow with its accesses: peaks of launch_memory, each in a process of its own.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace {

constexpr int kElements = 16384;
// KiB. The system adds pages, more or fewer at each run, up to 600 KiB under AddressSanitizer; a word kept for
// each access of 64 lanes in 20,000 rounds would be 5,000.
constexpr long kMostNoise = 2048;

// The peak in KiB.
long peak_of(int elements, int blocks, int rounds, int rounds_a_barrier) {
  const std::string command = std::string(LAUNCH_MEMORY) + " " + std::to_string(elements) + " " +
                              std::to_string(blocks) + " " + std::to_string(rounds) + " " +
                              std::to_string(rounds_a_barrier);
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return 0;
  long before = 0;
  long after = 0;
  const int read = std::fscanf(pipe, "%ld %ld", &before, &after);
  EXPECT_EQ(pclose(pipe), 0) << command;
  EXPECT_EQ(read, 2) << command;
  EXPECT_GT(after, before);
  return after;
}

TEST(LaunchMemory, DoesNotGrowWithAccessesBetweenBarriers) {
  const long once = peak_of(kElements, 1, 200, 16);
  EXPECT_LT(peak_of(kElements, 1, 20000, 16), once + kMostNoise);
}

// A warp's log, whose pages exist once they are written, is full after some thousand rounds.
TEST(LaunchMemory, DoesNotGrowWithAccessesWithoutBarriers) {
  const long full = peak_of(kElements, 1, 28000, 0);
  EXPECT_LT(peak_of(kElements, 1, 280000, 0), full + kMostNoise);
}

// The test shows that a growth would be seen.
TEST(LaunchMemory, GrowsWithBuffers) {
  constexpr int kTimes = 32;  // 4 MiB more an array, far more than noise
  EXPECT_GT(peak_of(kTimes * kElements, kTimes * kElements / 64, 1, 0),
            peak_of(kElements, 1, 200, 0) + kMostNoise);
}

}  // namespace
