#include "races/shadow.h"

namespace simt {

bool must_be_ordered(Mark before, const ShadowAccess& access) {
  if (before.bits() < access.scope) return false;
  if (before.atomic() && access.mark.atomic() && access.order->are_atomic_together(before, access.mark))
    return false;
  return !access.order->are_atomic_and_volatile(before, access.mark);
}

namespace {

bool races(Mark before, const ShadowAccess& access) {
  return must_be_ordered(before, access) && !access.order->is_ordered(before, access.mark.thread());
}

Conflict race_with(Mark other, Op op) {
  return {Conflict::Kind::race, other, other.atomic() ? Op::atomic : op};
}

// How far an earlier reader is from this access: 0 the same or before a barrier, 1 of its warp, 2 of its
// block, 3 of another block.
unsigned distance(Mark reader, const ShadowAccess& access) {
  if (reader.bits() < access.scope) return 0;
  const EpochClock& clock = access.order->clock;
  if (!clock.is_of_this_block(reader)) return 3;
  if (reader.epoch() < clock.barrier_epoch() || reader.thread() == access.mark.thread()) return 0;
  return reader.thread() / kWarpSize == access.mark.thread() / kWarpSize ? 1 : 2;
}

// Two readers of this block since its last barrier, of two warps: whoever writes meets one of them.
bool says_all(Mark last, Mark other, const ShadowAccess& access) {
  const EpochClock& clock = access.order->clock;
  const auto is_recent = [&](Mark reader) {
    return clock.is_of_this_block(reader) && reader.epoch() >= clock.barrier_epoch() && !reader.atomic();
  };
  return is_recent(last) && is_recent(other) && last.thread() / kWarpSize != other.thread() / kWarpSize &&
         !access.order->has_fences();
}

void note_reader(const Shadow& shadow, std::size_t cell, const ShadowAccess& access) {
  const Mark last(mark_in(shadow.reads[cell]));
  if (((last.bits() ^ access.mark.bits()) >> Mark::kThreadShift) == 0 && !last.atomic()) return;
  if (last.bits() >= access.scope) {
    const Mark other(mark_in(shadow.other_reads[cell]));
    if (says_all(last, other, access)) return;
    if (distance(last, access) >= distance(other, access)) set_mark(shadow.other_reads[cell], last);
  }
  set_mark(shadow.reads[cell], access.mark);
}

}  // namespace

Conflict load_cell(const Shadow& shadow, std::size_t cell, const ShadowAccess& access) {
  note_reader(shadow, cell, access);
  const Mark writer(mark_in(shadow.writes[cell]));
  return races(writer, access) ? race_with(writer, Op::store) : Conflict{};
}

Conflict store_cell(const Shadow& shadow, std::size_t cell, const ShadowAccess& access) {
  const Mark writer(mark_in(shadow.writes[cell]));
  set_mark(shadow.writes[cell], access.mark);
  // Two that write one element race whoever reads it: that comes first, unless they write the same.
  const bool two_write = races(writer, access);
  const bool is_of_one_value = two_write && access.order->store_one_value(writer, access.mark);
  if (two_write && !is_of_one_value) return race_with(writer, Op::store);
  for (const std::uint64_t* reads : {shadow.reads, shadow.other_reads}) {
    const Mark reader(mark_in(reads[cell]));
    if (races(reader, access) && !access.order->is_read_before(reader, access.mark.thread()))
      return race_with(reader, Op::load);
  }
  if (!is_of_one_value) return {};
  Conflict conflict = race_with(writer, Op::store);
  conflict.is_of_one_value = true;
  return conflict;
}

}  // namespace simt
