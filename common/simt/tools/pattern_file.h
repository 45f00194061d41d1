// Files of measured warp patterns, as data/h200_warp_patterns.csv: one warp request a row, with the
// hardware's counters.
//
// Columns: id, space (global, shared), op (ld, st), width_bytes, lane0 … lane31 (byte offset from a
// 128-byte-aligned base, -1: lane inactive), requests, sectors (global rows), wavefronts and bank_conflicts
// (shared rows).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "csv_rows.h"
#include "simt/request.h"

namespace fidelity {

struct Counters {
  std::uint64_t requests = 0;
  std::optional<std::uint64_t> sectors;         // global
  std::optional<std::uint64_t> wavefronts;      // shared
  std::optional<std::uint64_t> bank_conflicts;  // shared

  bool operator==(const Counters& other) const {
    return requests == other.requests && sectors == other.sectors && wavefronts == other.wavefronts &&
           bank_conflicts == other.bank_conflicts;
  }
};

struct Pattern {
  std::string id;
  simt::Space space = simt::Space::global;
  simt::Op op = simt::Op::load;
  int width = 0;
  std::array<int, simt::kWarpSize> offsets{};
  Counters measured;
};

// Throws PatternFileError.
std::vector<Pattern> read_patterns(const std::string& path);
// Whether the first line is that of a pattern file.
bool is_pattern_file(const std::string& path);

}  // namespace fidelity
