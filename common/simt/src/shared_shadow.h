// Finds races in a block's shared memory, and reads of shared memory that nothing wrote.
//
// Each cell of memory remembers who wrote and who read it last, and in which epoch. An epoch lasts from one
// barrier to the next, and no number is used twice in a launch, so neither a barrier nor a new block has
// anything to clear.
#pragma once

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
  static constexpr std::uint16_t kSeveral = UINT16_MAX;  // as a reader: more threads than one

  // Before a launch that gives each block `bytes` of shared memory.
  void reset(std::size_t bytes);
  void begin_block() { block_epoch_ = ++epoch_; }
  void barrier() { ++epoch_; }

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

  SharedConflict load(Cell& cell, std::uint16_t instruction, std::uint16_t thread) const {
    SharedConflict conflict;
    if (cell.write_epoch == epoch_ && cell.writer != thread) {
      conflict = {SharedConflict::Kind::race, cell.write_instruction, cell.writer};
    } else if (cell.write_epoch < block_epoch_) {
      conflict.kind = SharedConflict::Kind::unwritten;
    }
    if (cell.read_epoch != epoch_) {
      cell.read_epoch = epoch_;
      cell.reader = thread;
      cell.read_instruction = instruction;
    } else if (cell.reader != thread) {
      cell.reader = kSeveral;
    }
    return conflict;
  }

  SharedConflict store(Cell& cell, std::uint16_t instruction, std::uint16_t thread) const {
    SharedConflict conflict;
    if (cell.write_epoch == epoch_ && cell.writer != thread) {
      conflict = {SharedConflict::Kind::race, cell.write_instruction, cell.writer};
    }
    if (cell.read_epoch == epoch_ && cell.reader != thread) {
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
};

}  // namespace simt
