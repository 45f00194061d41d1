// Rows of 32 addresses for detect_conflicts, drawn or counted by an H200: what the banks make of one, the
// launch, and what the kernel must find.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bank_conflicts.h"
#include "lab/problem.h"

namespace detector {

// One access of a warp to shared memory, 4 bytes a lane.
struct Row {
  std::array<int, WARP> addresses{};  // in bytes; those of inactive lanes mean nothing
  std::uint32_t active = 0;
  int degree = 0;      // the wavefronts that it takes
  std::string origin;  // "row 724 of the measured patterns, a load"
};

bool is_active(const Row& row, int lane);

// The rule: the largest number of different words that the active lanes want of one bank.
int degree_by_rule(const Row& row);

// Every access of 4 bytes a lane that an H200 counted, loads and stores, with the wavefronts it counted.
std::vector<Row> measured_rows();

// Rows drawn from the session's seed: strides, permutations, broadcasts, few words, inactive lanes.
std::vector<Row> random_rows(int count, const std::string& purpose, bool all_lanes = false);

class Detector : public lab::Problem {
 public:
  explicit Detector(std::vector<Row> rows);

  lab::LaunchResult run();

  int agreed() const;  // rows whose degree is right and was stored by the kernel
  int rows() const { return static_cast<int>(rows_.size()); }

  // A row's addresses in 4 sectors, its mask and its degree in one each. All loads are added up: two that
  // share a source line share an entry in the report.
  bool expect_coalesced(const lab::LaunchResult& run) const;

  // Every row's degree is right and was stored by the kernel. Says what is wrong with the first that is not.
  bool expect_degrees(const lab::LaunchResult& run) const;

  // What a check of costs may weigh: a launch without faults that finds the right degrees and reads and
  // writes nothing but its arrays.
  bool expect_right(const lab::LaunchResult& run) const;

  // Says of the first wrong row what it is, what was right, what the kernel found, and what may be the cause.
  // `headline`: "3 of 250 rows are wrong; the first is", `truth`: "it takes".
  void fail(const lab::LaunchResult& run, const std::string& headline, const std::string& truth) const;

 private:
  bool is_right(std::size_t row) const;

  std::vector<Row> rows_;
  lab::Input<int> addresses_;
  lab::Input<unsigned> active_;
  lab::Output<int> degree_;
};

}  // namespace detector
