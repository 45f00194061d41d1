// What a launch moves between the SMs and memory, beside the least that its shape allows.
#include "geam_checks.h"

#include <algorithm>
#include <string>
#include <vector>

#include "lab/accesses.h"
#include "lab/expectations.h"

namespace geam {
namespace {

using lab::LaunchResult;
using simt::AccessCost;
using simt::Op;

constexpr int kSectorFloats = 8;
constexpr int kPieceFloats = 32;

// One matrix and the direction in which it is moved.
struct Side {
  const char* array;
  Op op;
  std::uint64_t least = 0;
  std::uint64_t moved = 0;
  const AccessCost* costliest = nullptr;  // by sectors a request

  double excess() const { return static_cast<double>(moved) / static_cast<double>(least); }
};

// The sectors of the matrices, which lie there without a gap, where all rows start on a sector: what reaches
// DRAM at least, whatever the order. Else those of rows in pieces of 32 floats, as a warp's lanes access them
// with 4 bytes each.
std::uint64_t least_sectors(Shape shape, int rows, int cols) {
  const bool rows_start_on_sectors = shape.rows % kSectorFloats == 0 && shape.cols % kSectorFloats == 0;
  return rows_start_on_sectors ? shape.elements() / kSectorFloats
                               : lab::sectors_in_pieces(rows, cols, kPieceFloats);
}

std::vector<Side> sides_of(const LaunchResult& run, Shape shape, Scalars scalars) {
  const std::uint64_t c = least_sectors(shape, shape.cols, shape.rows);
  std::vector<Side> sides{{"A", Op::load, least_sectors(shape, shape.rows, shape.cols)}, {"C", Op::store, c}};
  if (scalars.beta != 0) sides.push_back({"B", Op::load, c});
  for (Side& side : sides) {
    const auto concerns = [&](const AccessCost& access) {
      return lab::is_global(access, side.op, side.array);
    };
    side.moved = lab::sum_of(run.report, concerns).sectors;
    side.costliest = lab::costliest(run.report, concerns, [](const AccessCost& access) {
      return lab::per_request(access.sectors, access);
    });
  }
  return sides;
}

void fail_at_side(const LaunchResult& run, const Side& side, double value) {
  const std::string totals = "`" + std::string(side.array) + "` takes " + std::to_string(side.moved) +
                             " sectors, " + std::to_string(side.least) + " would do; the launch moves " +
                             lab::number(value) + " times what it must";
  if (side.costliest == nullptr) {
    lab::fail_at(run, {}, totals);
    return;
  }
  const AccessCost& access = *side.costliest;
  const bool loads = side.op == Op::load;
  const std::string which = std::string("the ") + (loads ? "load" : "store") + " of `" + side.array +
                            "` in line " + std::to_string(access.where.line);
  if (access.sectors == access.least_sectors) {
    lab::fail_at(run, access.where, which + " is coalesced but made too often: " + totals);
    return;
  }
  lab::fail_at(run, access.where,
               which + " is not coalesced: " + lab::number(lab::per_request(access.sectors, access)) +
                   " sectors per request, where its bytes fill " +
                   lab::number(lab::per_request(access.least_sectors, access)) +
                   "\n  neighbouring lanes of a warp must " + (loads ? "read" : "write") +
                   " neighbouring elements, and many of them in a row; " + totals);
}

}  // namespace

bool expect_traffic(const LaunchResult& run, Shape shape, Scalars scalars, double slack) {
  const std::vector<Side> sides = sides_of(run, shape, scalars);
  std::uint64_t least = 0;
  std::uint64_t moved = 0;
  for (const Side& side : sides) {
    least += side.least;
    moved += side.moved;
  }
  const double value = static_cast<double>(moved) / static_cast<double>(least);
  if (lab::weigh(value, lab::Comparison::at_most, slack, "times the least traffic")) return true;
  const auto worst = std::max_element(sides.begin(), sides.end(),
                                      [](const Side& x, const Side& y) { return x.excess() < y.excess(); });
  fail_at_side(run, *worst, value);
  return false;
}

}  // namespace geam
