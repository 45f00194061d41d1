// The lanes of a set, from the lowest on. Bit l stands for lane l.
#pragma once

#include <cstdint>

namespace simt {

inline constexpr std::uint32_t kWholeWarp = ~0U;

template <class Act>
[[gnu::always_inline]] inline void for_each_lane(std::uint32_t lanes, const Act& act) {
  if (lanes == kWholeWarp) {
    for (unsigned lane = 0; lane < 32; ++lane) act(lane);
    return;
  }
  for (; lanes != 0; lanes &= lanes - 1) act(static_cast<unsigned>(__builtin_ctz(lanes)));
}

// How many. What compilers make of a population count is a call of a function where not every processor has an instruction for it.
inline unsigned lanes_in(std::uint32_t lanes) {
  lanes -= lanes >> 1U & 0x55555555U;
  lanes = (lanes & 0x33333333U) + (lanes >> 2U & 0x33333333U);
  return ((lanes + (lanes >> 4U)) & 0x0F0F0F0FU) * 0x01010101U >> 24U;
}

}  // namespace simt
