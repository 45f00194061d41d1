// What the hardware was seen to do: the CSV files that measure.sh makes.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace agreement {

// A CSV file whose first lines, behind #, are remarks. Fields may be quoted.
struct Record {
  using Row = std::map<std::string, std::string>;  // keyed by column

  std::vector<std::string> remarks;
  std::vector<std::string> columns;
  std::map<std::string, std::vector<Row>> rows;  // keyed by the column `case`

  bool has_column(const std::string& name) const;
};

// Throws FileError (case_file.h).
Record read_record(const std::string& path);

}  // namespace agreement
