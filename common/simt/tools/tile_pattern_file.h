// Files of measured tensor-core moves and asynchronous copies, as data/h200_tile_patterns.csv: one
// instruction of one warp a row, with the hardware's counters.
//
// Columns: kind, shared0 … shared31 (byte offset in shared memory, -1: lane inactive), global0 … global31,
// then counters. Kinds: ldm1, ldm2, ldm4 (ldmatrix of so many matrices; ldm1t, … with .trans), stm1, stm2,
// stm4 (stmatrix), cpa4, cpa8, cpa16 (cp.async.ca of so many bytes), cpag16 (cp.async.cg).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "csv_rows.h"
#include "simt/request.h"

namespace fidelity {

struct TilePattern {
  enum class Kind { load_matrix, store_matrix, copy_async, copy_async_global };  // the last: .cg

  std::string id;    // the line in the file
  std::string name;  // the kind as the file has it
  Kind kind = Kind::load_matrix;
  int amount = 0;  // number of matrices, or of bytes a lane
  bool is_transposed = false;
  std::array<int, simt::kWarpSize> shared{};
  std::array<int, simt::kWarpSize> global{};

  struct Counters {
    std::uint64_t load_wavefronts = 0;  // shared op_ld, op_st
    std::uint64_t load_conflicts = 0;
    std::uint64_t store_wavefronts = 0;
    std::uint64_t store_conflicts = 0;
    std::uint64_t copy_conflicts = 0;     // op_ldgsts
    std::uint64_t shared_wavefronts = 0;  // wavefronts of all kinds, also of the kernel's other instructions
    std::uint64_t global_requests = 0;
    std::uint64_t global_sectors = 0;
  } measured;

  bool moves_matrices() const { return kind == Kind::load_matrix || kind == Kind::store_matrix; }
  // Returns the instruction that moves these matrices.
  simt::Instruction instruction() const {
    return amount == 1   ? simt::Instruction::matrix1
           : amount == 2 ? simt::Instruction::matrix2
                         : simt::Instruction::matrix4;
  }
};

// Throws PatternFileError.
std::vector<TilePattern> read_tile_patterns(const std::string& path);
// Whether the first line is that of a tile pattern file.
bool is_tile_pattern_file(const std::string& path);

}  // namespace fidelity
