#include "tile_pattern_file.h"

#include <algorithm>

namespace fidelity {
namespace {

constexpr std::size_t kFirstShared = 1;
constexpr std::size_t kFirstGlobal = kFirstShared + simt::kWarpSize;
constexpr std::size_t kFirstTileCounter = kFirstGlobal + simt::kWarpSize;
constexpr int kMatrixRow = 16;  // bytes

const std::vector<std::string>& tile_pattern_columns() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"kind"};
    add_lane_columns(all, "shared");
    add_lane_columns(all, "global");
    all.insert(all.end(), {"ld_wavefronts", "ld_conflicts", "st_wavefronts", "st_conflicts",
                           "ldgsts_conflicts", "shared_wavefronts", "global_requests", "global_sectors"});
    return all;
  }();
  return names;
}

struct KnownKind {
  const char* name;
  TilePattern::Kind kind;
  int amount;
  bool is_transposed;
};
using Kind = TilePattern::Kind;
constexpr KnownKind kKinds[] = {
    {"ldm1", Kind::load_matrix, 1, false},         {"ldm2", Kind::load_matrix, 2, false},
    {"ldm4", Kind::load_matrix, 4, false},         {"ldm1t", Kind::load_matrix, 1, true},
    {"ldm2t", Kind::load_matrix, 2, true},         {"ldm4t", Kind::load_matrix, 4, true},
    {"stm1", Kind::store_matrix, 1, false},        {"stm2", Kind::store_matrix, 2, false},
    {"stm4", Kind::store_matrix, 4, false},        {"cpa4", Kind::copy_async, 4, false},
    {"cpa8", Kind::copy_async, 8, false},          {"cpa16", Kind::copy_async, 16, false},
    {"cpag16", Kind::copy_async_global, 16, false}};

void set_kind(TilePattern& pattern, const CsvRow& row) {
  pattern.name = row.text(0);
  const auto* const known = std::find_if(std::begin(kKinds), std::end(kKinds),
                                         [&](const KnownKind& one) { return pattern.name == one.name; });
  if (known == std::end(kKinds)) row.fail("kind '" + pattern.name + "' is not known");
  pattern.kind = known->kind;
  pattern.amount = known->amount;
  pattern.is_transposed = known->is_transposed;
}

TilePattern parse_tile_pattern(const CsvRow& row) {
  constexpr int kMost = 1 << 20;
  TilePattern pattern;
  set_kind(pattern, row);
  const int width = pattern.moves_matrices() ? kMatrixRow : pattern.amount;
  for (std::size_t lane = 0; lane < simt::kWarpSize; ++lane) {
    const int offset = row.integer(kFirstShared + lane, -1, kLargestOffset);
    if (offset >= 0 && offset % width != 0) {
      row.fail("shared" + std::to_string(lane) + " is " + std::to_string(offset) + ", not a multiple of " +
               std::to_string(width));
    }
    pattern.shared[lane] = offset;
    pattern.global[lane] = row.integer(kFirstGlobal + lane, -1, kMost);
  }
  const auto counter = [&](std::size_t index) {
    return static_cast<std::uint64_t>(row.integer(kFirstTileCounter + index, 0, kMost));
  };
  pattern.measured = {counter(0), counter(1), counter(2), counter(3),
                      counter(4), counter(5), counter(6), counter(7)};
  return pattern;
}

}  // namespace

std::vector<TilePattern> read_tile_patterns(const std::string& path) {
  std::vector<TilePattern> patterns;
  for (const CsvRow& row :
       read_csv(path, tile_pattern_columns(),
                "not a file of tile patterns: the columns must be kind, shared0 to shared31, global0 to "
                "global31 and eight counters")) {
    patterns.push_back(parse_tile_pattern(row));
    patterns.back().id = std::to_string(patterns.size() + 1);
  }
  return patterns;
}

bool is_tile_pattern_file(const std::string& path) { return csv_columns(path) == tile_pattern_columns(); }

}  // namespace fidelity
