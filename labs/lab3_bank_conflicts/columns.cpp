#include "columns.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/values.h"

namespace columns {
namespace {

constexpr std::size_t kElements = std::size_t{TILE} * TILE;  // of a tile

std::size_t tile_of(std::size_t sum) { return sum / TILE; }
std::size_t column_of(std::size_t sum) { return sum % TILE; }

std::string column_text(std::size_t sum) {
  return "column " + std::to_string(column_of(sum)) + " of tile " + std::to_string(tile_of(sum));
}

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// Of many magnitudes and both signs, so that every rounding of a sum leaves its trace; none is zero.
std::vector<float> random_values(std::size_t count) {
  std::mt19937_64 random = lab::Session::current().random("tiles");
  std::uniform_real_distribution<float> mantissa(0.5F, 1.0F);
  std::uniform_int_distribution<int> exponent(-6, 6);
  std::vector<float> values(count);
  for (float& value : values) {
    const float size = std::ldexp(mantissa(random), exponent(random));
    value = (random() & 1U) != 0 ? size : -size;
  }
  return values;
}

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

// What usual mistakes make of out[sum].
float row_sum(const std::vector<float>& values, std::size_t sum) {
  return sum_of(values, tile_of(sum) * kElements + column_of(sum), TILE);
}

float sum_in_double(const std::vector<float>& values, std::size_t sum) {
  const auto column = values.begin() + static_cast<std::ptrdiff_t>(sum * TILE);
  return static_cast<float>(std::accumulate(column, column + TILE, 0.0));
}

std::uint64_t shared_elements(const simt::LaunchReport& report, simt::Op op) {
  const auto concerns = [op](const simt::AccessCost& access) {
    return lab::is_shared(access) && access.op == op;
  };
  return lab::sum_of(report, concerns).bytes / sizeof(float);
}

}  // namespace

Columns::Columns(int tiles, const lab::Use& use)
    : Problem(use, std::to_string(tiles) + (tiles == 1 ? " tile" : " tiles")),
      tiles_(tiles),
      in_(*this, "in", static_cast<std::size_t>(tiles) * kElements,
          [tiles] { return random_values(static_cast<std::size_t>(tiles) * kElements); }),
      out_(*this, "out", static_cast<std::size_t>(tiles) * TILE),
      sums_(column_sums(in_.values())) {}

int Columns::timed_tiles() {
  constexpr std::size_t kMost = std::size_t{1} << 18;
  constexpr std::size_t kSums = std::size_t{2} * TILE;  // found and right
  return static_cast<int>(lab::that_fit(kMost, (kElements + kSums) * sizeof(float)));
}

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

// What out[wrong] holds instead of the sum.
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

bool Columns::expect_coalesced(const lab::LaunchResult& run) const {
  const bool loads = lab::expect_sectors(run, {"in", simt::Op::load, in_.bytes() / simt::kSectorBytes});
  const bool stores = lab::expect_sectors(run, {"out", simt::Op::store, out_.bytes() / simt::kSectorBytes});
  return loads && stores;
}

bool Columns::expect_through_shared_memory(const lab::LaunchResult& run) const {
  const std::uint64_t stored = shared_elements(run.report, simt::Op::store);
  const std::uint64_t loaded = shared_elements(run.report, simt::Op::load);
  if (stored >= in_.size() && loaded >= in_.size()) return true;
  lab::fail_at(run, lab::line_that_stores(run, "out"),
               "of " + std::to_string(in_.size()) + " elements, " + std::to_string(stored) +
                   " are stored to shared memory and " + std::to_string(loaded) +
                   " loaded from it: each must pass through it");
  return false;
}

bool expect_shared_bytes(const lab::LaunchResult& run, std::uint64_t most) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  std::uint64_t bytes = 0;
  std::string arrays;
  for (const simt::SharedArray& array : run.report.shared_arrays) {
    bytes += array.bytes;
    arrays += (arrays.empty() ? "`" : ", `") + array.name + "` " + std::to_string(array.bytes);
  }
  if (bytes == 0) {
    lab::fail_at(run, {}, "the kernel uses no shared memory: there is no tile");
    return false;
  }
  if (lab::weigh(static_cast<double>(bytes), lab::Comparison::at_most, static_cast<double>(most),
                 "bytes of shared memory")) {
    return true;
  }
  const auto& accesses = run.report.accesses;
  const auto first = std::find_if(accesses.begin(), accesses.end(), lab::is_shared);
  const simt::SourceLine where = first == accesses.end() ? simt::SourceLine{} : first->where;
  lab::fail_at(run, where,
               "a block keeps " + std::to_string(bytes) + " bytes in shared memory (" + arrays + "), " +
                   std::to_string(most) + " are allowed");
  return false;
}

}  // namespace columns
