// Finds races: each cell of memory remembers who wrote it last, and two threads that read it.
//
// Two accesses of a cell race when at least one is a store, not both are atomic, and nothing orders them
// (access_order.h). Of the readers two are kept that lie as far apart as can be had (two blocks, two warps,
// two threads), so that a writer meets one that is not itself.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/mark.h"
#include "races/access_order.h"
#include "simt/request.h"

namespace simt {

// Two accesses of one cell that nothing orders; or a load of a cell that nothing stored to.
struct Conflict {
  enum class Kind : std::uint8_t { none, race, unwritten } kind = Kind::none;
  Mark other;
  Op other_op = Op::load;
  bool is_of_one_value =
      false;  // two stores that store the same, so that it does not matter which of them wins
};

// An access that is looked at: its mark, and what can conflict with it.
struct ShadowAccess {
  Mark mark;
  const AccessOrder* order = nullptr;
  std::uint64_t scope = 0;  // marks below are too old
};

// Whether the access races with the one before, a store or one of the two, unless something orders them.
bool must_be_ordered(Mark before, const ShadowAccess& access);

// Notes an access of one cell, and says what it conflicts with.
Conflict load_cell(const Shadow& shadow, std::size_t cell, const ShadowAccess& access);
Conflict store_cell(const Shadow& shadow, std::size_t cell, const ShadowAccess& access);  // atomics too

}  // namespace simt
