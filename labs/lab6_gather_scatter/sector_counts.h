// Rows of 32 indices for gather_sectors, random or recorded on an H200: the sectors that each touches, the
// launch, and the comparison with what the kernel counted.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "gather_scatter.h"
#include "lab/problem.h"

namespace gathers {

// The indices of a warp. A negative one: the lane takes no part.
struct IndexRow {
  std::array<int, WARP> index{};
  int sectors = 0;
  std::string origin;  // "row 7", "the H200's pattern 724"
};

// Applies the rule: the distinct sectors, of 8 floats each, that the lanes with an element touch.
int sectors_by_rule(const IndexRow& row);

// Every recorded global access of 4 bytes a lane, with the sectors that an H200 counted; in any order.
std::vector<IndexRow> measured_rows();

// Drawn from the session's seed: strides, permutations, equal indices, idle lanes, indices near 2^31.
std::vector<IndexRow> random_rows(int count, const std::string& purpose);

class SectorCounts : public lab::Problem {
 public:
  // The arrays begin with `before` rows that no check looks at, without an element.
  explicit SectorCounts(std::vector<IndexRow> rows, std::size_t before = 0);

  lab::LaunchResult run() { return Problem::run(call()); }

  // Every row's count is right and was stored by the kernel. A failure describes the first row that is not,
  // and the mistake that explains every answer, if a known one does.
  bool expect_counts(const lab::LaunchResult& run) const;

  // Tries more rows than 16 bits can count: every count is right, and there is no fault. Only the last blocks
  // run. If they leave counts wrong, all run, since a kernel may give its warps other rows.
  static bool expect_many_counts(const std::string& purpose);

  // The launch qualifies for a check of costs, and its warps load their rows together.
  bool expect_coalesced(const lab::LaunchResult& run) const;

 private:
  lab::Call call(std::uint64_t first_block = 0) const;
  int rows() const { return static_cast<int>(before_ + rows_.size()); }
  bool is_right(std::size_t row) const;
  bool all_right() const;
  std::string described(std::size_t row) const;
  std::string likely_mistake() const;

  std::size_t before_;
  std::vector<IndexRow> rows_;
  lab::Input<int> index_;
  lab::Output<int> sectors_;
};

}  // namespace gathers
