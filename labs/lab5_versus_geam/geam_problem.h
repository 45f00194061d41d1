// One C = alpha * A^T + beta * B: its matrices, the launch of each kernel on them, and the expected result.
// The checks (geam_test.cpp), the timed rounds (measured_geam.cpp), the survey and the profiler's launches
// (survey.cpp) are all built from it. The student chooses the launch: geam_launch runs first, and its answer
// is checked (launch_shape.cpp).
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "geam_transpose.h"
#include "lab/cublas.h"
#include "lab/problem.h"

namespace geam {

// The shape of A.
struct Shape {
  int rows = 0;
  int cols = 0;

  constexpr std::size_t elements() const {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
  }
  std::string text() const { return std::to_string(rows) + " x " + std::to_string(cols); }
  bool operator==(const Shape& other) const { return rows == other.rows && cols == other.cols; }
};

// The factors of a run. In timed runs both are powers of two: products are then exact, and there is one right
// answer, fused or not. Checked values have a tolerance (geam_values.cpp).
struct Scalars {
  float alpha = 1;
  float beta = 0;
};

constexpr Scalars kWithoutB{1, 0};
constexpr Scalars kWithB{1, 0.5F};

// Checked: the same with factors drawn from the session's seed, others for each shape.
Scalars drawn_like(Scalars scalars, Shape shape);

// The kind of B: a matrix; an unwritten one full of NaN; a null pointer; an unwritten one that takes no memory
// and holds what does not matter.
enum class BMatrix { values, unwritten_nan, null, unwritten };

// How much of a checked problem's matrices exists: all, or the last kLateRows rows of A alone, for which the
// last block runs alone.
enum class Part { all, end };

// The contract's limits. Below this number of elements even an offset in bytes fits into an int.
constexpr int kLongestSide = 1000000;
constexpr int kMostElements = (1 << 29) - 1;
static_assert(std::numeric_limits<int>::max() / sizeof(float) >= kMostElements);

constexpr bool is_in_contract(Shape shape) {
  const auto is_side = [](int side) { return side >= 1 && side <= kLongestSide; };
  return is_side(shape.rows) && is_side(shape.cols) && shape.elements() <= kMostElements;
}

template <std::size_t N>
constexpr bool are_in_contract(const Shape (&shapes)[N]) {
  bool all = true;
  for (const Shape& shape : shapes) all = all && is_in_contract(shape);
  return all;
}

// Single elements, rows and columns, primes, one less and one more than multiples of the usual tiles, wide
// and tall shapes, and some drawn from the session's seed.
std::vector<Shape> shapes();

// One side is longer than 16 bits can count, the other has a few elements.
std::vector<Shape> long_shapes();

// Near the contract's limits, for geam_launch alone: too large for the SIMT machine to run.
std::vector<Shape> largest_shapes();

// A shape whose last elements have indices that no longer fit into a float: A has many rows, of which only
// the last are looked at.
Shape late_shape();
constexpr int kLateRows = 256;

// Shapes at which costs are checked, also drawn: sides that are multiples of every usual tile; rows that
// start on a sector but end within a tile; and rows that start anywhere in a sector.
Shape aligned_shape();
Shape modelled_shape();  // as aligned; several waves of blocks, and about as many elements whatever is drawn
Shape shape_of_part_tiles();
Shape ragged_shape();

// A drawn pair, and 0, 1 and -1 with a drawn factor, since a kernel may treat these as cases of their own;
// others for each shape.
std::vector<Scalars> scalars(Shape shape);

// Tiny, huge, and one far smaller than the other: only 0 itself leaves a matrix out.
std::vector<Scalars> scalars_of_any_magnitude();

// The launch that the student's geam_launch chooses for a matrix A of this shape. If no GPU accepts that
// launch, adds a failure that says what is wrong, at the line that wrote it, and returns nothing.
std::optional<simt::LaunchShape> launch_shape(Shape shape);

class Geam : public lab::Problem {
 public:
  Geam(Shape shape, Scalars scalars, const lab::Use& use, BMatrix b_matrix = BMatrix::values,
       Part part = Part::all);

  // Checked: runs the student's kernel, or returns nothing if geam_launch's answer is invalid; and the given
  // one.
  std::optional<lab::LaunchResult> run();
  lab::LaunchResult run_naive() { return Problem::run(naive_call()); }

  // Checked: every element of C is exact and was stored by the kernel. One failure says what is wrong, and
  // where.
  bool expect_values(const lab::LaunchResult& run) const;

  // Checked, of the end alone: what was stored is right, and its last index no longer fits into a float.
  bool is_right_at_end() const;

  // Checked: the launch qualifies for a check of costs. It has no faults, gives the right values, and
  // accesses nothing but its matrices. (A check of its own verifies that B is not read if beta is 0.)
  bool expect_right(const lab::LaunchResult& run) const;

  // Timed. cudaMemcpy moves A to C without transposing or adding.
  lab::TimedKernel student(const simt::LaunchShape& launch);
  lab::TimedKernel naive();
  lab::TimedKernel cublas(lab::Cublas& cublas);
  lab::TimedKernel memcpy();

  // A and C, and B unless beta is 0.
  std::uint64_t bytes() const override;

 private:
  lab::Call call(const simt::LaunchShape& launch) const;
  lab::Call naive_call() const;
  const float* b_argument() const;

  double expected(std::size_t at) const;
  double tolerance(std::size_t at) const;
  bool is_right(std::size_t at) const;
  std::string described(std::size_t wrong, const lab::LaunchResult& run) const;
  std::string diagnosis(std::size_t first, const lab::LaunchResult& run) const;
  std::string formula_of_wrong(std::size_t first) const;
  std::string scaled_element_of_a(float found) const;

  // These give an element of C its row and column, and the index of its element of A.
  std::size_t row_of(std::size_t at) const { return at / static_cast<std::size_t>(shape_.rows); }
  std::size_t col_of(std::size_t at) const { return at % static_cast<std::size_t>(shape_.rows); }
  std::size_t transposed(std::size_t at) const {
    return col_of(at) * static_cast<std::size_t>(shape_.cols) + row_of(at);
  }

  Shape shape_;
  Scalars scalars_;
  BMatrix b_matrix_;
  Part part_;
  std::vector<float> b_values_;  // checked: what B would hold
  lab::Input<float> a_;
  lab::Input<float> b_;
  lab::Output<float> c_;
};

}  // namespace geam
