#include "sector_counts.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/lane_rows.h"
#include "lab/values.h"
#include "simt/words.h"

namespace gathers {
namespace {

constexpr int kSectorFloats = simt::kSectorBytes / static_cast<int>(sizeof(float));
constexpr int kRowsPerBlock = BLOCK / WARP;

bool takes_part(int index) { return index >= 0; }

// Counts the different values of `of` among the indices that are accepted.
template <class Accept, class Of>
int different(const IndexRow& row, Accept accept, Of of) {
  std::set<int> values;
  for (const int index : row.index) {
    if (accept(index)) values.insert(of(index));
  }
  return static_cast<int>(values.size());
}

bool any_lane(int) { return true; }
int sector_of(int index) { return index / kSectorFloats; }

// Counts a sector where it differs from that of the lane before.
int neighbours_compared(const IndexRow& row) {
  int count = 0;
  int last = -1;
  for (const int index : row.index) {
    if (!takes_part(index)) continue;
    count += sector_of(index) != last ? 1 : 0;
    last = sector_of(index);
  }
  return count;
}

// Counts from the smallest to the largest index, as if nothing were left out.
int span_counted(const IndexRow& row) {
  int low = std::numeric_limits<int>::max();
  int high = -1;
  for (const int index : row.index) {
    if (!takes_part(index)) continue;
    low = std::min(low, sector_of(index));
    high = std::max(high, sector_of(index));
  }
  return high < 0 ? 0 : high - low + 1;
}

// Counts a sector where the first lane that computes it takes part: -1 / 8 is 0 as well.
int hidden_by_idle_lanes(const IndexRow& row) {
  std::set<int> known;
  int count = 0;
  for (const int index : row.index) {
    if (known.insert(sector_of(index)).second && takes_part(index)) ++count;
  }
  return count;
}

struct Mistake {
  const char* cause;
  std::function<int(const IndexRow&)> answer;
};

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> all{
      {"lanes that want one and the same sector are counted apart: the request touches it once",
       [](const IndexRow& row) {
         return static_cast<int>(std::count_if(row.index.begin(), row.index.end(), takes_part));
       }},
      {"each lane is compared with the one before it: that counts a sorted row right, and indices come in "
       "any order",
       neighbours_compared},
      {"different indices are counted, not different sectors: 8 floats share a sector",
       [](const IndexRow& row) { return different(row, takes_part, [](int index) { return index; }); }},
      {"the index is divided by 32 as if it were a byte offset: a sector holds 8 floats, so divide it by 8",
       [](const IndexRow& row) { return different(row, takes_part, [](int index) { return index / 32; }); }},
      {"lanes without an element are counted: a negative index asks for nothing",
       [](const IndexRow& row) { return different(row, any_lane, [](int index) { return index >> 3; }); }},
      {"lanes without an element are counted: in C++ -1 / 8 is 0, the first sector",
       [](const IndexRow& row) { return different(row, any_lane, sector_of); }},
      {"a lane without an element hides sector 0: in C++ -1 / 8 is 0, so it stands for the lanes behind it that "
       "do want sector 0",
       hidden_by_idle_lanes},
      {"the sectors between the smallest and the largest index are counted, also those that no lane touches",
       span_counted},
  };
  return all;
}

// "lane 0: 5, 1: 13, ..." of the lanes that take part, in short.
std::string lanes_text(const IndexRow& row) {
  std::vector<std::pair<int, int>> lanes;
  for (int lane = 0; lane < WARP; ++lane) {
    const int index = row.index[static_cast<std::size_t>(lane)];
    if (takes_part(index)) lanes.emplace_back(lane, index);
  }
  if (lanes.empty()) return "no lane has an element";
  constexpr std::size_t kShown = 6;
  const std::string more =
      lanes.size() > kShown ? " and " + std::to_string(lanes.size() - kShown) + " more" : "";
  lanes.resize(std::min(lanes.size(), kShown));
  return "index of lane " +
         lab::listed(lanes, kShown,
                     [](const auto& lane) {
                       return std::to_string(lane.first) + ": " + std::to_string(lane.second);
                     }) +
         more;
}

int drawn_idle(std::mt19937_64& random) {
  return random() % 2 == 0 ? -1 : -static_cast<int>(random() % 1000) - 1;
}

// Lane 0 has no element, and the lanes that have one begin in sector 0: there an index of -1 ends up if it is divided by 8.
void begin_in_sector_zero(lab::LaneRow& row) {
  row.active &= ~1U;
  int least = std::numeric_limits<int>::max();
  for (std::size_t lane = 0; lane < WARP; ++lane) {
    if ((row.active >> lane & 1U) != 0) least = std::min(least, row.numbers[lane]);
  }
  if (row.active == 0) return;
  for (int& number : row.numbers) number -= least;
}

}  // namespace

int sectors_by_rule(const IndexRow& row) { return different(row, takes_part, sector_of); }

std::vector<IndexRow> measured_rows() {
  std::vector<IndexRow> rows;
  std::mt19937_64 random = lab::Session::current().random("idle lanes");
  for (const simt::Op op : {simt::Op::load, simt::Op::store}) {
    for (const fidelity::Pattern& pattern : lab::hardware_patterns(simt::Space::global, op, sizeof(float))) {
      if (!pattern.measured.sectors) continue;
      IndexRow row;
      for (std::size_t lane = 0; lane < WARP; ++lane) {
        const auto offset = static_cast<int>(pattern.offsets[lane]);
        row.index[lane] = offset >= 0 ? offset / static_cast<int>(sizeof(float)) : drawn_idle(random);
      }
      row.sectors = static_cast<int>(*pattern.measured.sectors);
      row.origin = "the H200's pattern " + pattern.id;
      rows.push_back(row);
    }
  }
  std::shuffle(rows.begin(), rows.end(), random);
  return rows;
}

std::vector<IndexRow> random_rows(int count, const std::string& purpose) {
  std::vector<IndexRow> rows(static_cast<std::size_t>(count));
  std::mt19937_64 random = lab::Session::current().random(purpose);
  constexpr std::size_t kFromZero = 4;  // every fourth row begins there
  for (std::size_t i = 0; i < rows.size(); ++i) {
    IndexRow& row = rows[i];
    lab::LaneRow drawn = lab::random_lane_row(random);
    int start = random() % 8 == 0 ? std::numeric_limits<int>::max() - (1 << 16) : 0;
    if (i % kFromZero == 0) {
      begin_in_sector_zero(drawn);
      start = 0;
    }
    for (std::size_t lane = 0; lane < WARP; ++lane) {
      const bool has_element = (drawn.active >> lane & 1U) != 0;
      row.index[lane] = has_element ? start + drawn.numbers[lane] : drawn_idle(random);
    }
    row.sectors = sectors_by_rule(row);
    row.origin = "row " + std::to_string(i);
  }
  return rows;
}

SectorCounts::SectorCounts(std::vector<IndexRow> rows, std::size_t before)
    : Problem(lab::checked("index rows"), simt::plural(before + rows.size(), "row")),
      before_(before),
      rows_(std::move(rows)),
      index_(*this, "index", (before + rows_.size()) * WARP,
             [this] {
               std::vector<int> all(before_ * WARP, -1);
               for (const IndexRow& row : rows_) all.insert(all.end(), row.index.begin(), row.index.end());
               return all;
             }),
      sectors_(*this, "sectors", before + rows_.size()) {}

// `first_block`: the machine leaves out those before it.
lab::Call SectorCounts::call(std::uint64_t first_block) const {
  simt::LaunchShape launch = lab::blocks_of(BLOCK, WARP * rows());
  launch.first_block = first_block;
  return lab::Kernel<decltype(gather_sectors)>("gather_sectors")
      .call(launch, index_.device(), sectors_.device(), rows());
}

bool SectorCounts::is_right(std::size_t row) const {
  return sectors_.holds(before_ + row, rows_[row].sectors);
}

bool SectorCounts::all_right() const {
  std::size_t right = 0;
  while (right < rows_.size() && is_right(right)) ++right;
  return right == rows_.size();
}

std::string SectorCounts::described(std::size_t row) const {
  const std::string found = sectors_.is_written(before_ + row)
                                ? "your kernel says " + std::to_string(sectors_[before_ + row])
                                : "your kernel stored nothing";
  const std::string mistake = likely_mistake();
  return rows_[row].origin + "\n  " + lanes_text(rows_[row]) + "\n  it touches " +
         simt::plural(rows_[row].sectors, "sector") + ", " + found +
         lab::where_type_ends(row, "a row's number") + (mistake.empty() ? "" : "\n  " + mistake);
}

std::string SectorCounts::likely_mistake() const {
  constexpr std::size_t kTelling = 30;  // with fewer rows several mistakes may fit
  if (rows_.size() < kTelling) return "";
  for (const Mistake& mistake : mistakes()) {
    std::size_t alike = 0;
    while (alike < rows_.size() && sectors_.holds(before_ + alike, mistake.answer(rows_[alike]))) ++alike;
    if (alike == rows_.size()) return mistake.cause;
  }
  return "";
}

bool SectorCounts::expect_counts(const lab::LaunchResult& run) const {
  return lab::expect_values(run,
                            {"sectors", "row", rows_.size(), [this](std::size_t i) { return is_right(i); },
                             [this](std::size_t i) { return described(i); }});
}

bool SectorCounts::expect_many_counts(const std::string& purpose) {
  constexpr int kNumbersOf16Bits = 1 << 16;
  const int count = lab::drawn("many rows", kNumbersOf16Bits + 1, kNumbersOf16Bits + kRowsPerBlock);
  SectorCounts last(random_rows(count - kNumbersOf16Bits, purpose), kNumbersOf16Bits);
  const lab::LaunchResult end = last.Problem::run(last.call(kNumbersOf16Bits / kRowsPerBlock));
  if (end.report.faults.empty() && last.all_right()) return true;
  SectorCounts all(random_rows(count, purpose));
  return lab::expect_values_and_no_faults(all.run(), [&](const auto& run) { return all.expect_counts(run); });
}

bool SectorCounts::expect_coalesced(const lab::LaunchResult& run) const {
  using simt::Op;
  const auto count = static_cast<std::uint64_t>(rows());
  constexpr std::uint64_t kSectorsOfRow = WARP * sizeof(int) / simt::kSectorBytes;
  return lab::expect_no_faults(run) && expect_counts(run) &&
         lab::expect_sectors(
             run, {{"index", Op::load, kSectorsOfRow * count, lab::requests_of_whole_warps(WARP * count)},
                   {"sectors", Op::store, count}});
}

}  // namespace gathers
