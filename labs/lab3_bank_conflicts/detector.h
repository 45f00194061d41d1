// Rows of 32 addresses for detect_conflicts, drawn or counted by an H200: what the banks make of one
// (bank_rules.cpp); and the launch, with what the kernel must find (detector.cpp).
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

// What makes the row's degree: "bank 5 is asked for 3 different words: 5 (lanes 0, 7), 37 (lane 2), ..."
std::string why(const Row& row);

// "lane 0 at byte 128, 1 at 260, ..." of the active lanes, in short.
std::string addresses_text(const Row& row);

// The mistake that answers every row as `answers` does, in words; empty when none of the known ones does.
std::string guess_mistake(const std::vector<Row>& rows, const std::vector<int>& answers);

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
