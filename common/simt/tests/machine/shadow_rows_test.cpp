// 32 or 16 lanes at once, or some of 32, are judged as one by one.
#include "races/shadow_rows.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace {

using simt::AccessOrder;
using simt::Conflict;
using simt::Mark;
using simt::Shadow;

constexpr std::size_t kCells = 128;

struct Cells {
  std::vector<std::uint64_t> writes = std::vector<std::uint64_t>(kCells);
  std::vector<std::uint64_t> reads = std::vector<std::uint64_t>(kCells);
  std::vector<std::uint64_t> others = std::vector<std::uint64_t>(kCells);

  Shadow shadow() { return {writes.data(), reads.data(), others.data(), 2}; }
  bool operator==(const Cells& other) const {
    return writes == other.writes && reads == other.reads && others == other.others;
  }
};

class ShadowRows : public testing::Test {
 protected:
  ShadowRows() {
    order_.clock.begin_launch(3, 1000);
    syncs_.reset(~0U);
    order_.syncs = &syncs_;
    order_.begin_block();
  }

  // A mark of an earlier launch, another worker's block, an earlier block of this worker, this block.
  Mark some_mark() {
    const std::uint64_t tick = 990 + random_() % 30;
    const std::uint64_t worker = random_() % 3 == 0 ? 5 : 3;
    return Mark(tick << simt::EpochClock::kWorkerBits | worker, static_cast<unsigned>(random_() % 128),
                static_cast<std::uint32_t>(random_() % 100), random_() % 8 == 0);
  }

  // Of this block or of an earlier one of this worker, as are all marks of shared memory.
  Mark mark_of_this_worker() {
    const std::uint64_t epoch = order_.clock.now() - random_() % 6 * (1U << simt::EpochClock::kWorkerBits);
    return Mark(epoch, static_cast<unsigned>(random_() % 128), 9, random_() % 20 == 0);
  }

  // All lanes one by one; false when any conflicts.
  bool one_by_one(Cells& cells, const simt::RowAccess& access, bool is_load, unsigned first_thread,
                  unsigned lanes, std::uint32_t active = ~0U) {
    bool fine = true;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if ((active >> lane & 1U) == 0) continue;
      const simt::ShadowAccess own{Mark(order_.clock.now(), first_thread + lane, 7, false), &order_,
                                   access.scope};
      for (unsigned i = 0; i < access.cells_a_lane; ++i) {
        const std::size_t cell = lane * access.cells_a_lane + i;
        const Conflict found =
            is_load ? load_cell(cells.shadow(), cell, own) : store_cell(cells.shadow(), cell, own);
        fine &= found.kind == Conflict::Kind::none;
      }
    }
    return fine;
  }

  std::mt19937_64 random_{42};
  simt::WarpSyncs syncs_;
  AccessOrder order_;
};

// Of 32 lanes, or of 16.
bool note_row(Cells& cells, const simt::RowAccess& access, bool is_load, unsigned lanes) {
  if (lanes == 16) {
    return is_load ? load_half_row(cells.shadow(), 0, access)
                   : store_half_row(cells.shadow(), 0, access, true);
  }
  return is_load ? load_row(cells.shadow(), 0, access) : store_row(cells.shadow(), 0, access, true);
}

TEST_F(ShadowRows, AgreeWithSingleCells) {
  int quick = 0;
  int quick_halves = 0;
  for (int attempt = 0; attempt < 20000; ++attempt) {
    if (attempt % 100 == 0) order_.begin_block();
    if (attempt % 10 == 0) order_.clock.barrier();
    Cells cells;
    // Mostly readers, and few marks that are young: else nothing would ever be quick.
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (random_() % 50 == 0) cells.writes[cell] = some_mark().bits();
      if (random_() % 3 != 0) cells.reads[cell] = some_mark().bits();
      if (random_() % 3 == 0) cells.others[cell] = std::min(cells.reads[cell], some_mark().bits());
    }
    const unsigned lanes = attempt % 2 == 0 ? 32 : 16;
    const unsigned first_thread = lanes * static_cast<unsigned>(random_() % 4);
    simt::RowAccess access;
    access.first_mark = Mark(order_.clock.now(), first_thread, 7, false);
    access.cells_a_lane = 1U << random_() % 3;
    access.scope = random_() % 2 == 0 ? order_.clock.launch_bits() : order_.clock.barrier_bits();
    access.clock = &order_.clock;
    const bool is_load = random_() % 2 == 0;
    Cells single = cells;
    const bool fine = one_by_one(single, access, is_load, first_thread, lanes);
    Cells row = cells;
    const bool noted = note_row(row, access, is_load, lanes);
    if (!noted) {
      EXPECT_TRUE(row == cells);  // nothing was noted
      continue;
    }
    ++(lanes == 32 ? quick : quick_halves);
    EXPECT_TRUE(fine);
    for (std::size_t cell = std::size_t{lanes} * access.cells_a_lane; cell < kCells; ++cell)
      EXPECT_TRUE(row.writes[cell] == cells.writes[cell] && row.reads[cell] == cells.reads[cell]);
    for (std::size_t cell = 0; cell < std::size_t{lanes} * access.cells_a_lane; ++cell) {
      EXPECT_EQ(row.writes[cell], single.writes[cell]);
      // A single cell is left alone where its two readers say all that must be known.
      EXPECT_TRUE(row.reads[cell] == single.reads[cell] || single.reads[cell] == cells.reads[cell]);
    }
  }
  EXPECT_GT(quick, 250);
  EXPECT_GT(quick_halves, 500);
}

// The cells of the others stay as they are, whatever is in them.
TEST_F(ShadowRows, OfSomeLanesAgreeWithSingleCells) {
  order_.begin_launch(false, false, true, nullptr, 0);
  order_.syncs = &syncs_;
  int quick = 0;
  int slow = 0;
  for (int attempt = 0; attempt < 20000; ++attempt) {
    if (attempt % 4 == 0) order_.clock.barrier();
    order_.clock.advance();
    const auto active = static_cast<std::uint32_t>(random_()) | 1U;
    simt::RowAccess access;
    access.first_mark = Mark(order_.clock.now(), 32, 7, false);
    access.cells_a_lane = 1U + random_() % 2;
    access.scope = order_.clock.barrier_bits();
    access.clock = &order_.clock;
    access.is_of_block = random_() % 2 == 0;
    const bool is_load = random_() % 2 == 0;
    Cells cells;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      const bool is_of_others = (active >> cell / access.cells_a_lane % 32 & 1U) == 0;
      if (is_of_others || random_() % 200 == 0) cells.writes[cell] = mark_of_this_worker().bits();
      if (is_of_others || (is_load && random_() % 3 != 0) || random_() % 100 == 0)
        cells.reads[cell] = mark_of_this_worker().bits();
      if (random_() % 3 == 0) cells.others[cell] = std::min(cells.reads[cell], mark_of_this_worker().bits());
    }
    Cells single = cells;
    const bool fine = one_by_one(single, access, is_load, 32, 32, active);
    Cells part = cells;
    const bool noted = is_load ? load_part_of_row(part.shadow(), 0, access, active)
                               : store_part_of_row(part.shadow(), 0, access, active, true);
    ++(noted ? quick : slow);
    if (!noted) {
      EXPECT_TRUE(part == cells);  // nothing was noted
      continue;
    }
    EXPECT_TRUE(fine);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      const bool takes_part =
          cell < std::size_t{32} * access.cells_a_lane && (active >> cell / access.cells_a_lane & 1U) != 0;
      const bool are_both_too_old = part.others[cell] < access.scope && single.others[cell] < access.scope;
      const bool is_left_alone = takes_part && is_load && single.reads[cell] == cells.reads[cell];
      ASSERT_EQ(part.writes[cell], single.writes[cell]) << attempt << ": " << cell;
      ASSERT_TRUE(is_left_alone || part.reads[cell] == single.reads[cell]) << attempt << ": " << cell;
      ASSERT_TRUE(is_left_alone || (takes_part && are_both_too_old) ||
                  part.others[cell] == single.others[cell])
          << attempt << ": " << cell;
    }
  }
  EXPECT_GT(quick, 2000);
  EXPECT_GT(slow, 1000);
}

// Which of two readers is kept, and where two of them say all.
TEST_F(ShadowRows, OfSharedMemoryKeepTheReadersThatSingleCellsKeep) {
  order_.begin_launch(false, false, false, nullptr, 0);
  int quick = 0;
  int unchanged = 0;
  for (int attempt = 0; attempt < 20000; ++attempt) {
    if (attempt % 4 == 0) order_.clock.barrier();
    order_.clock.advance();
    const bool all_have_two = attempt % 5 == 0;  // …readers, of two warps, since the barrier
    Cells cells;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (random_() % 3 != 0) cells.reads[cell] = mark_of_this_worker().bits();
      if (random_() % 3 == 0) cells.others[cell] = std::min(cells.reads[cell], mark_of_this_worker().bits());
      if (!all_have_two) continue;
      const auto thread = static_cast<unsigned>(random_() % 64);
      cells.reads[cell] = Mark(order_.clock.now(), thread, 9, false).bits();
      cells.others[cell] = Mark(order_.clock.barrier_epoch(), 127 - thread, 9, false).bits();
    }
    const unsigned lanes = attempt % 2 == 0 ? 32 : 16;
    const unsigned first_thread = lanes * static_cast<unsigned>(random_() % 4);
    simt::RowAccess access;
    access.first_mark = Mark(order_.clock.now(), first_thread, 7, false);
    access.cells_a_lane = 1U << random_() % 3;
    access.scope = order_.clock.barrier_bits();
    access.clock = &order_.clock;
    access.is_of_block = true;
    Cells single = cells;
    ASSERT_TRUE(one_by_one(single, access, true, first_thread, lanes));
    Cells row = cells;
    ASSERT_TRUE(note_row(row, access, true, lanes));
    unchanged += row == cells ? 1 : 0;
    for (std::size_t cell = 0; cell < std::size_t{lanes} * access.cells_a_lane; ++cell) {
      // A single cell is left alone where its two readers say all that must be known, or its last one is the lane itself.
      const bool is_left_alone = single.reads[cell] == cells.reads[cell];
      const bool are_both_too_old = row.others[cell] < access.scope && single.others[cell] < access.scope;
      ASSERT_TRUE(is_left_alone || row.reads[cell] == single.reads[cell]) << attempt << ": " << cell;
      ASSERT_TRUE(is_left_alone || are_both_too_old || row.others[cell] == single.others[cell])
          << attempt << ": " << cell;
      ++quick;
    }
  }
  EXPECT_GT(quick, 10000);
  EXPECT_GT(unchanged, 0);
}

TEST_F(ShadowRows, WhatNobodyWroteIsNotQuick) {
  Cells cells;
  simt::RowAccess access;
  access.first_mark = Mark(order_.clock.now(), 0, 7, false);
  access.scope = order_.clock.barrier_bits();
  access.written_since = order_.clock.block_bits();
  access.clock = &order_.clock;
  EXPECT_FALSE(load_row(cells.shadow(), 0, access));
  for (unsigned lane = 0; lane < 32; ++lane)
    cells.writes[lane] = Mark(order_.clock.now(), 99, 3, false).bits();
  order_.clock.barrier();
  access.first_mark = Mark(order_.clock.now(), 0, 7, false);
  access.scope = order_.clock.barrier_bits();
  EXPECT_TRUE(load_row(cells.shadow(), 0, access));
  cells.writes[17] = 0;
  EXPECT_FALSE(load_row(cells.shadow(), 0, access));
  EXPECT_TRUE(load_part_of_row(cells.shadow(), 0, access, ~(1U << 17U)));
  EXPECT_FALSE(load_part_of_row(cells.shadow(), 0, access, 1U << 17U | 1U));
  EXPECT_FALSE(load_part_of_row(cells.shadow(), 17, access, 3U));
}

// What the block did before its last barrier is in nobody's way; all else of the launch is.
TEST_F(ShadowRows, WhatABarrierOrdersIsQuick) {
  const auto is_quick = [&](std::uint64_t epoch, bool is_load) {
    simt::RowAccess access;
    access.first_mark = Mark(order_.clock.now(), 0, 7, false);
    access.scope = order_.clock.launch_bits();
    access.clock = &order_.clock;
    Cells cells;
    cells.writes[5] = Mark(epoch, 99, 3, false).bits();
    if (!is_load) cells.reads[9] = cells.others[9] = Mark(epoch, 98, 3, false).bits();
    const bool part = is_load ? load_part_of_row(cells.shadow(), 0, access, 0xFFU)
                              : store_part_of_row(cells.shadow(), 0, access, 0xFFFU, true);
    EXPECT_EQ(note_row(cells, access, is_load, 16), part);
    EXPECT_EQ(note_row(cells, access, is_load, 32), part);
    return part;
  };
  for (const bool is_load : {true, false}) {
    const std::uint64_t earlier_block = order_.clock.now();
    order_.begin_block();
    order_.clock.advance();
    const std::uint64_t before = order_.clock.now();
    EXPECT_FALSE(is_quick(before, is_load));
    order_.clock.barrier();
    const std::uint64_t of_another_worker = before + 1;
    order_.clock.advance();
    EXPECT_TRUE(is_quick(before, is_load));
    EXPECT_FALSE(is_quick(of_another_worker, is_load));
    EXPECT_FALSE(is_quick(earlier_block, is_load));
    EXPECT_FALSE(is_quick(order_.clock.now(), is_load));
    EXPECT_FALSE(is_quick(order_.clock.pending_epoch(), is_load));
    order_.clock.take_up(order_.clock.set_aside());
    EXPECT_FALSE(
        is_quick(before, is_load));  // others ran in between, by whose marks it is not known so quickly
  }
}

}  // namespace
