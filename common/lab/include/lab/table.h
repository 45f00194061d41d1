// Records that a lab keeps as a table: CSV without quotes, columns by name, remarks on lines that begin with
// #.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace lab {

class TableRow {
 public:
  TableRow(std::string file, std::map<std::string, std::string> cells);

  // Both throw simt::Error, which names the file, if the column is missing; number() also if it has no
  // number.
  const std::string& text(const std::string& column) const;
  double number(const std::string& column) const;

 private:
  std::string file_;
  std::map<std::string, std::string> cells_;
};

// The rows in the file's order. The first line that is not a remark names the columns. Throws simt::Error
// when the file cannot be read, or a row has a cell too few or too many.
std::vector<TableRow> read_table(const std::string& file);

}  // namespace lab
