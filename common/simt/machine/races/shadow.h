// Finds races: each cell of memory remembers who wrote it last, and two threads that read it.
//
// Two accesses of a cell race when at least one is a store, not both are atomic, and nothing orders them
// (access_order.h). Of the readers two are kept that lie as far apart as can be had (two blocks, two warps,
// two threads), so that a writer meets one that is not itself.
//
// The three marks are in arrays of their own: most accesses need but one of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "access_order.h"
#include "simt/request.h"

namespace simt {

// The cells of one piece of memory. A cell is a granule: 4 bytes, or an element where elements are smaller.
struct Shadow {
  std::uint64_t* writes = nullptr;  // null: races are not looked for
  std::uint64_t* reads = nullptr;
  std::uint64_t* other_reads = nullptr;
  unsigned granule_shift = 2;  // log2 of a granule's bytes

  static constexpr unsigned shift_for(std::size_t element_bytes) {
    return element_bytes % 4 == 0 ? 2 : element_bytes % 2 == 0 ? 1 : 0;
  }
};

// Two accesses of one cell that nothing orders; or a load of a cell that nothing stored to.
struct Conflict {
  enum class Kind : std::uint8_t { none, race, unwritten } kind = Kind::none;
  Mark other;
  Op other_op = Op::load;
};

// An access that is looked at: its mark, and what can conflict with it.
struct ShadowAccess {
  Mark mark;
  const AccessOrder* order = nullptr;
  std::uint64_t scope = 0;  // marks below are too old
};

// Blocks on several workers look at one cell of global memory at a time: a mark is read and written whole.
inline std::uint64_t mark_in(const std::uint64_t& cell) { return __atomic_load_n(&cell, __ATOMIC_RELAXED); }
inline void set_mark(std::uint64_t& cell, Mark mark) {
  __atomic_store_n(&cell, mark.bits(), __ATOMIC_RELAXED);
}

// Notes an access of one cell, and says what it conflicts with.
Conflict load_cell(const Shadow& shadow, std::size_t cell, const ShadowAccess& access);
Conflict store_cell(const Shadow& shadow, std::size_t cell, const ShadowAccess& access);  // atomics too

}  // namespace simt
