// The lanes of a set, from the lowest on. Bit l stands for lane l.
#pragma once

#include <cstdint>

namespace simt {

template <class Act>
[[gnu::always_inline]] inline void for_each_lane(std::uint32_t lanes, const Act& act) {
  if (lanes == ~0U) {
    for (unsigned lane = 0; lane < 32; ++lane) act(lane);
    return;
  }
  for (; lanes != 0; lanes &= lanes - 1) act(static_cast<unsigned>(__builtin_ctz(lanes)));
}

}  // namespace simt
