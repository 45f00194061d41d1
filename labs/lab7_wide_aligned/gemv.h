// A matrix of halves times a vector of halves: the arrays, the launches of gemv_half and of the given
// kernels, and the expected result.
//
// Weights are whole numbers and factors whole numbers divided by a power of two, another one in each session:
// every sum is exact in float whatever the order of its terms, and no whole number holds it.
#pragma once

#include <string>
#include <vector>

#include "lab/cublas.h"
#include "lab/problem.h"
#include "lab/rounded_sum.h"
#include "wide_accesses.h"
#include "wide_aligned.h"

namespace wide {

struct GemvShape {
  int rows = 0;
  int cols = 0;

  std::size_t weights() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }
};

enum class Multiplier { wide, singly };

class Gemv : public lab::Problem {
 public:
  // `first_row`: checked, of the rows before it nothing exists and none is multiplied; a multiple of a block's.
  Gemv(GemvShape shape, const lab::Use& use, int first_row = 0);

  // Timed: 1 GiB of weights in rows of 8192, halved until it fits if the GPU's memory is small.
  static GemvShape timed_shape();

  // Checked.
  lab::LaunchResult run(Multiplier multiplier = Multiplier::wide) { return Problem::run(call(multiplier)); }
  bool expect_values(const lab::LaunchResult& run) const;
  bool expect_right(const lab::LaunchResult& run) const;
  bool is_right_from(int first_row) const;

  // Checked: W and x are read 16 bytes at a time, W in no more sectors than its rows are made of, x no more
  // often than once a row, and y is stored once.
  bool expect_least_traffic(const lab::LaunchResult& run) const;

  // Checked: a read of W alone, on the same arrays, which stores something else to y.
  lab::LaunchResult run_stream() { return Problem::run(stream_call()); }

  lab::TimedKernel timed(Multiplier multiplier);
  lab::TimedKernel stream();
  lab::TimedKernel cublas(lab::Cublas& cublas);

 private:
  lab::Call call(Multiplier multiplier) const;
  lab::Call stream_call() const;
  simt::LaunchShape launch() const;
  std::string found_at(std::size_t row) const;
  bool is_right(std::size_t row) const;

  GemvShape shape_;
  lab::Input<__half> weights_;
  lab::Input<__half> x_;
  lab::Output<float> y_;
  std::vector<lab::RoundedSum> expected_;  // checked: of the rows from the first on
};

}  // namespace wide
