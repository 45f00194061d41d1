#include "columns.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"
#include "simt/words.h"

namespace columns {
namespace {

constexpr std::size_t kElements = std::size_t{TILE} * TILE;  // the elements of a tile

std::size_t column_of(std::size_t sum) { return sum % TILE; }

std::string column_text(std::size_t sum) {
  return "column " + std::to_string(column_of(sum)) + " of tile " + std::to_string(sum / TILE);
}

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// Elements first, first + step, ... of 32, in the contract's order.
float sum_of(const std::vector<float>& values, std::size_t first, std::size_t step) {
  float sum = 0;
  for (std::size_t i = 0; i < TILE; ++i) sum += values[first + i * step];
  return sum;
}

std::vector<float> column_sums(const std::vector<float>& values) {
  std::vector<float> sums;
  for (std::size_t first = 0; first < values.size(); first += TILE) sums.push_back(sum_of(values, first, 1));
  return sums;
}

// The sums that usual mistakes leave in out[sum].
float row_sum(const std::vector<float>& values, std::size_t sum) {
  return sum_of(values, sum / TILE * kElements + column_of(sum), TILE);
}

float sum_in_double(const std::vector<float>& values, std::size_t sum) {
  const auto column = values.begin() + static_cast<std::ptrdiff_t>(sum * TILE);
  return static_cast<float>(std::accumulate(column, column + TILE, 0.0));
}

// The row that is missing in a sum of 31: "row 31"; empty where none is.
std::string left_out(const std::vector<float>& values, std::size_t sum, float found) {
  for (std::size_t missing = 0; missing < TILE; ++missing) {
    float partial = 0;
    for (std::size_t row = 0; row < TILE; ++row) partial += row == missing ? 0.0F : values[sum * TILE + row];
    if (same_bits(partial, found)) return "row " + std::to_string(missing);
  }
  return "";
}

}  // namespace

Columns::Columns(int tiles, const lab::Use& use)
    : Problem(use, simt::plural(tiles, "tile")),
      tiles_(tiles),
      in_(*this, "in", static_cast<std::size_t>(tiles) * kElements,
          [=] {
            return lab::floats_of_many_magnitudes(static_cast<std::size_t>(tiles) * kElements, "tiles");
          }),
      out_(*this, "out", static_cast<std::size_t>(tiles) * TILE),
      sums_(column_sums(in_.values())) {}

int Columns::timed_tiles() {
  constexpr std::size_t kMost = std::size_t{1} << 18;
  constexpr std::size_t kSums = std::size_t{2} * TILE;  // found and right
  return static_cast<int>(lab::that_fit(kMost, (kElements + kSums) * sizeof(float)));
}

int Columns::many_tiles() { return lab::drawn("tiles", 20, 28); }

int Columns::modelled_tiles() { return lab::drawn("modelled tiles", 8448, 8576); }

lab::Call Columns::call(const Kernel& kernel) const {
  const simt::LaunchShape launch{{static_cast<unsigned>(tiles_), 1, 1}, {WARP, 1, 1}, 0};
  return lab::Kernel<decltype(column_sum_padded)>(kernel.name, kernel.from)
      .call(launch, in_.device(), out_.device(), tiles_);
}

// A column lies in memory as a run.
lab::TimedKernel Columns::timed(const Kernel& kernel) {
  return contender(
      kernel.name, kernel.from, [this, kernel] { return call(kernel); },
      [this] { return lab::sum_runs_call(out_.device(), in_.device(), out_.size(), TILE); });
}

// Says what out[wrong] contains instead of the sum.
std::string Columns::diagnosis(std::size_t wrong) const {
  const std::vector<float>& values = in_.values();
  const auto all_are = [&](float (*sum)(const std::vector<float>&, std::size_t)) {
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      if (!out_.holds(i, sum(values, i))) return false;
    }
    return true;
  };
  if (!out_.is_written(wrong)) return "was never written";
  const float found = out_[wrong];
  if (all_are(row_sum)) {
    return "holds the sum of row " + std::to_string(column_of(wrong)) +
           ": the tiles are stored column by column";
  }
  if (all_are(sum_in_double)) return "holds the sum added up in double: every step must round to float";
  const auto other =
      std::find_if(sums_.begin(), sums_.end(), [&](float sum) { return same_bits(found, sum); });
  if (other != sums_.end()) {
    return "holds the sum of " + column_text(static_cast<std::size_t>(other - sums_.begin()));
  }
  if (const std::string row = left_out(values, wrong, found); !row.empty())
    return "holds the sum without " + row + ": the rows are r = 0 to 31";
  // Two orders differ by at most 32 roundings of a partial sum, and none exceeds 32 times the largest value.
  constexpr float kRoundings = 32 * 32 * 64 * 1.2e-7F;
  if (std::fabs(found - sums_[wrong]) < kRoundings) {
    return "holds the sum in another order: one lane adds up its column, from r = 0 to 31, and "
           "finds each element where it was stored";
  }
  return "holds the sum of something else\n  an element must be loaded from the very place where it was "
         "stored, and that place must be its own";
}

bool Columns::expect_sums(const lab::LaunchResult& run) const {
  const auto is_right = [this](std::size_t i) { return out_.holds(i, sums_[i]); };
  const auto described = [this](std::size_t i) {
    return "that of " + column_text(i) + ": out[" + std::to_string(i) + "] " + diagnosis(i);
  };
  return lab::expect_values(run, {"out", "sum", sums_.size(), is_right, described});
}

bool Columns::expect_coalesced(const Kernel& kernel) {
  const lab::LaunchResult launched = run(kernel);
  if (!expect_right(launched) || !expect_sectors(launched)) return false;
  const lab::MarkedInShared marks(in_);  // a kernel that finds changed values must cost the same
  return expect_sectors(run(kernel));
}

bool Columns::expect_sectors(const lab::LaunchResult& run) const {
  return lab::expect_sectors(run, {{"in", simt::Op::load, in_.bytes() / simt::kSectorBytes},
                                   {"out", simt::Op::store, out_.bytes() / simt::kSectorBytes}});
}

bool Columns::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_sums(run) &&
         lab::expect_no_other_traffic(run, {{"in", simt::Op::load}, {"out", simt::Op::store}});
}

// A sum of marked values is another one wherever half of them have changed their sign.
bool Columns::expect_through_tile(const Kernel& kernel, const lab::Weigh& weigh) {
  const lab::MarkedInShared marks(in_);
  const lab::LaunchResult marked = run(kernel);
  std::vector<float> values = in_.values();
  for (float& value : values) value = marks.of(value);
  const std::vector<float> expected = column_sums(values);
  lab::Passage passage{"out", "sum", expected.size(), 0, ""};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (out_.holds(i, expected[i])) continue;
    if (passage.past++ == 0) passage.first = "that of " + column_text(i);
  }
  return lab::expect_passage(marked, passage) && weigh(marked);
}

}  // namespace columns
