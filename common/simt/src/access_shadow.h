// Finds races: each cell of memory remembers who wrote and who read it last, and when.
//
// Accesses of two threads are ordered when a barrier lies between them, or, in one warp, when both lanes have
// synchronised since the first; atomic operations are in order among themselves. All others race when one of
// them writes.
#pragma once

#include <cstdint>

#include "block_clock.h"

namespace simt {

// Two accesses of one cell that nothing orders, at least one a store; or a load of a cell nobody stored to.
struct Conflict {
  enum class Kind : std::uint8_t { none, race, unwritten } kind = Kind::none;
  Mark other;
  Op other_op = Op::load;
};

// Blocks on several workers look at one cell of global memory at a time: its two halves are read and written
// whole.
class ShadowCell {
 public:
  // The usual, quickly: true when nobody else touched the cell since `scope`, and the access is noted.
  [[gnu::always_inline]] bool access_alone(Op op, Mark mark, std::uint64_t scope) {
    const Mark writer = write();
    const Mark reader = read();
    const bool both_atomic = op == Op::atomic && writer.atomic();
    if (writer.bits() >= scope && !writer.is_same_turn(mark) && !both_atomic) return false;
    if (reader.bits() >= scope && !reader.is_same_turn(mark)) return false;
    __atomic_store_n(op == Op::load ? &read_ : &write_, mark.bits(), __ATOMIC_RELAXED);
    return true;
  }

  // Next often: a load of what others have only loaded since `scope`, which
  // nothing can conflict with.
  [[gnu::always_inline]] bool load_among_loads(Mark mark, const BlockClock& clock, std::uint64_t scope) {
    const Mark writer = write();
    if (writer.bits() >= scope && !writer.is_same_turn(mark)) return false;
    note_read(mark, clock, scope);
    return true;
  }

  // `mark` is the access that is made now; marks below `scope` are older than what can conflict with it.
  [[gnu::always_inline]] Conflict access(Op op, Mark mark, const BlockClock& clock, std::uint64_t scope) {
    const Mark writer = write();
    const Mark reader = read();
    if (op == Op::load) {
      note_read(mark, clock, scope);
    } else {
      __atomic_store_n(&write_, mark.bits(), __ATOMIC_RELAXED);
      if (races(reader, mark, clock, scope)) return race_with(reader, Op::load);
    }
    if (races(writer, mark, clock, scope)) return race_with(writer, Op::store);
    return {};
  }

  Mark write() const { return Mark(__atomic_load_n(&write_, __ATOMIC_RELAXED)); }
  Mark read() const { return Mark(__atomic_load_n(&read_, __ATOMIC_RELAXED)); }

 private:
  static bool races(Mark other, Mark mark, const BlockClock& clock, std::uint64_t scope) {
    if (other.bits() < scope || (other.atomic() && mark.atomic())) return false;
    return clock.unordered(other, mark.thread());
  }
  static Conflict race_with(Mark other, Op other_op) {
    return {Conflict::Kind::race, other, other.atomic() ? Op::atomic : other_op};
  }

  void note_read(Mark mark, const BlockClock& clock, std::uint64_t scope) {
    const Mark before = read();
    if (before.is_same_turn(mark)) return;
    const Mark now = before.bits() < scope ? mark : with_another(before, mark, clock);
    __atomic_store_n(&read_, now.bits(), __ATOMIC_RELAXED);
  }

  static Mark with_another(Mark before, Mark mark, const BlockClock& clock) {
    if (!clock.is_of_this_block(before) || before.thread() == Mark::kSeveralBlocks)
      return mark.with_thread(Mark::kSeveralBlocks);
    if (before.bits() < clock.barrier_bits() || before.thread() == mark.thread()) return mark;
    const unsigned warp = mark.thread() / kWarpSize;
    const bool same_warp =
        before.thread() == Mark::kSeveralOfWarp + warp || before.thread() / kWarpSize == warp;
    return mark.with_thread(same_warp ? Mark::kSeveralOfWarp + warp : Mark::kSeveral);
  }

  std::uint64_t write_ = 0;
  std::uint64_t read_ = 0;
};

}  // namespace simt
