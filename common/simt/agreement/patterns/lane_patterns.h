// The addresses of one warp in 40 forms: what each lane asks for, in elements; kInactive where it asks for
// nothing.
//
// The random ones come from a fixed generator, so that a new measurement repeats the recorded rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace patterns {

constexpr int kLanes = 32;
constexpr int kInactive = -1;
constexpr int kLargestIndex = 1023;

using LanePattern = std::array<int, kLanes>;

// Marsaglia, "Xorshift RNGs" (2003), shifts 13, 7, 17.
class Xorshift {
 public:
  int below(std::uint32_t limit) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<int>(static_cast<std::uint32_t>(state_ >> 20) % limit);
  }

 private:
  std::uint64_t state_ = 88172645463325252U;
};

template <class IndexOfLane>
LanePattern pattern_of(IndexOfLane index) {
  LanePattern pattern{};
  for (int lane = 0; lane < kLanes; ++lane) pattern[static_cast<std::size_t>(lane)] = index(lane);
  return pattern;
}

// Strides, groups of lanes at one address, few lanes active.
inline std::vector<LanePattern> regular_patterns() {
  return {
      pattern_of([](int) { return 7; }),
      pattern_of([](int lane) { return lane; }),
      pattern_of([](int lane) { return 2 * lane; }),
      pattern_of([](int lane) { return 3 * lane; }),
      pattern_of([](int lane) { return 4 * lane; }),
      pattern_of([](int lane) { return 32 * lane; }),
      pattern_of([](int lane) { return lane / 2; }),
      pattern_of([](int lane) { return lane / 4; }),
      pattern_of([](int lane) { return lane % 16; }),
      pattern_of([](int lane) { return lane % 2; }),
      pattern_of([](int lane) { return 31 - lane; }),
      pattern_of([](int lane) { return lane < 16 ? 32 * lane : kInactive; }),
      pattern_of([](int lane) { return lane % 2 != 0 ? lane : kInactive; }),
      pattern_of([](int lane) { return lane == 9 ? 3 : kInactive; }),
      pattern_of([](int lane) { return lane < 8 ? 5 : kInactive; }),
      pattern_of([](int lane) { return lane % 4 * 32; }),
      pattern_of([](int lane) { return 16 * lane; }),
      pattern_of([](int lane) { return lane % 2 * 32; }),
  };
}

template <class IndexOfLane>
void append(std::vector<LanePattern>& patterns, int count, IndexOfLane index) {
  for (int i = 0; i < count; ++i) patterns.push_back(pattern_of(index));
}

// All 40: the regular ones, then random ones from narrow and wide ranges, with gaps, and within one bank.
inline std::vector<LanePattern> lane_patterns() {
  Xorshift random;
  std::vector<LanePattern> patterns = regular_patterns();
  append(patterns, 6, [&](int) { return random.below(32); });
  append(patterns, 5, [&](int) { return random.below(kLargestIndex + 1); });
  append(patterns, 5, [&](int) { return random.below(3) != 0 ? random.below(256) : kInactive; });
  append(patterns, 3, [&](int) { return random.below(4) * 32; });
  append(patterns, 3, [&](int) { return random.below(4); });
  return patterns;
}

}  // namespace patterns
