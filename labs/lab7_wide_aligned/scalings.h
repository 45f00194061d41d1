// Numbers that are scaled where they lie: halves in a row, and floats in rows a pitch apart. The arrays, the
// launches of the student's and the given kernels, and the expected result.
#pragma once

#include <string>
#include <vector>

#include "lab/problem.h"
#include "wide_accesses.h"
#include "wide_aligned.h"

namespace wide {

enum class Scaler { wide, singly };

class Halves : public lab::Problem {
 public:
  // `first`: checked, of the halves before it nothing exists; a multiple of a block's.
  Halves(int n, float factor, const lab::Use& use, int first = 0);

  // Checked. A problem runs once: the halves are changed where they lie.
  lab::LaunchResult run() { return Problem::run(call(Scaler::wide)); }
  bool expect_values(const lab::LaunchResult& run) const;
  bool is_right_from(int first) const;
  bool expect_right(const lab::LaunchResult& run) const;
  Side side(simt::Op op) const;

  lab::TimedKernel timed(Scaler scaler);

 private:
  lab::Call call(Scaler scaler) const;
  std::string found_at(std::size_t i) const;
  bool is_right(std::size_t i) const;

  int n_;
  float factor_;
  lab::InOut<__half> x_;
};

// A matrix of floats whose rows start a pitch apart.
struct PitchedShape {
  int rows = 0;
  int cols = 0;
  int pitch = 0;  // in floats

  std::size_t floats() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(pitch); }
  std::size_t row_of(std::size_t place) const { return place / static_cast<std::size_t>(pitch); }
  std::size_t col_of(std::size_t place) const { return place % static_cast<std::size_t>(pitch); }
};

class Pitched : public lab::Problem {
 public:
  // `first_row`: checked, of the rows before it nothing exists.
  Pitched(PitchedShape shape, float factor, const lab::Use& use, int first_row = 0);

  // Checked. A problem runs once.
  lab::LaunchResult run(Scaler scaler = Scaler::wide) { return Problem::run(call(scaler)); }
  bool expect_values(const lab::LaunchResult& run) const;
  bool is_right_from(int first_row) const;
  bool expect_right(const lab::LaunchResult& run) const;
  Side side(simt::Op op) const;

  lab::TimedKernel timed(Scaler scaler);

  // Leaves out what is between the rows.
  std::uint64_t bytes() const override;

 private:
  lab::Call call(Scaler scaler) const;
  bool expect_gaps_untouched(const lab::LaunchResult& run) const;
  bool is_right(std::size_t place) const;
  float expected(std::size_t place) const { return m_.value(place) * factor_; }

  PitchedShape shape_;
  float factor_;
  lab::InOut<float> m_;
};

// Timed: fills an array of halves with small whole numbers. lab::AnyArray::draw_with takes it.
void draw_halves(void* values, std::size_t bytes, std::uint64_t seed);

}  // namespace wide
