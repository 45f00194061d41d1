// Reads what cublasSgeam's kernels did on an H200 (h200_geam.csv: one row a call, columns by name), and
// weighs a launch of the student's against it.
#include "geam_checks.h"

#include <cmath>

#include "lab/drawn.h"
#include "lab/table.h"

namespace geam {
namespace {

using simt::AccessCost;
using simt::Op;

std::uint64_t count(const lab::TableRow& row, const std::string& column) {
  return static_cast<std::uint64_t>(row.number(column));
}

// The lanes are those that move each element once: the counters do not name them.
AccessCost global_access(const lab::TableRow& row, Op op, std::uint64_t lanes) {
  const std::string suffix = op == Op::load ? "_ld" : "_st";
  AccessCost access;
  access.op = op;
  access.width = sizeof(float);
  access.requests = count(row, "requests" + suffix);
  access.lanes = lanes;
  access.sectors = count(row, "sectors" + suffix);
  return access;
}

AccessCost shared_access(const lab::TableRow& row, Op op) {
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

RecordedCall call_of(const lab::TableRow& row) {
  RecordedCall call;
  call.shape = {static_cast<int>(row.number("rows")), static_cast<int>(row.number("cols"))};
  call.scalars = {static_cast<float>(row.number("alpha")), static_cast<float>(row.number("beta"))};
  call.counted.kernel = row.text("kernel");
  const std::uint64_t elements = call.shape.elements();
  call.counted.report.accesses = {
      global_access(row, Op::load, call.scalars.beta == 0 ? elements : 2 * elements),
      global_access(row, Op::store, elements), shared_access(row, Op::load), shared_access(row, Op::store)};
  return call;
}

}  // namespace

RecordedCall recorded_call(Shape shape, float beta) {
  static const std::vector<lab::TableRow> rows = lab::read_table(GEAM_RECORD);
  for (const lab::TableRow& row : rows) {
    RecordedCall call = call_of(row);
    if (call.shape == shape && call.scalars.beta == beta) return call;
  }
  throw simt::Error(GEAM_RECORD ": holds no call for " + shape.text() + ", beta " + std::to_string(beta));
}

Shape drawn_near(Shape recorded) {
  constexpr int kStep = 64;
  constexpr int kShortest = 32;
  const auto near = [&](int side, const char* name) {
    if (side < kShortest) return side;
    const int most = side < 256 ? 1 : 2;
    return side + kStep * lab::drawn(std::string(name) + " near " + recorded.text(), -most, most);
  };
  return {near(recorded.rows, "rows"), near(recorded.cols, "columns")};
}

RecordedCall scaled(RecordedCall call, Shape shape) {
  const double factor = static_cast<double>(shape.elements()) / static_cast<double>(call.shape.elements());
  for (AccessCost& access : call.counted.report.accesses) {
    for (std::uint64_t* const count :
         {&access.requests, &access.lanes, &access.sectors, &access.wavefronts, &access.bank_conflicts})
      *count = static_cast<std::uint64_t>(std::llround(factor * static_cast<double>(*count)));
  }
  return call;
}

Standing worst_resource(const lab::LaunchResult& ours, const RecordedCall& call,
                        std::uint64_t problem_bytes) {
  const simt::Device& device = simt::devices().front();
  const simt::LeastTime mine = simt::least_time(ours.report, problem_bytes, device);
  const simt::LeastTime theirs = simt::least_time(call.counted.report, problem_bytes, device);
  const Standing l2{"L2", theirs.l2_us / mine.l2_us};
  const Standing shared{"shared memory", theirs.shared_us / mine.shared_us};
  return l2.ratio <= shared.ratio ? l2 : shared;
}

}  // namespace geam
