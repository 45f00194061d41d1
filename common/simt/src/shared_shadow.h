// Shadow of a block's shared memory: races, and reads of what nothing wrote.
#pragma once

#include <vector>

#include "access_shadow.h"

namespace simt {

class SharedShadow {
 public:
  // Before a launch that gives each block `bytes` of shared memory.
  void reset(std::size_t bytes);

  // The usual, quickly: true when no other thread touched it since the last barrier and what is read was
  // written.
  template <unsigned Width, Op op>
  [[gnu::always_inline]] bool access_alone(std::size_t offset, Mark mark, const BlockClock& clock) {
    if (Width < kBankBytes || in_bytes_) return false;
    ShadowCell* const first = &cells_[offset / kBankBytes];
    for (ShadowCell* cell = first; cell < first + Width / kBankBytes; ++cell) {
      if (op != Op::store && cell->write().bits() < clock.block_bits()) return false;
      if (!cell->access_alone(op, mark, clock.barrier_bits())) return false;
    }
    return true;
  }

  template <unsigned Width>
  [[gnu::always_inline]] bool load_among_loads(std::size_t offset, Mark mark, const BlockClock& clock) {
    if (Width < kBankBytes || in_bytes_) return false;
    ShadowCell* const first = &cells_[offset / kBankBytes];
    for (ShadowCell* cell = first; cell < first + Width / kBankBytes; ++cell) {
      if (cell->write().bits() < clock.block_bits()) return false;
      if (!cell->load_among_loads(mark, clock, clock.barrier_bits())) return false;
    }
    return true;
  }

  // Checks and notes one access of Width bytes at `offset`, which Width divides.
  template <unsigned Width, Op op>
  Conflict access(std::size_t offset, Mark mark, const BlockClock& clock) {
    Conflict conflict;
    if (Width < kBankBytes && !in_bytes_) split_into_bytes();
    const std::size_t cells = in_bytes_ ? Width : Width / kBankBytes;
    ShadowCell* const first = &cells_[in_bytes_ ? offset : offset / kBankBytes];
    for (ShadowCell* cell = first; cell < first + cells; ++cell) {
      const bool unwritten = op != Op::store && cell->write().bits() < clock.block_bits();
      Conflict found = cell->access(op, mark, clock, clock.barrier_bits());
      if (unwritten && found.kind == Conflict::Kind::none) found.kind = Conflict::Kind::unwritten;
      if (__builtin_expect(found.kind != Conflict::Kind::none, 0)) conflict = found;
    }
    return conflict;
  }

 private:
  // Cells are 4-byte words until the first narrower access of a launch, single bytes from then on.
  void split_into_bytes();

  std::vector<ShadowCell> cells_;
  bool in_bytes_ = false;
};

}  // namespace simt
