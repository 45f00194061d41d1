#include "lab/table.h"

#include <fstream>
#include <sstream>
#include <utility>

#include "simt/machine.h"

namespace lab {
namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line);
  for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
  return cells;
}

}  // namespace

TableRow::TableRow(std::string file, std::map<std::string, std::string> cells)
    : file_(std::move(file)), cells_(std::move(cells)) {}

const std::string& TableRow::text(const std::string& column) const {
  const auto cell = cells_.find(column);
  if (cell == cells_.end()) throw simt::Error(file_ + ": the column `" + column + "` is missing");
  return cell->second;
}

double TableRow::number(const std::string& column) const {
  const std::string& cell = text(column);
  try {
    return std::stod(cell);
  } catch (const std::exception&) {
    throw simt::Error(file_ + ": the column `" + column + "` holds `" + cell + "`, which is no number");
  }
}

std::vector<TableRow> read_table(const std::string& file) {
  std::ifstream lines(file);
  if (!lines) throw simt::Error(file + ": cannot be read");
  std::vector<TableRow> rows;
  std::vector<std::string> columns;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> cells = cells_of(line);
    if (columns.empty()) {
      columns = cells;
      continue;
    }
    if (cells.size() != columns.size()) throw simt::Error(file + ": a row has a cell too few or too many");
    std::map<std::string, std::string> by_name;
    for (std::size_t i = 0; i < cells.size(); ++i) by_name[columns[i]] = cells[i];
    rows.emplace_back(file, by_name);
  }
  return rows;
}

}  // namespace lab
