#include "geam_traffic.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "lab/check.h"
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

double per_request(std::uint64_t sectors, std::uint64_t requests) {
  return static_cast<double>(sectors) / static_cast<double>(requests);
}

std::string number(double value) {
  std::ostringstream text;
  text << std::round(value * 100) / 100;
  return text.str();
}

bool rows_start_on_sectors(Shape shape) {
  return shape.rows % kSectorFloats == 0 && shape.cols % kSectorFloats == 0;
}

std::vector<Side> sides_of(Shape shape, Scalars scalars) {
  const bool whole = rows_start_on_sectors(shape);
  const std::uint64_t a = whole ? least_sectors(shape) : sectors_in_pieces(shape.rows, shape.cols);
  const std::uint64_t c = whole ? least_sectors(shape) : sectors_in_pieces(shape.cols, shape.rows);
  std::vector<Side> sides{{"A", Op::load, a}, {"C", Op::store, c}};
  if (scalars.beta != 0) sides.push_back({"B", Op::load, c});
  return sides;
}

void add_cost(Side& side, const AccessCost& access) {
  if (access.space != simt::Space::global || access.op != side.op || access.example.array != side.array)
    return;
  side.moved += access.sectors;
  if (side.costliest == nullptr || per_request(access.sectors, access.requests) >
                                       per_request(side.costliest->sectors, side.costliest->requests)) {
    side.costliest = &access;
  }
}

void fail_at_side(const LaunchResult& run, const Side& side, double value) {
  const std::string totals = "`" + std::string(side.array) + "` takes " + std::to_string(side.moved) +
                             " sectors, " + std::to_string(side.least) + " would do; the launch moves " +
                             number(value) + " times what it must";
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
               which + " is not coalesced: " + number(per_request(access.sectors, access.requests)) +
                   " sectors per request, where its bytes fill " +
                   number(per_request(access.least_sectors, access.requests)) +
                   "\n  neighbouring lanes of a warp must " + (loads ? "read" : "write") +
                   " neighbouring elements, and many of them in a row; " + totals);
}

}  // namespace

std::uint64_t least_sectors(Shape shape) { return (shape.elements() + kSectorFloats - 1) / kSectorFloats; }

std::uint64_t sectors_in_pieces(int rows, int cols) {
  std::uint64_t sectors = 0;
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; col += kPieceFloats) {
      const auto first = static_cast<std::uint64_t>(row) * static_cast<std::uint64_t>(cols) +
                         static_cast<std::uint64_t>(col);
      const std::uint64_t last = first + static_cast<std::uint64_t>(std::min(kPieceFloats, cols - col)) - 1;
      sectors += last / kSectorFloats - first / kSectorFloats + 1;
    }
  }
  return sectors;
}

bool expect_traffic(const LaunchResult& run, Shape shape, Scalars scalars, double slack) {
  std::vector<Side> sides = sides_of(shape, scalars);
  std::uint64_t least = 0;
  std::uint64_t moved = 0;
  for (Side& side : sides) {
    for (const AccessCost& access : run.report.accesses) add_cost(side, access);
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
