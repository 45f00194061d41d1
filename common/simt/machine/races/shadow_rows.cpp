#include "races/shadow_rows.h"

#include <array>

#include "common/vectorised.h"

namespace simt {
namespace {

using Cell = std::uint64_t;

constexpr unsigned kTopBit = 63;

// The top bit of the result is set if the mark is in scope and is another thread's or of another epoch.
[[gnu::always_inline]] inline Cell in_the_way(Cell mark, Cell mine, Cell scope) {
  const Cell in_scope = ~(mark - scope);
  const Cell another = 0 - ((mark ^ mine) >> Mark::kThreadShift);
  return in_scope & another;
}

template <unsigned Lanes, unsigned PerLane>
[[gnu::always_inline]] inline Cell any_in_the_way(const Cell* __restrict cells, Cell first_mark, Cell scope) {
  Cell found = 0;
  for (unsigned lane = 0; lane < Lanes; ++lane) {
    const Cell mine = first_mark + lane * Mark::kNextThread;
    for (unsigned i = 0; i < PerLane; ++i) found |= in_the_way(cells[lane * PerLane + i], mine, scope);
  }
  return found >> kTopBit;
}

// The top bit of the result is set if the mark is one of these.
[[gnu::always_inline]] inline Cell is_ordered(Cell mark, const OrderedMarks& ordered) {
  const Cell of_another = 0 - ((mark >> Mark::kEpochShift ^ ordered.worker) & OrderedMarks::kWorkerMask);
  return ~(mark - ordered.begin) & (mark - ordered.end) & ~of_another;
}

// As any_in_the_way(), without what a barrier of the block orders.
template <unsigned Lanes, unsigned PerLane>
[[gnu::always_inline]] inline Cell any_unordered(const Cell* __restrict cells, const RowAccess& access) {
  const OrderedMarks ordered = access.clock->ordered_by_barrier();
  Cell found = 0;
  for (unsigned lane = 0; lane < Lanes; ++lane) {
    const Cell mine = access.first_mark.bits() + lane * Mark::kNextThread;
    for (unsigned i = 0; i < PerLane; ++i) {
      const Cell cell = cells[lane * PerLane + i];
      found |= in_the_way(cell, mine, access.scope) & ~is_ordered(cell, ordered);
    }
  }
  return found >> kTopBit;
}

template <unsigned Lanes, unsigned PerLane>
[[gnu::always_inline]] inline bool may_race(const Cell* __restrict cells, const RowAccess& access) {
  return any_in_the_way<Lanes, PerLane>(cells, access.first_mark.bits(), access.scope) != 0 &&
         any_unordered<Lanes, PerLane>(cells, access) != 0;
}

template <unsigned Lanes, unsigned PerLane>
[[gnu::always_inline]] inline Cell any_in_scope(const Cell* __restrict cells, Cell scope) {
  Cell found = 0;
  for (unsigned i = 0; i < Lanes * PerLane; ++i) found |= ~(cells[i] - scope);
  return found >> kTopBit;
}

template <unsigned Lanes, unsigned PerLane>
[[gnu::always_inline]] inline Cell any_older(const Cell* __restrict cells, Cell limit) {
  Cell found = 0;
  for (unsigned i = 0; i < Lanes * PerLane; ++i) found |= cells[i] - limit;
  return found >> kTopBit;
}

template <unsigned Lanes, unsigned PerLane>
[[gnu::always_inline]] inline void fill(Cell* __restrict cells, Cell first_mark) {
  for (unsigned lane = 0; lane < Lanes; ++lane) {
    for (unsigned i = 0; i < PerLane; ++i) cells[lane * PerLane + i] = first_mark + lane * Mark::kNextThread;
  }
}

// 1 where one mark is older than another, else 0.
[[gnu::always_inline]] inline Cell is_older(Cell one, Cell other) { return (one - other) >> kTopBit; }
// 1 for any number but 0, below 2^63.
[[gnu::always_inline]] inline Cell is_something(Cell value) { return (0 - value) >> kTopBit; }
// All bits for 1, none for 0.
[[gnu::always_inline]] inline Cell mask_of(Cell flag) { return 0 - flag; }

// Computes distance() of shadow.cpp without branches.
struct Distances {
  Cell scope;
  Cell block;
  Cell barrier;
  Cell worker;

  // 1 if the other one is farther away than the last, else 0.
  [[gnu::always_inline]] Cell is_other_farther(Cell last, Cell other, Cell mine) const {
    return is_older(from(last, mine), from(other, mine));
  }

 private:
  [[gnu::always_inline]] Cell from(Cell reader, Cell mine) const {
    constexpr unsigned kWarpShift = Mark::kThreadShift + 5;
    constexpr Cell kThreads = Cell{1023} << Mark::kThreadShift;
    const Cell threads = (reader ^ mine) & kThreads;
    const Cell apart = is_something(threads) + is_something(threads >> kWarpShift);
    const Cell in_block = apart & ~mask_of(is_older(reader, barrier));
    const Cell another_worker =
        is_something((reader >> Mark::kEpochShift & (EpochClock::kMostWorkers - 1)) ^ worker);
    const Cell another_block = mask_of(is_older(reader, block) | another_worker);
    const Cell distance = (another_block & 3) | (~another_block & in_block);
    return distance & ~mask_of(is_older(reader, scope));
  }
};

// The readers of a cell where all are of one block, and those below the scope do not count.
struct BlockReaders {
  static constexpr Cell kThreads = Cell{1023} << Mark::kThreadShift;
  static constexpr Cell kWarps = kThreads & ~(Cell{kWarpSize - 1} << Mark::kThreadShift);

  Cell scope;

  // The top bit of the result is set if two readers of two warps are known, so that every other warp's store meets one of them.
  [[gnu::always_inline]] Cell say_all(Cell last, Cell other) const {
    const Cell are_in_scope = ~(last - scope) & ~(other - scope);
    const Cell are_atomic = (last | other) << kTopBit;
    return are_in_scope & (0 - ((last ^ other) & kWarps)) & ~are_atomic;
  }
  // 1 if the other one is farther away than the last, of another warp, or else of another thread, and the last is not; else 0.
  [[gnu::always_inline]] Cell is_other_farther(Cell last, Cell other, Cell mine) const {
    const Cell last_counts = ~(last - scope);
    const Cell of_last = last ^ mine;
    const Cell of_other = other ^ mine;
    const Cell by_warp = (0 - (of_other & kWarps)) & ~((0 - (of_last & kWarps)) & last_counts);
    const Cell by_thread = (0 - (of_other & kThreads)) & ~((0 - (of_last & kThreads)) & last_counts);
    return (~(other - scope) & (by_warp | by_thread)) >> kTopBit;
  }
};

template <unsigned Lanes, unsigned PerLane>
[[gnu::always_inline]] inline bool all_is_said(const Cell* __restrict reads, const Cell* __restrict others,
                                               const BlockReaders& readers) {
  if (readers.say_all(reads[0], others[0]) >> kTopBit == 0)
    return false;  // as nearly always where any lacks it
  Cell all = ~Cell{0};
  for (unsigned i = 0; i < Lanes * PerLane; ++i) all &= readers.say_all(reads[i], others[i]);
  return all >> kTopBit != 0;
}

// Stores the new reader. Beside it, of the two earlier readers, the one that is farther away is kept.
template <unsigned Lanes, unsigned PerLane, class Readers>
[[gnu::always_inline]] inline void add_readers(Cell* __restrict reads, Cell* __restrict others,
                                               Cell first_mark, const Readers& readers) {
  for (unsigned lane = 0; lane < Lanes; ++lane) {
    const Cell mine = first_mark + lane * Mark::kNextThread;
    for (unsigned i = 0; i < PerLane; ++i) {
      const Cell last = reads[lane * PerLane + i];
      const Cell other = others[lane * PerLane + i];
      const Cell keeps = mask_of(readers.is_other_farther(last, other, mine));
      others[lane * PerLane + i] = last ^ ((last ^ other) & keeps);
      reads[lane * PerLane + i] = mine;
    }
  }
}

[[gnu::always_inline]] inline Distances distances_of(const RowAccess& access) {
  return {access.scope, access.clock->block_bits(), access.clock->barrier_bits(),
          access.first_mark.epoch() & (EpochClock::kMostWorkers - 1)};
}

// Some of 32 lanes. A cell of another lane may not be there, or be somebody else's.
template <unsigned PerLane>
class PartOfRow {
 public:
  [[gnu::always_inline]] explicit PartOfRow(std::uint32_t lanes)
      : first_(static_cast<unsigned>(__builtin_ctz(lanes)) * PerLane) {
    for_each_cell([&](unsigned lane, unsigned cell) { takes_part_[cell] = lanes >> lane & 1U; });
  }

  [[gnu::always_inline]] bool any_in_the_way(const Cell* __restrict cells, Cell first_mark,
                                             Cell scope) const {
    Cell found = 0;
    for_each_cell([&](unsigned lane, unsigned cell) __attribute__((always_inline)) {
      if (has(cell)) found |= in_the_way(cells[cell], first_mark + lane * Mark::kNextThread, scope);
    });
    return found >> kTopBit != 0;
  }
  [[gnu::always_inline]] bool may_race(const Cell* __restrict cells, const RowAccess& access) const {
    return any_in_the_way(cells, access.first_mark.bits(), access.scope) && any_unordered(cells, access);
  }
  [[gnu::always_inline]] bool any_older(const Cell* __restrict cells, Cell limit) const {
    Cell found = 0;
    for_each_cell([&](unsigned, unsigned cell) __attribute__((always_inline)) {
      if (has(cell)) found |= cells[cell] - limit;
    });
    return found >> kTopBit != 0;
  }
  [[gnu::always_inline]] void fill(Cell* __restrict cells, Cell first_mark) const {
    for_each_cell([&](unsigned lane, unsigned cell) __attribute__((always_inline)) {
      if (has(cell)) cells[cell] = first_mark + lane * Mark::kNextThread;
    });
  }
  [[gnu::always_inline]] bool all_is_said(const Cell* __restrict reads, const Cell* __restrict others,
                                          const BlockReaders& readers) const {
    Cell all = readers.say_all(reads[first_], others[first_]);
    if (all >> kTopBit == 0) return false;  // as nearly always where any lacks it
    for_each_cell([&](unsigned, unsigned cell) __attribute__((always_inline)) {
      if (has(cell)) all &= readers.say_all(reads[cell], others[cell]);
    });
    return all >> kTopBit != 0;
  }
  template <class Readers>
  [[gnu::always_inline]] void add_readers(Cell* __restrict reads, Cell* __restrict others, Cell first_mark,
                                          const Readers& readers) const {
    for_each_cell([&](unsigned lane, unsigned cell) __attribute__((always_inline)) {
      if (!has(cell)) return;
      const Cell mine = first_mark + lane * Mark::kNextThread;
      const Cell last = reads[cell];
      const Cell other = others[cell];
      const Cell keeps = mask_of(readers.is_other_farther(last, other, mine));
      others[cell] = last ^ ((last ^ other) & keeps);
      reads[cell] = mine;
    });
  }

 private:
  [[gnu::always_inline]] bool any_unordered(const Cell* __restrict cells, const RowAccess& access) const {
    const OrderedMarks ordered = access.clock->ordered_by_barrier();
    Cell found = 0;
    for_each_cell([&](unsigned lane, unsigned cell) __attribute__((always_inline)) {
      const Cell mine = access.first_mark.bits() + lane * Mark::kNextThread;
      if (has(cell)) found |= in_the_way(cells[cell], mine, access.scope) & ~is_ordered(cells[cell], ordered);
    });
    return found >> kTopBit != 0;
  }
  template <class Act>
  [[gnu::always_inline]] static void for_each_cell(const Act& act) {
    for (unsigned cell = 0; cell < kWarpSize * PerLane; ++cell) act(cell / PerLane, cell);
  }
  // Numbers as wide as cells, so that compilers load and store the cells of several lanes under a mask.
  [[gnu::always_inline]] bool has(unsigned cell) const { return takes_part_[cell] != 0; }

  unsigned first_;  // cell
  std::array<Cell, std::size_t{kWarpSize} * PerLane> takes_part_;
};

template <unsigned PerLane>
[[gnu::always_inline]] inline bool load_part(const Shadow& shadow, std::size_t first_cell,
                                             const RowAccess& access, std::uint32_t lanes) {
  const Cell mark = access.first_mark.bits();
  const Cell* const writes = shadow.writes + first_cell;
  Cell* const reads = shadow.reads + first_cell;
  const PartOfRow<PerLane> part(lanes);
  if (part.may_race(writes, access)) return false;
  if (access.written_since != 0 && part.any_older(writes, access.written_since)) return false;
  if (!part.any_in_the_way(reads, mark, access.scope)) {
    part.fill(reads, mark);
    return true;
  }
  Cell* const others = shadow.other_reads + first_cell;
  if (access.is_of_block) {
    const BlockReaders readers{access.scope};
    if (!part.all_is_said(reads, others, readers)) part.add_readers(reads, others, mark, readers);
    return true;
  }
  part.add_readers(reads, others, mark, distances_of(access));
  return true;
}

template <unsigned PerLane>
[[gnu::always_inline]] inline bool store_part(const Shadow& shadow, std::size_t first_cell,
                                              const RowAccess& access, std::uint32_t lanes, bool was_loaded) {
  const Cell mark = access.first_mark.bits();
  Cell* const writes = shadow.writes + first_cell;
  const PartOfRow<PerLane> part(lanes);
  if (part.may_race(writes, access)) return false;
  // If the last reader is out of scope, the second one is older and out of scope as well.
  if (was_loaded && (part.may_race(shadow.reads + first_cell, access) ||
                     part.may_race(shadow.other_reads + first_cell, access)))
    return false;
  part.fill(writes, mark);
  return true;
}

template <unsigned Lanes, unsigned PerLane>
[[gnu::always_inline]] inline bool load(const Shadow& shadow, std::size_t first_cell,
                                        const RowAccess& access) {
  const Cell mark = access.first_mark.bits();
  const Cell* const writes = shadow.writes + first_cell;
  Cell* const reads = shadow.reads + first_cell;
  if (may_race<Lanes, PerLane>(writes, access)) return false;
  if (access.written_since != 0 && any_older<Lanes, PerLane>(writes, access.written_since) != 0) return false;
  if (any_in_the_way<Lanes, PerLane>(reads, mark, access.scope) == 0) {
    fill<Lanes, PerLane>(reads, mark);
    return true;
  }
  Cell* const others = shadow.other_reads + first_cell;
  if (access.is_of_block) {
    const BlockReaders readers{access.scope};
    if (!all_is_said<Lanes, PerLane>(reads, others, readers))
      add_readers<Lanes, PerLane>(reads, others, mark, readers);
    return true;
  }
  add_readers<Lanes, PerLane>(reads, others, mark, distances_of(access));
  return true;
}

template <unsigned Lanes, unsigned PerLane>
[[gnu::always_inline]] inline bool store(const Shadow& shadow, std::size_t first_cell,
                                         const RowAccess& access, bool was_loaded) {
  const Cell mark = access.first_mark.bits();
  Cell* const writes = shadow.writes + first_cell;
  if (may_race<Lanes, PerLane>(writes, access)) return false;
  // If the last reader is out of scope, the second one is older and out of scope as well.
  if (was_loaded && any_in_scope<Lanes, PerLane>(shadow.reads + first_cell, access.scope) != 0) {
    if (may_race<Lanes, PerLane>(shadow.reads + first_cell, access)) return false;
    if (may_race<Lanes, PerLane>(shadow.other_reads + first_cell, access)) return false;
  }
  fill<Lanes, PerLane>(writes, mark);
  return true;
}

template <unsigned Lanes>
[[gnu::always_inline]] inline bool load_lanes(const Shadow& shadow, std::size_t first_cell,
                                              const RowAccess& access) {
  switch (access.cells_a_lane) {
    case 1:
      return load<Lanes, 1>(shadow, first_cell, access);
    case 2:
      return load<Lanes, 2>(shadow, first_cell, access);
    default:
      return load<Lanes, 4>(shadow, first_cell, access);
  }
}

template <unsigned Lanes>
[[gnu::always_inline]] inline bool store_lanes(const Shadow& shadow, std::size_t first_cell,
                                               const RowAccess& access, bool was_loaded) {
  switch (access.cells_a_lane) {
    case 1:
      return store<Lanes, 1>(shadow, first_cell, access, was_loaded);
    case 2:
      return store<Lanes, 2>(shadow, first_cell, access, was_loaded);
    default:
      return store<Lanes, 4>(shadow, first_cell, access, was_loaded);
  }
}

}  // namespace

SIMT_VECTORISED
bool load_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access) {
  return load_lanes<kWarpSize>(shadow, first_cell, access);
}

SIMT_VECTORISED
bool load_half_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access) {
  return load_lanes<kWarpSize / 2>(shadow, first_cell, access);
}

SIMT_VECTORISED
bool store_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access, bool was_loaded) {
  return store_lanes<kWarpSize>(shadow, first_cell, access, was_loaded);
}

SIMT_VECTORISED
bool store_half_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access, bool was_loaded) {
  return store_lanes<kWarpSize / 2>(shadow, first_cell, access, was_loaded);
}

SIMT_VECTORISED
bool load_part_of_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access,
                      std::uint32_t lanes) {
  return access.cells_a_lane == 1 ? load_part<1>(shadow, first_cell, access, lanes)
                                  : load_part<2>(shadow, first_cell, access, lanes);
}

SIMT_VECTORISED
bool store_part_of_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access,
                       std::uint32_t lanes, bool was_loaded) {
  return access.cells_a_lane == 1 ? store_part<1>(shadow, first_cell, access, lanes, was_loaded)
                                  : store_part<2>(shadow, first_cell, access, lanes, was_loaded);
}

}  // namespace simt
