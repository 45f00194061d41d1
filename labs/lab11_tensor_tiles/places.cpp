#include "places.h"

#include <algorithm>
#include <array>
#include <bitset>

#include "lab/check.h"
#include "lab/expectations.h"
#include "lab/session.h"

namespace places {
namespace {

constexpr int kGroup = 8;  // rows that one 8 x 8 matrix takes

std::string pair_text(int row, int chunk) {
  return "place(" + std::to_string(row) + ", " + std::to_string(chunk) + ")";
}

}  // namespace

void fail_at_place(const std::string& message) {
  lab::LaunchResult none;
  none.kernel = "place";
  none.shape = "rows 0 to 63";
  none.definition = lab::definition_in(lab::Session::current().source(), "place");
  lab::fail_at(none, {}, message);
}

Places::Places(lab::From from)
    : Problem(lab::checked("places"), "64 rows of 8 chunks"),
      from_(from),
      places_(*this, "places", std::size_t{TILE} * CHUNKS) {}

lab::LaunchResult Places::run() {
  constexpr int kThreads = TILE * CHUNKS;
  return Problem::run(lab::Kernel<decltype(list_places)>("list_places", from_)
                          .call(lab::blocks_of(kThreads, kThreads), places_.device()));
}

int Places::at(int row, int chunk) const {
  return places_[static_cast<std::size_t>(row) * CHUNKS + static_cast<std::size_t>(chunk)];
}

std::string Places::wrong_in_row(int row) const {
  std::array<int, CHUNKS> taken_by{};
  taken_by.fill(-1);
  for (int chunk = 0; chunk < CHUNKS; ++chunk) {
    const int place = at(row, chunk);
    if (place < 0 || place >= CHUNKS) {
      return pair_text(row, chunk) + " is " + std::to_string(place) +
             ": a row has the places 0 to 7, and what lies outside them belongs to another row";
    }
    int& first = taken_by.at(static_cast<std::size_t>(place));
    if (first >= 0) {
      return pair_text(row, first) + " and " + pair_text(row, chunk) + " are both " + std::to_string(place) +
             ": one chunk overwrites the other";
    }
    first = chunk;
  }
  return "";
}

bool Places::is_one_to_one() const {
  for (int row = 0; row < TILE; ++row) {
    if (!wrong_in_row(row).empty()) return false;
  }
  return true;
}

bool Places::expect_usable(const lab::LaunchResult& run) const {
  // A GPU tells no faults, only whether the launch came to its end.
  if (lab::measuring() ? !run.report.completed() : !lab::expect_no_faults(run)) return false;
  for (int row = 0; row < TILE; ++row) {
    const std::string found = wrong_in_row(row);
    if (found.empty()) continue;
    fail_at_place(found);
    return false;
  }
  return true;
}

bool Places::expect_one_to_one(const lab::LaunchResult& run) const {
  if (!lab::expect_no_faults(run)) return false;
  std::string first;
  int wrong = 0;
  for (int row = 0; row < TILE; ++row) {
    const std::string found = wrong_in_row(row);
    if (found.empty()) continue;
    if (wrong++ == 0) first = found;
  }
  if (lab::weigh(wrong, lab::Comparison::at_most, 0, "rows in which chunks do not get eight places"))
    return true;
  fail_at_place(first + "\n  so it is in " + std::to_string(wrong) + " of 64 rows");
  return false;
}

int Places::wavefronts(int group, int chunk) const {
  std::array<int, CHUNKS> rows{};
  for (int row = group * kGroup; row < (group + 1) * kGroup; ++row)
    ++rows.at(static_cast<std::size_t>(at(row, chunk) & (CHUNKS - 1)));
  return *std::max_element(rows.begin(), rows.end());
}

int Places::wavefronts_of_probe() const {
  constexpr int kGroupsOfLoad = WARP / kGroup;
  int sum = 0;
  for (int warp = 0; warp < PROBE_BLOCK / WARP; ++warp) {
    for (int i = 0; i < PROBE_LOADS; ++i) {
      for (int group = 0; group < kGroupsOfLoad; ++group)
        sum += wavefronts(i / CHUNKS * kGroupsOfLoad + group, (i + warp) % CHUNKS);
    }
  }
  return sum;
}

bool Places::expect_spread(const lab::LaunchResult& run) const {
  if (!expect_usable(run)) return false;
  int worst_group = 0;
  int worst_chunk = 0;
  for (int group = 0; group < TILE / kGroup; ++group) {
    for (int chunk = 0; chunk < CHUNKS; ++chunk) {
      if (wavefronts(group, chunk) <= wavefronts(worst_group, worst_chunk)) continue;
      worst_group = group;
      worst_chunk = chunk;
    }
  }
  const int worst = wavefronts(worst_group, worst_chunk);
  if (lab::weigh(worst, lab::Comparison::at_most, 1, "wavefronts for one chunk of eight rows")) return true;
  std::string places;
  std::bitset<CHUNKS> different;
  for (int row = worst_group * kGroup; row < (worst_group + 1) * kGroup; ++row) {
    places += (places.empty() ? "" : " ") + std::to_string(at(row, worst_chunk));
    different.set(static_cast<std::size_t>(at(row, worst_chunk)));
  }
  fail_at_place("rows " + std::to_string(worst_group * kGroup) + " to " +
                std::to_string(worst_group * kGroup + kGroup - 1) + " keep chunk " +
                std::to_string(worst_chunk) + " in places " + places + ": " +
                std::to_string(different.count()) + " of 8 bank groups, so eight lanes take " +
                std::to_string(worst) +
                " wavefronts, 1 is possible\n  place p of every row is the same four "
                "banks: the place must change with each of the eight rows");
  return false;
}

}  // namespace places
