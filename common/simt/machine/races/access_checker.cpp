#include "races/access_checker.h"

#include <algorithm>

#include "common/for_each_lane.h"
#include "common/vectorised.h"
#include "memory/region_text.h"

namespace simt {
namespace {

bool is_marked(const WrittenMap& written, std::size_t offset, unsigned width) {
  switch (width) {
    case 1:
      return written.is_marked<1>(offset);
    case 2:
      return written.is_marked<2>(offset);
    case 4:
      return written.is_marked<4>(offset);
    case 8:
      return written.is_marked<8>(offset);
    default:
      return written.is_marked<16>(offset);
  }
}

bool is_of_two_warps(std::uint64_t one, std::uint64_t other) {
  return Mark(one).thread() / kWarpSize != Mark(other).thread() / kWarpSize && !Mark(one).atomic() &&
         !Mark(other).atomic();
}

void mark(WrittenMap& written, std::size_t offset, unsigned width) {
  switch (width) {
    case 1:
      return written.mark<1>(offset);
    case 2:
      return written.mark<2>(offset);
    case 4:
      return written.mark<4>(offset);
    case 8:
      return written.mark<8>(offset);
    default:
      return written.mark<16>(offset);
  }
}

// The lanes that have the same address as the one before them, and those that have the element behind it.
struct Neighbours {
  std::uint32_t same = 0;
  std::uint32_t next = 0;
};

SIMT_VECTORISED
Neighbours neighbours_in(const std::uint64_t* addresses, std::uint64_t width) {
  Neighbours found;
  for (unsigned lane = 1; lane < kWarpSize; ++lane) {
    const std::uint64_t distance = addresses[lane] - addresses[lane - 1];
    found.same |= (distance == 0 ? 1U : 0U) << lane;
    found.next |= (distance == width ? 1U : 0U) << lane;
  }
  return found;
}

constexpr unsigned kHalf = kWarpSize / 2;

// Whether somewhere half a warp's lanes are in a row, each linked to the one before it.
bool has_half_row(std::uint32_t linked) {
  static_assert(kHalf == 16, "15 links");
  linked &= linked >> 1U;
  linked &= linked >> 2U;
  linked &= linked >> 4U;
  return (linked & linked >> 7U) != 0;
}

// How many lanes, from this one on, are linked to the one before them, this one not counted as such.
unsigned lanes_from(unsigned lane, std::uint32_t linked) {
  const std::uint32_t ends = ~(linked >> lane >> 1U);
  return std::min(static_cast<unsigned>(__builtin_ctz(ends)) + 1, kWarpSize - lane);
}

}  // namespace

void AccessChecker::begin_launch(Launch& launch) {
  launch_ = &launch;
  written_ = &launch.arena->written();
  arena_begin_ = launch.arena->begin();
}

// Makes shadow memory tell the access's bytes from its neighbours', if it can, and returns whether it can
// now. In global memory accesses narrower than a cell are not checked, because it is not known which accesses
// they meet.
bool AccessChecker::split_cells(Region& region) {
  if (region.space != Space::shared) return false;
  shared_.split_cells(region);
  return true;
}

// Returns false if the access reads global memory that nobody has written. Marks what it writes.
bool AccessChecker::check_written(const PlaceAccess& access, const Region& region, std::uint64_t address) {
  if (region.all_written || region.space == Space::shared) return true;
  const std::size_t offset = address - arena_begin_;
  const bool was_written = access.op == Op::store || is_marked(*written_, offset, access.width);
  if (access.op == Op::store || (access.op == Op::atomic && !was_written))
    mark(*written_, offset, access.width);
  return was_written;
}

// Nobody writes the padding of a structure, and whoever copies the whole one reads it. Which bytes of a word are a bit-field's is not
// known exactly: a word with members lacks none if one of their bytes was written. The same goes for a library's copy in words.
bool AccessChecker::lacks_only_padding(const PlaceAccess& access, const Region& region,
                                       std::uint64_t address) const {
  constexpr unsigned kWord = 4;
  if (access.copies_words) {
    for (unsigned byte = 0; byte < access.width; ++byte) {
      if (is_written(region, address + byte)) return true;
    }
  }
  if (access.padding == 0) return false;
  for (unsigned word = 0; word < access.width; word += kWord) {
    bool has_members = false;
    bool was_written = false;
    for (unsigned byte = word; byte < std::min<unsigned>(word + kWord, access.width); ++byte) {
      if ((access.padding >> byte & 1U) != 0) continue;
      has_members = true;
      was_written |= is_written(region, address + byte);
    }
    if (has_members && !was_written) return false;
  }
  return true;
}

bool AccessChecker::is_written(const Region& region, std::uint64_t place) const {
  if (region.space != Space::shared) return written_->is_marked<1>(place - arena_begin_);
  const std::size_t cell = (place - region.begin) >> region.shadow.granule_shift;
  return mark_in(region.shadow.writes[cell]) >= order_.clock.birth_bits();
}

void AccessChecker::check(const PlaceAccess& access, Region& region, std::uint64_t address, unsigned thread) {
  if (has_nothing_to_check(access, region)) return;
  check_cells(access, region, address, thread, check_written(access, region, address));
}

void AccessChecker::check_cells(const PlaceAccess& access, Region& region, std::uint64_t address,
                                unsigned thread, bool was_written) {
  Conflict conflict;
  if (has_cells_for(access, region)) {
    const Shadow& shadow = region.shadow;
    const std::size_t first = (address - region.begin) >> shadow.granule_shift;
    const std::size_t cells = access.width >> shadow.granule_shift;
    const std::uint64_t epoch = access.is_pending ? order_.clock.pending_epoch() : order_.clock.now();
    const ShadowAccess noted{Mark(epoch, thread, access.place, access.is_atomic(region.space)), &order_,
                             scope_of(region)};
    for (std::size_t cell = first; cell < first + cells; ++cell) {
      if (region.space == Space::shared && access.op != Op::store)
        was_written &= mark_in(shadow.writes[cell]) >= order_.clock.birth_bits();
      const std::uint64_t stored = mark_in(shadow.writes[cell]);
      if (order_.meetings != nullptr) note_lockstep(access, region, address, noted, cell);
      const Conflict found =
          access.op == Op::load ? load_cell(shadow, cell, noted) : store_cell(shadow, cell, noted);
      if (found.kind != Conflict::Kind::none) conflict = found;
      if (access.is_fetch && stored >= scope_of(region))
        conflict = {Conflict::Kind::race, Mark(stored), Op::store};
    }
  }
  if (!was_written && !lacks_only_padding(access, region, address))
    note_unwritten(access, region, address, thread);
  if (conflict.kind == Conflict::Kind::race) note_race(access, region, address, thread, conflict);
}

// Each lane's cell, one a lane. The usual is quick: nobody else was there since the last barrier, or all are
// atomic, and what is read was written.
template <Op op>
void AccessChecker::check_each(const PlaceAccess& access, Region& region, std::uint32_t lanes,
                               const std::uint64_t* addresses, unsigned first_thread) {
  const Shadow shadow = region.shadow;
  const bool is_shared = region.space == Space::shared;
  const bool asks_map = !region.all_written && !is_shared;
  const bool has_readers = op == Op::load || region.has_readers();
  const bool is_atomic = access.is_atomic(region.space);
  const std::uint64_t scope = scope_of(region);
  const std::uint64_t written_since = is_shared && op != Op::store ? order_.clock.birth_bits() : 0;
  const std::uint64_t first_mark = Mark(order_.clock.now(), first_thread, access.place, is_atomic).bits();
  const OrderedMarks ordered = order_.clock.ordered_by_barrier();
  for_each_lane(
      lanes, [&](unsigned lane) __attribute__((always_inline)) {
        const std::uint64_t mark = first_mark + lane * Mark::kNextThread;
        const std::uint64_t address = addresses[lane];
        const bool was_written = !asks_map || check_written(access, region, address);
        const std::size_t cell = (address - region.begin) >> shadow.granule_shift;
        const auto is_mine = [&](std::uint64_t before) { return (before ^ mark) >> Mark::kThreadShift == 0; };
        const auto is_past = [&](std::uint64_t before) { return before < scope || ordered.has(before); };
        const std::uint64_t writer = mark_in(shadow.writes[cell]);
        const std::uint64_t reader = has_readers ? mark_in(shadow.reads[cell]) : 0;
        bool is_alone =
            was_written && writer >= written_since &&
            (writer < scope || is_mine(writer) ||
             (is_atomic && Mark(writer).atomic() && !order_.has_block_scopes()) || ordered.has(writer));
        if (op == Op::load) {
          // Two readers of two warps since the last barrier say all that must be known.
          const std::uint64_t other = reader < scope ? 0 : mark_in(shadow.other_reads[cell]);
          if (is_alone && is_shared && other >= scope && is_of_two_warps(reader, other) &&
              !order_.has_fences())
            return;
          is_alone &= reader < scope || is_mine(reader) || (ordered.has(reader) && is_past(other));
        } else {
          is_alone &= reader < scope || ((is_mine(reader) || ordered.has(reader)) &&
                                         is_past(mark_in(shadow.other_reads[cell])));
        }
        if (__builtin_expect(is_alone, 1)) {
          set_mark(op == Op::load ? shadow.reads[cell] : shadow.writes[cell], Mark(mark));
        } else {
          check_cells(access, region, address, first_thread + lane, was_written);
        }
      });
}

void AccessChecker::check_lanes(const PlaceAccess& access, Region& region, std::uint32_t lanes,
                                const std::uint64_t* addresses, unsigned first_thread) {
  if (has_nothing_to_check(access, region)) return;
  if (access.op != Op::atomic && lanes_in(lanes) >= kHalf) {
    constexpr unsigned kMany = 20;  // of 31: else it takes longer than lane by lane
    const Neighbours found = neighbours_in(addresses, access.width);
    const std::uint32_t in_a_row = found.next & lanes & lanes << 1U;
    if (has_half_row(in_a_row)) return check_rows(access, region, lanes, addresses, in_a_row, first_thread);
    if (lanes == ~0U && access.op == Op::load && lanes_in(found.same) >= kMany)
      return check_runs(access, region, addresses, found.same, first_thread);
  }
  check_apart(access, region, lanes, addresses, first_thread);
}

// Lane by lane.
void AccessChecker::check_apart(const PlaceAccess& access, Region& region, std::uint32_t lanes,
                                const std::uint64_t* addresses, unsigned first_thread) {
  if (!access.is_fetch && has_cells_for(access, region) && access.width >> region.shadow.granule_shift == 1) {
    switch (access.op) {
      case Op::load:
        return check_each<Op::load>(access, region, lanes, addresses, first_thread);
      case Op::store:
        return check_each<Op::store>(access, region, lanes, addresses, first_thread);
      case Op::atomic:
        return check_each<Op::atomic>(access, region, lanes, addresses, first_thread);
      case Op::kCount:
        break;
    }
  }
  for_each_lane(lanes, [&](unsigned lane) { check(access, region, addresses[lane], first_thread + lane); });
}

// Loads of which many neighbours have one address, as the lanes of a row of a block often do.
void AccessChecker::check_runs(const PlaceAccess& access, Region& region, const std::uint64_t* addresses,
                               std::uint32_t as_before, unsigned first_thread) {
  for (unsigned lane = 0; lane < kWarpSize;) {
    const unsigned lanes = lanes_from(lane, as_before);
    check_one_address(access, region, addresses[lane], first_thread + lane, lanes);
    lane += lanes;
  }
}

// Lanes of which at least half a warp's are in a row: where the first or the last lane of a line has no neighbour, in blocks 16 threads
// wide. `linked`: those that have the element behind the one of the lane before them.
void AccessChecker::check_rows(const PlaceAccess& access, Region& region, std::uint32_t lanes,
                               const std::uint64_t* addresses, std::uint32_t linked, unsigned first_thread) {
  std::uint32_t apart = 0;
  for (unsigned lane = 0; lane < kWarpSize;) {
    const unsigned count = lanes_from(lane, linked);
    if (count < kHalf) {
      apart |= ((1U << count) - 1U) << lane & lanes;
      lane += count;
      continue;
    }
    if (apart != 0) check_apart(access, region, apart, addresses, first_thread);
    apart = 0;
    // The last piece may begin with lanes of the one before it, which changes nothing where it is looked at as a whole.
    for (unsigned done = 0; done < count; done = std::min(done + kHalf, count)) {
      const unsigned piece = std::min(done, count - kHalf);
      check_half_row(access, region, addresses[lane + piece], first_thread + lane + piece, done - piece);
    }
    lane += count;
  }
  if (apart != 0) check_apart(access, region, apart, addresses, first_thread);
}

// `known`: so many of the first lanes have been checked.
void AccessChecker::check_half_row(const PlaceAccess& access, Region& region, std::uint64_t first_address,
                                   unsigned first_thread, unsigned known) {
  if (check_row_quickly(access, region, first_address, first_thread, kHalf)) return;
  check_part_slowly(access, region, first_address, first_thread, ((1U << kHalf) - 1U) >> known << known);
}

// As check_row_quickly().
bool AccessChecker::check_part_quickly(const PlaceAccess& access, Region& region, std::uint64_t first_address,
                                       unsigned first_thread, std::uint32_t lanes) {
  if (!region.all_written && region.space != Space::shared) {
    bool all_written = true;
    for_each_lane(lanes, [&](unsigned lane) {
      all_written &= check_written(access, region, first_address + std::uint64_t{lane} * access.width);
    });
    if (!all_written) return false;
  }
  if (!has_cells_for(access, region)) return true;
  const RowAccess row = row_of(access, region, first_thread);
  if (row.cells_a_lane > 2 || !can_be_row(access, region)) return false;
  const std::size_t cell = (first_address - region.begin) >> region.shadow.granule_shift;
  return access.op == Op::load ? load_part_of_row(region.shadow, cell, row, lanes)
                               : store_part_of_row(region.shadow, cell, row, lanes, region.has_readers());
}

void AccessChecker::check_part_slowly(const PlaceAccess& access, Region& region, std::uint64_t first_address,
                                      unsigned first_thread, std::uint32_t lanes) {
  for_each_lane(lanes, [&](unsigned lane) {
    check(access, region, first_address + std::uint64_t{lane} * access.width, first_thread + lane);
  });
}

// All lanes access one address. Two readers say all that later stores must be compared with, so two lanes
// suffice.
void AccessChecker::check_one_address(const PlaceAccess& access, Region& region, std::uint64_t address,
                                      unsigned first_thread, unsigned lanes) {
  if (has_nothing_to_check(access, region)) return;
  bool two_suffice = access.op == Op::load && check_written(access, region, address);
  if (two_suffice && has_cells_for(access, region)) {
    const std::size_t first = (address - region.begin) >> region.shadow.granule_shift;
    const std::size_t cells = access.width >> region.shadow.granule_shift;
    const std::uint64_t written_since = region.space == Space::shared ? order_.clock.birth_bits() : 0;
    bool are_first = order_.meetings == nullptr && !access.is_fetch;
    for (std::size_t cell = first; cell < first + cells; ++cell) {
      const std::uint64_t writer = mark_in(region.shadow.writes[cell]);
      two_suffice &= writer < scope_of(region) && writer >= written_since;
      are_first &= mark_in(region.shadow.reads[cell]) < scope_of(region);
    }
    if (two_suffice && are_first && lanes > 1) {
      const Mark one(order_.clock.now(), first_thread, access.place, access.is_atomic(region.space));
      const Mark last(one.bits() + (lanes - 1) * Mark::kNextThread);
      for (std::size_t cell = first; cell < first + cells; ++cell) {
        set_mark(region.shadow.other_reads[cell], one);
        set_mark(region.shadow.reads[cell], last);
      }
      return;
    }
  }
  const unsigned step = two_suffice && lanes > 1 ? lanes - 1 : 1;
  for (unsigned lane = 0; lane < lanes; lane += step) check(access, region, address, first_thread + lane);
}

void AccessChecker::note_unwritten(const PlaceAccess& access, const Region& region, std::uint64_t address,
                                   unsigned thread) {
  RawFinding finding;
  finding.kind = FaultKind::uninitialized_read;
  finding.at = {access.place, block_, thread};
  finding.op = access.op;
  finding.address = address;
  finding.space = region.space;
  if (RawFinding* const noted = faults_.note(finding)) noted->array = place_in(region, address, access.width);
}

// Before the cell's marks are those of this access.
void AccessChecker::note_lockstep(const PlaceAccess& access, const Region& region, std::uint64_t address,
                                  const ShadowAccess& noted, std::size_t cell) {
  const auto note = [&](const std::uint64_t* marks, Op op) {
    const Mark before(mark_in(marks[cell]));
    const unsigned thread = noted.mark.thread();
    if (must_be_ordered(before, noted) && order_.is_ordered_by_lockstep(before, thread))
      note_race(access, region, address, thread, {Conflict::Kind::race, before, op}, true);
  };
  note(region.shadow.writes, Op::store);
  if (access.op == Op::load) return;
  note(region.shadow.reads, Op::load);
  note(region.shadow.other_reads, Op::load);
}

void AccessChecker::note_race(const PlaceAccess& access, const Region& region, std::uint64_t address,
                              unsigned thread, const Conflict& conflict, bool is_in_lockstep) {
  RawFinding finding;
  finding.kind = FaultKind::race;
  finding.at = {access.place, block_, thread};
  finding.op = access.op;
  finding.other_place = conflict.other.place();
  finding.other_op = conflict.other_op;
  finding.other = conflict.other;
  finding.is_stale = access.is_fetch;
  finding.lacks_acquire = order_.lacks_acquire(conflict.other, thread);
  finding.is_outside_lock = order_.is_outside_lock(conflict.other);
  finding.is_of_one_value = conflict.is_of_one_value;
  finding.is_in_lockstep = is_in_lockstep;
  finding.between_blocks = !order_.clock.is_of_this_block(conflict.other);
  if (EpochClock::is_pending(conflict.other)) finding.copy = copies_.state_of(conflict.other, address);
  if (finding.between_blocks) {
    if (!finding.is_of_one_value) launch_->has_race_between_blocks.store(true, std::memory_order_relaxed);
  } else {
    finding.barrier_before = order_.last_barrier_of(thread, conflict.other.thread());
    finding.warp_sync = order_.last_warp_sync();
  }
  finding.address = address;
  finding.space = region.space;
  if (RawFinding* const noted = faults_.note(finding)) {
    noted->array =
        region.space == Space::shared ? "`" + region.name + "`" : place_in(region, address, access.width);
  }
}

}  // namespace simt
