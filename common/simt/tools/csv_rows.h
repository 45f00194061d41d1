// Rows of a table of measured counters: read whole, and named with file and line where something is wrong.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace fidelity {

// "FILE:LINE: what is wrong": a broken row is never skipped.
class PatternFileError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class CsvRow {
 public:
  CsvRow(std::string place, std::shared_ptr<const std::vector<std::string>> columns,
         std::vector<std::string> fields);

  const std::string& text(std::size_t column) const { return fields_[column]; }
  int integer(std::size_t column, int least, int most) const;
  [[noreturn]] void fail(const std::string& what) const { throw PatternFileError(place_ + ": " + what); }

 private:
  std::string place_;
  std::shared_ptr<const std::vector<std::string>> columns_;
  std::vector<std::string> fields_;
};

// The columns that a file's first line names.
std::vector<std::string> csv_columns(const std::string& path);

// All rows; the file's columns must be these. `what`: what the file should be, for the message.
std::vector<CsvRow> read_csv(const std::string& path, const std::vector<std::string>& columns,
                             const std::string& what);

// The largest byte offset that a lane may have in a row: shared memory ends soon after, at 227 KiB.
inline constexpr int kLargestOffset = 200 * 1024;

// "lane0" to "lane31" go to the end of `names`.
void add_lane_columns(std::vector<std::string>& names, const std::string& prefix);

}  // namespace fidelity
