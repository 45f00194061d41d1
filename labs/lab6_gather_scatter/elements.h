// Single floats that are picked from a table, for the survey alone: by random or sorted indices, through an
// ordinary load, the read-only cache, or L2 alone.
#pragma once

#include <cstdint>
#include <string>

#include "gather_scatter.h"
#include "lab/problem.h"

namespace gathers {

enum class Order { random, sorted };

class Elements : public lab::Problem {
 public:
  // Timed: so many floats from a table of 2^table_bits floats.
  Elements(int table_bits, int count, Order order);

  // A given kernel: "gather", "gather_ldg", "gather_ldcg".
  lab::TimedKernel timed(const std::string& kernel);

  // The floats that are picked, their indices, and the result.
  std::uint64_t bytes() const override;

 private:
  lab::Call call(const std::string& kernel) const;

  int count_;
  lab::Input<float> table_;
  lab::Input<int> index_;
  lab::Output<float> out_;
};

}  // namespace gathers
