// Reads what cublasSgeam's kernels did on an H200 (h200_geam.csv: one row a call, columns by name), and
// weighs a launch of the student's against it.
#include "geam_checks.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

namespace geam {

const char* const kRecordedDevice = "NVIDIA H200";

namespace {

using simt::AccessCost;
using simt::Op;

using Row = std::map<std::string, std::string>;

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line);
  for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
  return cells;
}

double number(const Row& row, const std::string& column) {
  try {
    return std::stod(row.at(column));
  } catch (const std::exception&) {
    throw simt::Error(GEAM_RECORD ": the column `" + column + "` is missing, or holds no number");
  }
}

std::uint64_t count(const Row& row, const std::string& column) {
  return static_cast<std::uint64_t>(number(row, column));
}

// Rows by column name. A line that starts with # is a remark.
std::vector<Row> read_rows() {
  std::ifstream file(GEAM_RECORD);
  if (!file) throw simt::Error(GEAM_RECORD ": cannot be read");
  std::vector<Row> rows;
  std::vector<std::string> columns;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> cells = cells_of(line);
    if (columns.empty()) {
      columns = cells;
      continue;
    }
    if (cells.size() != columns.size())
      throw simt::Error(GEAM_RECORD ": a row has a cell too few or too many");
    Row row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[columns[i]] = cells[i];
    rows.push_back(row);
  }
  return rows;
}

// The lanes are those that move each element once: the counters do not name them.
AccessCost global_access(const Row& row, Op op, std::uint64_t lanes) {
  const std::string suffix = op == Op::load ? "_ld" : "_st";
  AccessCost access;
  access.op = op;
  access.width = sizeof(float);
  access.requests = count(row, "requests" + suffix);
  access.lanes = lanes;
  access.sectors = count(row, "sectors" + suffix);
  return access;
}

AccessCost shared_access(const Row& row, Op op) {
  const std::string suffix = op == Op::load ? "_ld" : "_st";
  AccessCost access;
  access.space = simt::Space::shared;
  access.op = op;
  access.width = sizeof(float);
  access.requests = count(row, "shared_requests" + suffix);
  access.wavefronts = count(row, "shared_wavefronts" + suffix);
  access.bank_conflicts = count(row, "shared_conflicts" + suffix);
  return access;
}

RecordedCall call_of(const Row& row) {
  RecordedCall call;
  call.shape = {static_cast<int>(number(row, "rows")), static_cast<int>(number(row, "cols"))};
  call.scalars = {static_cast<float>(number(row, "alpha")), static_cast<float>(number(row, "beta"))};
  call.counted.kernel = row.at("kernel");
  const std::uint64_t elements = call.shape.elements();
  call.counted.report.accesses = {
      global_access(row, Op::load, call.scalars.beta == 0 ? elements : 2 * elements),
      global_access(row, Op::store, elements), shared_access(row, Op::load), shared_access(row, Op::store)};
  return call;
}

}  // namespace

const std::vector<RecordedCall>& recorded_calls() {
  static const std::vector<RecordedCall> calls = [] {
    std::vector<RecordedCall> read;
    for (const Row& row : read_rows()) read.push_back(call_of(row));
    return read;
  }();
  return calls;
}

const RecordedCall& recorded_call(Shape shape, float beta) {
  const auto& calls = recorded_calls();
  const auto call = std::find_if(calls.begin(), calls.end(), [&](const RecordedCall& c) {
    return c.shape.rows == shape.rows && c.shape.cols == shape.cols && c.scalars.beta == beta;
  });
  if (call == calls.end()) {
    throw simt::Error(GEAM_RECORD ": holds no call for " + shape.text() + ", beta " + std::to_string(beta));
  }
  return *call;
}

Standing worst_resource(const lab::LaunchResult& ours, const RecordedCall& call,
                        std::uint64_t problem_bytes) {
  const auto& profiles = lab::device_profiles();
  const auto device = std::find_if(profiles.begin(), profiles.end(), [](const lab::DeviceProfile& profile) {
    return profile.name == kRecordedDevice;
  });
  const lab::LeastTime mine = lab::least_time(ours.report, problem_bytes, *device);
  const lab::LeastTime theirs = lab::least_time(call.counted.report, problem_bytes, *device);
  const Standing l2{"L2", theirs.l2_us / mine.l2_us};
  const Standing shared{"shared memory", theirs.shared_us / mine.shared_us};
  return l2.ratio <= shared.ratio ? l2 : shared;
}

}  // namespace geam
