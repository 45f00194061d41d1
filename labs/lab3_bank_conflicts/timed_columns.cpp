#include "timed_columns.h"

#include <cstdint>

#include "bank_conflicts.h"
#include "column_problem.h"

namespace columns {
namespace {

constexpr std::size_t kMost = std::size_t{1} << 18;
constexpr std::size_t kElements = std::size_t{TILE} * TILE;  // of a tile
constexpr std::size_t kSums = std::size_t{2} * TILE;         // found and expected

std::size_t tiles_that_fit() { return lab::that_fit(kMost, (kElements + kSums) * sizeof(float)); }

}  // namespace

TimedColumns::TimedColumns()
    : tiles_(tiles_that_fit()),
      in_("in", tiles_ * kElements),
      out_("out", tiles_ * TILE),
      expected_("expected", tiles_ * TILE) {}

lab::TimedKernel TimedColumns::sums(const char* kernel, lab::From from) {
  const auto prepare = [this](std::uint64_t seed) {
    lab::fill(in_, seed);
    out_.poison();
  };
  const auto launch = [this, kernel, from] {
    SumKernel(kernel, from)
        .enqueue({{static_cast<unsigned>(tiles_), 1, 1}, {WARP, 1, 1}, 0}, in_.device(), out_.device(),
                 static_cast<int>(tiles_));
  };
  // Filled again: the kernel may have written to its input. A column lies in memory as a run.
  const auto verify = [this](std::uint64_t seed) {
    lab::fill(in_, seed);
    lab::sum_runs(expected_, in_, TILE);
    return lab::differences(out_, expected_);
  };
  return {kernel, from, static_cast<double>(in_.bytes() + out_.bytes()), prepare, launch, verify};
}

}  // namespace columns
