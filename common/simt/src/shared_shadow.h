// Finds races in a block's shared memory, and reads of shared memory that nothing wrote.
//
// Each cell of memory remembers who wrote and who read it last, and when. Time is counted in epochs: it goes
// on at each barrier, at each synchronisation of lanes and with each block, and no number is used twice in a
// launch, so that none of these has anything to clear. Accesses of two threads are ordered when a barrier
// lies between them, or, in one warp, when both lanes have synchronised since the first.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simt/request.h"

namespace simt {

// Two accesses of one cell in one epoch by different threads, at least one a store; or a load of a cell
// nobody stored to.
struct SharedConflict {
  enum class Kind : std::uint8_t { none, race, unwritten } kind = Kind::none;
  std::uint16_t other_instruction = 0;
  std::uint16_t other_thread = 0;
};

class SharedShadow {
 public:
  // As a reader: several threads, of several warps or of one (kSeveralOfWarp + the warp's index).
  static constexpr std::uint16_t kSeveral = UINT16_MAX;
  static constexpr std::uint16_t kSeveralOfWarp = 0xFF00;

  // Before a launch that gives each block `bytes` of shared memory.
  void reset(std::size_t bytes);
  void begin_block() { block_epoch_ = barrier_epoch_ = ++epoch_; }
  void barrier() { barrier_epoch_ = ++epoch_; }
  // A warp runs on from a barrier; all its lanes meet there.
  void begin_warp() { lane_epoch_.fill(barrier_epoch_); }
  // The lanes of the running warp that `lanes` names have met.
  void warp_sync(std::uint32_t lanes) {
    ++epoch_;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if ((lanes >> lane & 1U) != 0) lane_epoch_[lane] = epoch_;
    }
  }

  // Checks and notes one access of Width bytes at `offset`, which Width divides, by `thread` (its linear
  // index in the block).
  template <unsigned Width, Op op>
  SharedConflict access(std::size_t offset, std::uint16_t instruction, std::uint16_t thread) {
    SharedConflict conflict;
    if (Width < kBankBytes && !in_bytes_) split_into_bytes();
    const std::size_t cells = in_bytes_ ? Width : Width / kBankBytes;
    Cell* const first = &cells_[in_bytes_ ? offset : offset / kBankBytes];
    for (Cell* cell = first; cell < first + cells; ++cell) {
      const SharedConflict found =
          op == Op::load ? load(*cell, instruction, thread) : store(*cell, instruction, thread);
      if (found.kind != SharedConflict::Kind::none) conflict = found;
    }
    return conflict;
  }

 private:
  struct Cell {
    std::uint32_t write_epoch = 0;
    std::uint32_t read_epoch = 0;
    std::uint16_t writer = 0;
    std::uint16_t reader = 0;
    std::uint16_t write_instruction = 0;
    std::uint16_t read_instruction = 0;
  };

  static constexpr int warp_of(std::uint16_t thread) { return thread / kWarpSize; }

  // Whether something that `other` did in `epoch` may happen at the same time as what `thread` does now.
  bool unordered(std::uint32_t epoch, std::uint16_t other, std::uint16_t thread) const {
    if (epoch < barrier_epoch_ || other == thread) return false;
    const bool several_of_warp = other >= kSeveralOfWarp && other != kSeveral;
    const int warp = several_of_warp ? other - kSeveralOfWarp : warp_of(other);
    if (other == kSeveral || warp != warp_of(thread)) return true;
    const bool other_synced = several_of_warp || lane_epoch_[other % kWarpSize] > epoch;
    return !(other_synced && lane_epoch_[thread % kWarpSize] > epoch);
  }

  SharedConflict load(Cell& cell, std::uint16_t instruction, std::uint16_t thread) const {
    SharedConflict conflict;
    if (unordered(cell.write_epoch, cell.writer, thread)) {
      conflict = {SharedConflict::Kind::race, cell.write_instruction, cell.writer};
    } else if (cell.write_epoch < block_epoch_) {
      conflict.kind = SharedConflict::Kind::unwritten;
    }
    if (cell.read_epoch < barrier_epoch_ || cell.reader == thread) {
      cell.reader = thread;
      cell.read_instruction = instruction;
    } else {
      cell.reader = with_another(cell.reader, thread);
    }
    cell.read_epoch = epoch_;
    return conflict;
  }

  static std::uint16_t with_another(std::uint16_t reader, std::uint16_t thread) {
    const auto of_this_warp = static_cast<std::uint16_t>(kSeveralOfWarp + warp_of(thread));
    const bool same_warp =
        reader == of_this_warp || (reader < kSeveralOfWarp && warp_of(reader) == warp_of(thread));
    return same_warp ? of_this_warp : kSeveral;
  }

  SharedConflict store(Cell& cell, std::uint16_t instruction, std::uint16_t thread) const {
    SharedConflict conflict;
    if (unordered(cell.write_epoch, cell.writer, thread)) {
      conflict = {SharedConflict::Kind::race, cell.write_instruction, cell.writer};
    }
    if (unordered(cell.read_epoch, cell.reader, thread)) {
      conflict = {SharedConflict::Kind::race, cell.read_instruction, cell.reader};
    }
    cell.write_epoch = epoch_;
    cell.writer = thread;
    cell.write_instruction = instruction;
    return conflict;
  }

  // Cells are 4-byte words until the first narrower access of a launch, single bytes from then on.
  void split_into_bytes();

  std::vector<Cell> cells_;
  bool in_bytes_ = false;
  std::uint32_t epoch_ = 0;
  std::uint32_t block_epoch_ = 0;
  std::uint32_t barrier_epoch_ = 0;
  std::array<std::uint32_t, kWarpSize> lane_epoch_{};  // when each lane of the running warp last met others
};

}  // namespace simt
