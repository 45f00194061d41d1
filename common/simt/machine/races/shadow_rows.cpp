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

// The top bit of the result is set if the mark is one of these.
[[gnu::always_inline]] inline Cell is_ordered(Cell mark, const OrderedMarks& ordered) {
  const Cell of_another = 0 - ((mark >> Mark::kEpochShift ^ ordered.worker) & OrderedMarks::kWorkerMask);
  return ~(mark - ordered.begin) & (mark - ordered.end) & ~of_another;
}

// All lanes of a row, 32 or 16.
template <unsigned Lanes, unsigned PerLane>
class WholeRow {
 public:
  static constexpr unsigned kPerLane = PerLane;
  static constexpr unsigned kCells = Lanes * PerLane;

  static constexpr unsigned first() { return 0; }
  static constexpr bool has(unsigned /*cell*/) { return true; }
};

// Some of 32 lanes. A cell of another lane may not be there, or be somebody else's.
template <unsigned PerLane>
class PartOfRow {
 public:
  static constexpr unsigned kPerLane = PerLane;
  static constexpr unsigned kCells = kWarpSize * PerLane;

  [[gnu::always_inline]] explicit PartOfRow(std::uint32_t lanes)
      : first_(static_cast<unsigned>(__builtin_ctz(lanes)) * PerLane) {
    for (unsigned cell = 0; cell < kCells; ++cell) takes_part_[cell] = lanes >> cell / PerLane & 1U;
  }
  [[gnu::always_inline]] unsigned first() const { return first_; }
  [[gnu::always_inline]] bool has(unsigned cell) const { return takes_part_[cell] != 0; }

 private:
  unsigned first_;  // cell that takes part
  // Numbers as wide as cells, so that compilers load and store the cells of several lanes under a mask.
  std::array<Cell, kCells> takes_part_;
};

// The mark of the cell's lane. `first_mark`: a copy, as what is stored to cells could change what a reference names.
template <class Row>
[[gnu::always_inline]] inline Cell mark_of(Cell first_mark, unsigned cell) {
  return first_mark + cell / Row::kPerLane * Mark::kNextThread;
}

template <class Row>
[[gnu::always_inline]] inline bool any_in_the_way(const Row& row, const Cell* __restrict cells,
                                                  const RowAccess& access) {
  const Cell first_mark = access.first_mark.bits();
  const Cell scope = access.scope;
  Cell found = 0;
  for (unsigned cell = 0; cell < Row::kCells; ++cell) {
    if (row.has(cell)) found |= in_the_way(cells[cell], mark_of<Row>(first_mark, cell), scope);
  }
  return found >> kTopBit != 0;
}

// The same, without what a barrier of the block orders.
template <class Row>
[[gnu::always_inline]] inline bool any_unordered(const Row& row, const Cell* __restrict cells,
                                                 const RowAccess& access) {
  const OrderedMarks ordered = access.clock->ordered_by_barrier();
  const Cell first_mark = access.first_mark.bits();
  const Cell scope = access.scope;
  Cell found = 0;
  for (unsigned cell = 0; cell < Row::kCells; ++cell) {
    if (!row.has(cell)) continue;
    const Cell mine = mark_of<Row>(first_mark, cell);
    found |= in_the_way(cells[cell], mine, scope) & ~is_ordered(cells[cell], ordered);
  }
  return found >> kTopBit != 0;
}

template <class Row>
[[gnu::always_inline]] inline bool may_race(const Row& row, const Cell* __restrict cells,
                                            const RowAccess& access) {
  return any_in_the_way(row, cells, access) && any_unordered(row, cells, access);
}

template <class Row>
[[gnu::always_inline]] inline bool any_in_scope(const Row& row, const Cell* __restrict cells, Cell scope) {
  Cell found = 0;
  for (unsigned cell = 0; cell < Row::kCells; ++cell) {
    if (row.has(cell)) found |= ~(cells[cell] - scope);
  }
  return found >> kTopBit != 0;
}

template <class Row>
[[gnu::always_inline]] inline bool any_older(const Row& row, const Cell* __restrict cells, Cell limit) {
  Cell found = 0;
  for (unsigned cell = 0; cell < Row::kCells; ++cell) {
    if (row.has(cell)) found |= cells[cell] - limit;
  }
  return found >> kTopBit != 0;
}

template <class Row>
[[gnu::always_inline]] inline void fill(const Row& row, Cell* __restrict cells, Cell first_mark) {
  for (unsigned cell = 0; cell < Row::kCells; ++cell) {
    if (row.has(cell)) cells[cell] = mark_of<Row>(first_mark, cell);
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

template <class Row>
[[gnu::always_inline]] inline bool all_is_said(const Row& row, const Cell* __restrict reads,
                                               const Cell* __restrict others, const BlockReaders& readers) {
  Cell all = readers.say_all(reads[row.first()], others[row.first()]);
  if (all >> kTopBit == 0) return false;  // as nearly always where any lacks it
  for (unsigned cell = 0; cell < Row::kCells; ++cell) {
    if (row.has(cell)) all &= readers.say_all(reads[cell], others[cell]);
  }
  return all >> kTopBit != 0;
}

// Stores the new reader. Beside it, of the two earlier readers, the one that is farther away is kept.
template <class Row, class Readers>
[[gnu::always_inline]] inline void add_readers(const Row& row, Cell* __restrict reads,
                                               Cell* __restrict others, Cell first_mark,
                                               const Readers& readers) {
  for (unsigned cell = 0; cell < Row::kCells; ++cell) {
    if (!row.has(cell)) continue;
    const Cell mine = mark_of<Row>(first_mark, cell);
    const Cell last = reads[cell];
    const Cell other = others[cell];
    const Cell keeps = mask_of(readers.is_other_farther(last, other, mine));
    others[cell] = last ^ ((last ^ other) & keeps);
    reads[cell] = mine;
  }
}

template <class Row>
[[gnu::always_inline]] inline bool load(const Row& row, const Shadow& shadow, std::size_t first_cell,
                                        const RowAccess& access) {
  const Cell mark = access.first_mark.bits();
  const Cell* const writes = shadow.writes + first_cell;
  Cell* const reads = shadow.reads + first_cell;
  if (may_race(row, writes, access)) return false;
  if (access.written_since != 0 && any_older(row, writes, access.written_since)) return false;
  if (!any_in_the_way(row, reads, access)) {
    fill(row, reads, mark);
    return true;
  }
  Cell* const others = shadow.other_reads + first_cell;
  if (access.is_of_block) {
    const BlockReaders readers{access.scope};
    if (!all_is_said(row, reads, others, readers)) add_readers(row, reads, others, mark, readers);
    return true;
  }
  const Distances distances{access.scope, access.clock->block_bits(), access.clock->barrier_bits(),
                            access.first_mark.epoch() & (EpochClock::kMostWorkers - 1)};
  add_readers(row, reads, others, mark, distances);
  return true;
}

template <class Row>
[[gnu::always_inline]] inline bool store(const Row& row, const Shadow& shadow, std::size_t first_cell,
                                         const RowAccess& access, bool was_loaded) {
  Cell* const writes = shadow.writes + first_cell;
  const Cell* const reads = shadow.reads + first_cell;
  if (may_race(row, writes, access)) return false;
  // If the last reader is out of scope, the second one is older and out of scope as well.
  if (was_loaded && any_in_scope(row, reads, access.scope)) {
    if (may_race(row, reads, access)) return false;
    if (may_race(row, shadow.other_reads + first_cell, access)) return false;
  }
  fill(row, writes, access.first_mark.bits());
  return true;
}

template <unsigned Lanes>
[[gnu::always_inline]] inline bool load_lanes(const Shadow& shadow, std::size_t first_cell,
                                              const RowAccess& access) {
  switch (access.cells_a_lane) {
    case 1:
      return load(WholeRow<Lanes, 1>(), shadow, first_cell, access);
    case 2:
      return load(WholeRow<Lanes, 2>(), shadow, first_cell, access);
    default:
      return load(WholeRow<Lanes, 4>(), shadow, first_cell, access);
  }
}

template <unsigned Lanes>
[[gnu::always_inline]] inline bool store_lanes(const Shadow& shadow, std::size_t first_cell,
                                               const RowAccess& access, bool was_loaded) {
  switch (access.cells_a_lane) {
    case 1:
      return store(WholeRow<Lanes, 1>(), shadow, first_cell, access, was_loaded);
    case 2:
      return store(WholeRow<Lanes, 2>(), shadow, first_cell, access, was_loaded);
    default:
      return store(WholeRow<Lanes, 4>(), shadow, first_cell, access, was_loaded);
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
  return access.cells_a_lane == 1 ? load(PartOfRow<1>(lanes), shadow, first_cell, access)
                                  : load(PartOfRow<2>(lanes), shadow, first_cell, access);
}

SIMT_VECTORISED
bool store_part_of_row(const Shadow& shadow, std::size_t first_cell, const RowAccess& access,
                       std::uint32_t lanes, bool was_loaded) {
  return access.cells_a_lane == 1 ? store(PartOfRow<1>(lanes), shadow, first_cell, access, was_loaded)
                                  : store(PartOfRow<2>(lanes), shadow, first_cell, access, was_loaded);
}

}  // namespace simt
