// Scores of queries and keys, S = Q K^T: the matrices, the launch of each kernel of the lab that makes them,
// the right result, and what it may cost. The checks (scores_test.cpp), the timed rounds and the profiler's
// launches (survey.cpp) are all built from it.
#pragma once

#include <string>
#include <vector>

#include "halves.h"
#include "lab/problem.h"
#include "lab/rounded_sum.h"
#include "lab/shared_passage.h"
#include "places.h"
#include "score_mistakes.h"
#include "tensor_tiles.h"

namespace score_tiles {

struct Kernel {
  const char* name;
  lab::From from;
  int block;  // threads
};

constexpr Kernel kScores{"scores", lab::From::student, SCORES_BLOCK};
constexpr Kernel kMma{"scores_mma", lab::From::student, MMA_BLOCK};
constexpr Kernel kWmma{"scores_wmma", lab::From::given, MMA_BLOCK};

// The size in tiles of 64.
struct Shape {
  int queries = 0;
  int keys = 0;

  std::size_t tiles() const { return static_cast<std::size_t>(queries) * static_cast<std::size_t>(keys); }
};

// One tile, a row and a column of tiles, and some drawn from the session's seed.
std::vector<Shape> shapes();

// The shape at which costs are weighed, also drawn.
Shape weighed_shape();

// The shape whose times are predicted, also drawn: several blocks for each SM, about as many whatever is drawn.
Shape modelled_shape();

// One tile of queries, and more keys than 16 bits can count, and so many that a float no longer holds the index
// of every score: the last tiles alone begin beyond them.
struct LongShape {
  Shape shape;
  int first_tile = 0;
};
std::vector<LongShape> long_shapes();

class Scores : public lab::Problem {
 public:
  // `first_tile` of keys: the blocks before it are left out, and so are their keys and scores. Of one tile of
  // queries.
  Scores(Shape shape, const lab::Use& use, int first_tile = 0);

  Shape shape() const { return shape_; }

  // Checked.
  lab::LaunchResult run(const Kernel& kernel) { return Problem::run(call(kernel)); }
  bool expect_values(const lab::LaunchResult& run) const;
  // Qualifies for a check of costs: no faults, right values, and no other traffic.
  bool expect_right(const lab::LaunchResult& run) const;
  // Each block reads its two tiles once, and stores its scores once, in the least sectors; so does a launch
  // whose values the machine changes in shared memory.
  bool expect_coalesced(const Kernel& kernel);
  // Every half of Q and of K passes through shared memory, in launches that satisfy `weigh`.
  bool expect_through_tiles(const Kernel& kernel, const lab::Weigh& weigh);

  // Timed: `kernel` under its own name or another.
  lab::TimedKernel timed(const Kernel& kernel) { return timed(kernel, kernel.name); }
  lab::TimedKernel timed(const Kernel& kernel, const std::string& name);

 private:
  lab::Call call(const Kernel& kernel) const;
  // The products of all queries with the keys from first_key_ on.
  std::vector<lab::RoundedSum> products(const std::vector<__half>& q, const std::vector<__half>& k) const;
  // Returns where in S the i-th of these products belongs.
  std::size_t place_of(std::size_t i) const;
  std::string score_text(std::size_t i) const;
  std::string found_in(std::size_t i, bool by_fragments) const;
  std::string mistake(bool by_fragments) const;
  Operands operands(const places::Places& table) const;
  bool holds_block(std::size_t i, std::size_t other) const;
  std::string other_block(std::size_t i) const;
  bool expect_sectors(const lab::LaunchResult& run) const;
  bool is_in(std::size_t place, const lab::RoundedSum& expected) const;
  bool is_score(std::size_t i, const lab::RoundedSum& expected) const;

  Shape shape_;
  std::size_t first_key_;
  lab::Input<__half> q_;
  lab::Input<__half> k_;
  lab::Output<float> s_;
  std::vector<lab::RoundedSum> right_;  // checked
};

}  // namespace score_tiles
