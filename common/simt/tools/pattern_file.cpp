#include "pattern_file.h"

#include <charconv>
#include <fstream>
#include <string_view>

namespace fidelity {
namespace {

constexpr std::size_t kFirstLane = 4;
constexpr std::size_t kFirstCounter = kFirstLane + simt::kWarpSize;
constexpr std::size_t kColumns = kFirstCounter + 4;
constexpr int kLargestOffset = 200 * 1024;  // shared memory ends soon after: 227 KiB

std::vector<std::string> expected_header() {
  std::vector<std::string> names{"id", "space", "op", "width_bytes"};
  for (int lane = 0; lane < simt::kWarpSize; ++lane) names.push_back("lane" + std::to_string(lane));
  names.insert(names.end(), {"requests", "sectors", "wavefronts", "bank_conflicts"});
  return names;
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',') {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

// Reads the fields of one row, and says where it stands when something is wrong with it.
class Row {
 public:
  Row(std::string place, std::vector<std::string> fields)
      : place_(std::move(place)), fields_(std::move(fields)) {
    if (fields_.size() != kColumns)
      fail("has " + std::to_string(fields_.size()) + " columns, needs " + std::to_string(kColumns));
  }

  const std::string& text(std::size_t column) const { return fields_[column]; }

  int integer(std::size_t column, int least, int most) const {
    const std::string& field = fields_[column];
    int value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() || value < least || value > most) {
      fail("column " + expected_header()[column] + " is '" + field + "', needs a whole number from " +
           std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
  }

  [[noreturn]] void fail(const std::string& what) const { throw PatternFileError(place_ + ": " + what); }

 private:
  std::string place_;
  std::vector<std::string> fields_;
};

template <class T>
T choice(const Row& row, std::size_t column, const char* first, T first_value, const char* second,
         T second_value) {
  if (row.text(column) == first) return first_value;
  if (row.text(column) == second) return second_value;
  row.fail("column " + expected_header()[column] + " is '" + row.text(column) + "', needs '" + first +
           "' or '" + second + "'");
}

Pattern parse(const Row& row) {
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
  std::ifstream file(path);
  if (!file) throw PatternFileError(path + ": cannot be read");
  std::string line;
  std::getline(file, line);
  if (split(line) != expected_header()) {
    throw PatternFileError(path +
                           ":1: not a file of warp patterns: the columns must be id, space, op, width_bytes, "
                           "lane0 to lane31, requests, sectors, wavefronts, bank_conflicts");
  }
  std::vector<Pattern> patterns;
  for (int number = 2; std::getline(file, line); ++number) {
    if (line.empty() || line == "\r") continue;
    patterns.push_back(parse(Row(path + ":" + std::to_string(number), split(line))));
  }
  if (patterns.empty()) throw PatternFileError(path + ": holds no pattern");
  return patterns;
}

}  // namespace fidelity
