// One C = alpha * A^T + beta * B to check: its matrices, its launch, and what must come out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/buffer.h"
#include "lab/kernel.h"

namespace geam {

// Of A.
struct Shape {
  int rows = 0;
  int cols = 0;

  std::size_t elements() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }
};

struct Scalars {
  float alpha = 1;
  float beta = 0;
};

// What B is: a matrix; one that nobody wrote and that is full of NaN; a null pointer.
enum class BMatrix { values, unwritten_nan, null };

// Single elements, rows and columns, primes, one below and above multiples of the usual tiles, wide and tall;
// and some that are drawn from the session's seed.
std::vector<Shape> shapes();

// Each of 0, 1, -1 and 0.5 for alpha with each for beta, and a pair that is drawn.
std::vector<Scalars> scalars(const std::string& purpose);

class Problem {
 public:
  // `purpose` picks the random values, with the session's seed.
  Problem(Shape shape, const std::string& purpose, BMatrix b_matrix = BMatrix::values);

  // Forgets what C held. Nothing when geam_launch's answer is no launch: a failure was added.
  std::optional<lab::LaunchResult> run(Scalars scalars);

  // The given kernel's, for comparison.
  lab::LaunchResult run_naive(Scalars scalars);

  // Every element of C is exact, and was stored by the kernel. Says what went wrong and where, once.
  bool expect_values(const lab::LaunchResult& run, Scalars scalars) const;

  // What must be read plus what must be written.
  std::uint64_t bytes(Scalars scalars) const;

 private:
  struct Formula;

  void forget_c();
  std::string described(Scalars scalars) const;
  double expected(std::size_t at, Scalars scalars) const;
  bool is_right(std::size_t at, Scalars scalars) const;
  std::string diagnosis(std::size_t first, const lab::LaunchResult& run, Scalars scalars) const;
  std::string formula_of_wrong(std::size_t first, Scalars scalars) const;
  std::string scaled_element_of_a(float found, Scalars scalars) const;

  // The same element of C: its row and column, and where A and B keep what it is made of.
  std::size_t row_of(std::size_t at) const { return at / static_cast<std::size_t>(shape_.rows); }
  std::size_t col_of(std::size_t at) const { return at % static_cast<std::size_t>(shape_.rows); }
  std::size_t transposed(std::size_t at) const {
    return col_of(at) * static_cast<std::size_t>(shape_.cols) + row_of(at);
  }

  Shape shape_;
  BMatrix b_matrix_;
  std::vector<float> a_values_;
  std::vector<float> b_values_;
  lab::Buffer<float> a_;
  lab::Buffer<float> b_;
  lab::Buffer<float> c_;
};

}  // namespace geam
