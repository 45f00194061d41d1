#include "requests/warp_rows.h"

#include "common/for_each_lane.h"
#include "common/vectorised.h"

namespace simt {

namespace {

constexpr unsigned kLanes = abi::kLanes;

constexpr unsigned kHalf = kLanes / 2;

bool are_neighbours(std::uint32_t lanes) { return (lanes & (lanes + (lanes & (~lanes + 1)))) == 0; }

// The addresses of these lanes of a half, each less what lies between it and the half's first, differ from that one's in some bit.
[[gnu::always_inline]] inline std::uint64_t unlike_a_run(const std::uint64_t* addresses, std::uint32_t active,
                                                         std::uint64_t width, std::uint64_t first) {
  std::uint64_t unlike = 0;
  for (unsigned lane = 0; lane < kHalf; ++lane) {
    const std::uint64_t takes_part = 0 - static_cast<std::uint64_t>(active >> lane & 1U);
    unlike |= ((addresses[lane] - lane * width) ^ first) & takes_part;
  }
  return unlike;
}

}  // namespace

SIMT_VECTORISED
RowShape shape_of(const std::uint64_t* row) {
  const std::uint64_t first = row[0];
  const std::uint64_t step = row[1] - row[0];
  const std::uint64_t* const second = row + kHalf;
  std::uint64_t steps = 0;  // within both halves
  // Four lanes on, as vectors of four are compared whole.
  for (unsigned lane = 0; lane + 4 < kHalf; ++lane) {
    steps |= (row[lane + 4] - row[lane]) ^ (4 * step);
    steps |= (second[lane + 4] - second[lane]) ^ (4 * step);
  }
  steps |= ((row[2] - row[1]) ^ step) | ((row[3] - row[2]) ^ step);
  // The first and the last lane are at one place. Addresses that rise or fall evenly between them have the
  // same place.
  const bool ends_at_one_place = (row[kLanes - 1] ^ first) >> abi::kAddressBits == 0;
  if (steps == 0 && ends_at_one_place) {
    const std::uint64_t of_second = ((second[1] - second[0]) ^ step) | ((second[2] - second[1]) ^ step) |
                                    ((second[3] - second[2]) ^ step);
    if (of_second == 0 && second[0] - first == kHalf * step) return {true, true, false, step};
    const std::uint64_t places = (second[0] ^ first) | (row[kHalf - 1] ^ first);
    if (of_second == 0 && places >> abi::kAddressBits == 0) return {true, false, true, step};
  }
  std::uint64_t places = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) places |= row[lane] ^ first;
  return {places >> abi::kAddressBits == 0, false, false, 0};
}

SIMT_VECTORISED
Extremes extremes_of(const std::uint32_t* numbers) {
  std::uint32_t smallest = numbers[0];
  std::uint32_t differences = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    smallest = numbers[lane] < smallest ? numbers[lane] : smallest;
    differences |= numbers[lane] ^ numbers[0];
  }
  return {differences == 0, smallest};
}

SIMT_VECTORISED
PartShape part_of(const std::uint64_t* __restrict row, std::uint32_t lanes, std::uint64_t width,
                  std::uint64_t* __restrict addresses) {
  for (unsigned lane = 0; lane < kLanes; ++lane) addresses[lane] = abi::address_of(row[lane]);
  PartShape part;
  for (unsigned lane = 0; lane < kLanes; ++lane) part.active |= (addresses[lane] != 0 ? 1U : 0U) << lane;
  part.active &= lanes;
  const std::uint32_t of_first = part.active & ((1U << kHalf) - 1);
  const std::uint32_t of_second = part.active >> kHalf;
  constexpr unsigned kFew = 8;  // are sooner looked at one by one; and of all lanes shape_of() knows
  if (lanes_in(part.active) < kFew || ~part.active == 0) return part;
  if (!are_neighbours(of_first) || !are_neighbours(of_second)) return part;
  const auto one = static_cast<unsigned>(__builtin_ctz(of_first | 1U << (kHalf - 1)));
  const auto other = static_cast<unsigned>(__builtin_ctz(of_second | 1U << (kHalf - 1)));
  part.first = addresses[one] - one * width;
  part.second = addresses[kHalf + other] - other * width;
  part.are_runs = unlike_a_run(addresses, of_first, width, part.first) == 0 &&
                  unlike_a_run(addresses + kHalf, of_second, width, part.second) == 0;
  return part;
}

SIMT_VECTORISED
LowestPlace lowest_of(const std::uint32_t* places, std::uint32_t among) {
  std::uint32_t lowest = ~0U;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t others = (among >> lane & 1U) - 1;  // all bits where the lane is not among them
    const std::uint32_t place = places[lane] | others;
    lowest = place < lowest ? place : lowest;
  }
  std::uint32_t lanes = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) lanes |= (places[lane] == lowest ? 1U : 0U) << lane;
  return {lowest, lanes & among};
}

SIMT_VECTORISED
bool all_within(const std::uint64_t* addresses, std::uint64_t begin, std::uint64_t bytes) {
  std::uint64_t outside = 0;
  // Both distances are far below 2^63. Their top bit is set if the address is beyond the end, or before the
  // beginning.
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t distance = addresses[lane] - begin;
    outside |= distance | (bytes - 1 - distance);
  }
  return outside >> 63U == 0;
}

}  // namespace simt
