// Rows of 32 addresses for detect_conflicts, random or recorded on an H200: the degree of each, the launch,
// and the comparison with what the kernel found.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bank_conflicts.h"
#include "lab/problem.h"

namespace detector {

// One access of a warp to shared memory, 4 bytes per lane.
struct Row {
  std::array<int, WARP> addresses{};  // in bytes; meaningless for inactive lanes
  std::uint32_t active = 0;
  int degree = 0;      // the wavefronts that the access takes
  std::string origin;  // "row 724 of the measured patterns, a load"
};

bool is_active(const Row& row, int lane);

// Applies the rule: the degree is the largest number of different words that the active lanes want of one
// bank.
int degree_by_rule(const Row& row);

// Every recorded access of 4 bytes per lane, loads and stores, with the wavefronts that an H200 counted.
std::vector<Row> measured_rows();

// Rows drawn from the session's seed: strides, permutations, broadcasts, few different words, inactive lanes.
std::vector<Row> random_rows(int count, const std::string& purpose, bool all_lanes = false);

class Detector : public lab::Problem {
 public:
  // The arrays begin with `before` rows that no check looks at, without an active lane.
  explicit Detector(std::vector<Row> rows, std::size_t before = 0);

  lab::LaunchResult run();

  // Counts the rows among the first so many whose degree is right and was stored by the kernel.
  int agreed(std::size_t first) const;
  int agreed() const { return agreed(rows_.size()); }
  int rows() const { return static_cast<int>(before_ + rows_.size()); }

  // A row takes 4 sectors for its addresses, and one each for its mask and its degree. All loads are added
  // up, since two on one source line share an entry in the report.
  bool expect_coalesced(const lab::LaunchResult& run) const;

  // Every row's degree is right and was stored by the kernel. A failure describes the first row that is not.
  bool expect_degrees(const lab::LaunchResult& run) const;

  // Tries more rows than 16 bits can count: every degree is right, and there is no fault. Only the last
  // blocks run. If they leave degrees wrong, all run, since a kernel may give its warps other rows.
  static bool expect_many_degrees(const std::string& purpose);

  // The launch qualifies for a check of costs: it has no faults, finds the right degrees, and accesses
  // nothing but its arrays.
  bool expect_right(const lab::LaunchResult& run) const;

  // Fails with the first wrong row: its addresses, the right degree, what the kernel found, and the likely
  // cause. `headline`: "3 of 250 rows are wrong; the first is", `truth`: "it takes".
  void fail(const lab::LaunchResult& run, const std::string& headline, const std::string& truth) const;

 private:
  lab::Call call(std::uint64_t first_block = 0) const;
  bool is_right(std::size_t row) const;

  std::size_t before_;
  std::vector<Row> rows_;
  lab::Input<int> addresses_;
  lab::Input<unsigned> active_;
  lab::Output<int> degree_;
};

}  // namespace detector
