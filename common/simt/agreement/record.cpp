#include "record.h"

#include <algorithm>
#include <fstream>

#include "case_file.h"

namespace agreement {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];  // "" inside quotes is one
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace

bool Record::has_column(const std::string& name) const {
  return std::find(columns.begin(), columns.end(), name) != columns.end();
}

Record read_record(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw FileError(path + ": cannot be read; common/simt/agreement/measure.sh makes it on a GPU");
  Record record;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty()) continue;
    if (line.front() == '#') {
      record.remarks.push_back(line.substr(std::min<std::size_t>(2, line.size())));
      continue;
    }
    const std::vector<std::string> fields = fields_of(line);
    if (record.columns.empty()) {
      record.columns = fields;
      if (!record.has_column("case")) throw FileError(path + ": has no column `case`");
      continue;
    }
    if (fields.size() != record.columns.size()) {
      throw FileError(path + ":" + std::to_string(number) + ": has " + std::to_string(fields.size()) +
                      " columns, needs " + std::to_string(record.columns.size()));
    }
    Record::Row row;
    for (std::size_t i = 0; i < fields.size(); ++i) row[record.columns[i]] = fields[i];
    record.rows[row["case"]].push_back(row);
  }
  if (record.rows.empty()) throw FileError(path + ": holds no row");
  return record;
}

}  // namespace agreement
