#include "csv_rows.h"

#include <charconv>
#include <fstream>
#include <utility>

#include "simt/request.h"

namespace fidelity {
namespace {

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

std::ifstream opened(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw PatternFileError(path + ": cannot be read");
  return file;
}

}  // namespace

CsvRow::CsvRow(std::string place, std::shared_ptr<const std::vector<std::string>> columns,
               std::vector<std::string> fields)
    : place_(std::move(place)), columns_(std::move(columns)), fields_(std::move(fields)) {
  if (fields_.size() != columns_->size()) {
    fail("has " + std::to_string(fields_.size()) + " columns, needs " + std::to_string(columns_->size()));
  }
}

int CsvRow::integer(std::size_t column, int least, int most) const {
  const std::string& field = fields_[column];
  int value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size() || value < least || value > most) {
    fail("column " + (*columns_)[column] + " is '" + field + "', needs a whole number from " +
         std::to_string(least) + " to " + std::to_string(most));
  }
  return value;
}

std::vector<std::string> csv_columns(const std::string& path) {
  std::ifstream file = opened(path);
  std::string line;
  std::getline(file, line);
  return split(line);
}

std::vector<CsvRow> read_csv(const std::string& path, const std::vector<std::string>& columns,
                             const std::string& what) {
  std::ifstream file = opened(path);
  std::string line;
  std::getline(file, line);
  if (split(line) != columns) throw PatternFileError(path + ":1: " + what);
  const auto names = std::make_shared<const std::vector<std::string>>(columns);
  std::vector<CsvRow> rows;
  for (int number = 2; std::getline(file, line); ++number) {
    if (line.empty() || line == "\r") continue;
    rows.emplace_back(path + ":" + std::to_string(number), names, split(line));
  }
  if (rows.empty()) throw PatternFileError(path + ": holds no pattern");
  return rows;
}

void add_lane_columns(std::vector<std::string>& names, const std::string& prefix) {
  for (int lane = 0; lane < simt::kWarpSize; ++lane) names.push_back(prefix + std::to_string(lane));
}

}  // namespace fidelity
