// Tiles to pass through shared memory: K, the launch of stage_tile and of the given kernel, what must come
// out, and what it may cost. The checks (tensor_tiles_test.cpp), the timed rounds and the profiler's launches
// (survey.cpp) are all built from it.
#pragma once

#include <string>
#include <vector>

#include "halves.h"
#include "lab/problem.h"
#include "lab/shared_passage.h"
#include "tensor_tiles.h"

namespace staging {

struct Kernel {
  const char* name;
  lab::From from;
};

constexpr Kernel kStudent{"stage_tile", lab::From::student};
constexpr Kernel kPlain{"stage_plain", lab::From::given};

// Some tiles of a K of `all` tiles: `count` of them, from number `first` on.
struct Range {
  int all = 0;
  int first = 0;
  int count = 0;
};

// One tile, the last one, some in the middle, and some drawn from the session's seed.
std::vector<Range> ranges();

// Tiles that begin where a float no longer holds the index of every half.
Range late_range();

// The range at which costs are weighed, also drawn.
Range weighed_range();

class Staging : public lab::Problem {
 public:
  // Checked: the tiles before the first one staged exist only if `has_all`.
  Staging(Range range, const lab::Use& use, bool has_all = true);

  // Counts the staged tiles only, because only they are read.
  std::uint64_t bytes() const override { return 2 * out_.bytes(); }

  // Checked.
  lab::LaunchResult run(const Kernel& kernel) { return Problem::run(call(kernel)); }
  bool expect_values(const lab::LaunchResult& run) const;
  // Qualifies for a check of costs: no faults, right values, and no other traffic.
  bool expect_right(const lab::LaunchResult& run) const;
  // Each half is loaded once and stored once, 16 bytes a lane, in the least sectors; a launch whose values
  // the machine changes in shared memory costs the same.
  bool expect_coalesced(const Kernel& kernel);
  // Every half passes through shared memory in a launch that satisfies `weigh`.
  bool expect_through_tile(const Kernel& kernel, const lab::Weigh& weigh);
  // Expects no conflict, and no more wavefronts than the tile's bytes fill: 64 on each side.
  bool expect_least_wavefronts(const lab::LaunchResult& run) const;

  // Timed.
  lab::TimedKernel timed(const Kernel& kernel);

 private:
  lab::Call call(const Kernel& kernel) const;
  std::size_t source_of(std::size_t i) const;
  bool expect_least_traffic(const lab::LaunchResult& run) const;
  std::string found_in(std::size_t i) const;

  Range range_;
  lab::Input<__half> k_;
  lab::Output<__half> out_;
};

}  // namespace staging
