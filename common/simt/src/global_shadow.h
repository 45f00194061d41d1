// Shadow of one buffer in global memory, or of one variable: races between threads of a block and between
// blocks.
//
// Nothing orders two blocks but atomic operations with a __threadfence() before them: see fences.h.
#pragma once

#include <cstddef>

#include "access_shadow.h"

namespace simt {

// A cell a granule: an element of the buffer, at most 4 bytes, so that neighbouring bytes do not seem to
// race.
struct GlobalShadow {
  ShadowCell* cells = nullptr;  // null: there can be no race, or none is looked for
  unsigned granule_shift = 2;   // log2 of a granule's bytes

  static constexpr unsigned shift_for(std::size_t element_bytes) {
    return element_bytes == 1 ? 0 : element_bytes % 4 == 0 ? 2 : element_bytes % 2 == 0 ? 1 : 0;
  }

  // The next lane will want the next cell: fetched ahead, the copy benchmark runs a third faster.
  static constexpr std::size_t kCellsAhead = 8;

  // The usual, quickly: true when no other thread touched it in this launch. Only of granules of 4 bytes.
  template <unsigned Width, Op op>
  [[gnu::always_inline]] bool access_alone(std::size_t offset, Mark mark, const BlockClock& clock) const {
    constexpr unsigned kWord = 4;
    if (cells == nullptr) return true;
    if (Width < kWord || granule_shift != 2) return false;
    ShadowCell* const first = cells + offset / kWord;
    __builtin_prefetch(first + kCellsAhead, 1);
    for (ShadowCell* cell = first; cell < first + Width / kWord; ++cell) {
      if (!cell->access_alone(op, mark, clock.launch_bits())) return false;
    }
    return true;
  }

  // Of loads: true when no other thread stored to it in this launch.
  template <unsigned Width>
  [[gnu::always_inline]] bool load_among_loads(std::size_t offset, Mark mark, const BlockClock& clock) const {
    constexpr unsigned kWord = 4;
    if (cells == nullptr) return true;
    if (Width < kWord || granule_shift != 2) return false;
    ShadowCell* const first = cells + offset / kWord;
    for (ShadowCell* cell = first; cell < first + Width / kWord; ++cell) {
      if (!cell->load_among_loads(mark, clock, clock.launch_bits())) return false;
    }
    return true;
  }

  // Checks and notes one access of Width bytes at `offset` in the buffer. An access narrower than a granule
  // is not looked at.
  template <unsigned Width, Op op>
  Conflict access(std::size_t offset, Mark mark, const BlockClock& clock) const {
    Conflict conflict;
    if (cells == nullptr) return conflict;
    const std::size_t count = Width >> granule_shift;
    ShadowCell* const first = cells + (offset >> granule_shift);
    for (ShadowCell* cell = first; cell < first + count; ++cell) {
      const Conflict found = cell->access(op, mark, clock, clock.launch_bits());
      if (__builtin_expect(found.kind != Conflict::Kind::none, 0)) conflict = found;
    }
    return conflict;
  }
};

}  // namespace simt
