#include "lab/lane_rows.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace lab {
namespace {

constexpr int kLanes = simt::kWarpSize;
constexpr int kBanks = 32;

int draw(std::mt19937_64& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

std::uint32_t random_mask(std::mt19937_64& random) {
  const auto any = static_cast<std::uint32_t>(random());
  switch (draw(random, 0, 5)) {
    case 0:
      return any;
    case 1:
      return any & static_cast<std::uint32_t>(random());
    case 2:
      return 1U << draw(random, 0, kLanes - 1);
    case 3:
      return draw(random, 0, 3) == 0 ? 0 : ~(1U << draw(random, 0, kLanes - 1));
    default:
      return 0xFFFFFFFF;
  }
}

std::array<int, kLanes> random_numbers(std::mt19937_64& random) {
  std::array<int, kLanes> numbers{};
  const int stride = draw(random, 0, 2 * kBanks);
  const int start = draw(random, 0, 1023);
  const int different = draw(random, 1, 6);
  switch (draw(random, 0, 3)) {
    case 0:  // strided
      for (int lane = 0; lane < kLanes; ++lane)
        numbers[static_cast<std::size_t>(lane)] = start + lane * stride;
      break;
    case 1:  // a stride that the lanes share out at random
      std::iota(numbers.begin(), numbers.end(), 0);
      std::shuffle(numbers.begin(), numbers.end(), random);
      for (int& number : numbers) number = start + number * stride;
      break;
    case 2:  // few, each of several lanes, all multiples of 32 apart
      for (int& number : numbers) number = start + kBanks * draw(random, 0, different - 1);
      break;
    default:  // scattered
      for (int& number : numbers) number = start + draw(random, 0, kBanks * different - 1);
  }
  return numbers;
}

}  // namespace

LaneRow random_lane_row(std::mt19937_64& random) {
  LaneRow row;
  row.numbers = random_numbers(random);
  row.active = random_mask(random);
  return row;
}

std::vector<fidelity::Pattern> hardware_patterns(simt::Space space, simt::Op op, int width) {
  static const std::vector<fidelity::Pattern> all = fidelity::read_patterns(H200_PATTERNS);
  std::vector<fidelity::Pattern> chosen;
  std::copy_if(all.begin(), all.end(), std::back_inserter(chosen), [&](const fidelity::Pattern& pattern) {
    return pattern.space == space && pattern.op == op && pattern.width == width;
  });
  return chosen;
}

}  // namespace lab
