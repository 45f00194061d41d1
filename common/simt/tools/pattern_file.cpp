#include "pattern_file.h"

namespace fidelity {
namespace {

constexpr std::size_t kFirstLane = 4;
constexpr std::size_t kFirstCounter = kFirstLane + simt::kWarpSize;

const std::vector<std::string>& warp_pattern_columns() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"id", "space", "op", "width_bytes"};
    add_lane_columns(all, "lane");
    all.insert(all.end(), {"requests", "sectors", "wavefronts", "bank_conflicts"});
    return all;
  }();
  return names;
}

template <class T>
T choice(const CsvRow& row, std::size_t column, const char* first, T first_value, const char* second,
         T second_value) {
  if (row.text(column) == first) return first_value;
  if (row.text(column) == second) return second_value;
  row.fail("column " + warp_pattern_columns()[column] + " is '" + row.text(column) + "', needs '" + first +
           "' or '" + second + "'");
}

Pattern parse_pattern(const CsvRow& row) {
  constexpr int kMost = 1 << 20;
  Pattern pattern;
  pattern.id = row.text(0);
  pattern.space = choice(row, 1, "global", simt::Space::global, "shared", simt::Space::shared);
  pattern.op = choice(row, 2, "ld", simt::Op::load, "st", simt::Op::store);
  pattern.width = row.integer(3, 1, 16);
  if ((pattern.width & (pattern.width - 1)) != 0)
    row.fail("width_bytes is " + row.text(3) + ", needs 1, 2, 4, 8 or 16");
  for (std::size_t lane = 0; lane < simt::kWarpSize; ++lane) {
    const int offset = row.integer(kFirstLane + lane, -1, kLargestOffset);
    if (offset >= 0 && offset % pattern.width != 0) {
      row.fail("lane" + std::to_string(lane) + " is " + std::to_string(offset) +
               ", not a multiple of the width");
    }
    pattern.offsets[lane] = offset;
  }
  const auto counter = [&](std::size_t index) {
    return static_cast<std::uint64_t>(row.integer(kFirstCounter + index, 0, kMost));
  };
  pattern.measured.requests = counter(0);
  if (pattern.space == simt::Space::global) {
    pattern.measured.sectors = counter(1);
  } else {
    pattern.measured.wavefronts = counter(2);
    pattern.measured.bank_conflicts = counter(3);
  }
  return pattern;
}

}  // namespace

std::vector<Pattern> read_patterns(const std::string& path) {
  std::vector<Pattern> patterns;
  for (const CsvRow& row : read_csv(
           path, warp_pattern_columns(),
           "not a file of warp patterns: the columns must be id, space, op, width_bytes, lane0 to lane31, "
           "requests, sectors, wavefronts, bank_conflicts"))
    patterns.push_back(parse_pattern(row));
  return patterns;
}

bool is_pattern_file(const std::string& path) { return csv_columns(path) == warp_pattern_columns(); }

}  // namespace fidelity
