// One launch of a reading kernel to check: an array of distinct values, and what must come out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/buffer.h"
#include "lab/kernel.h"

namespace sweep {

// out[i] = in[i * stride + offset] for 0 <= i < n.
struct Form {
  int n = 1;
  int stride = 1;
  int offset = 0;
};

// Numbers of elements around every multiple of a warp and a block, and some drawn from the session's seed.
std::vector<int> lengths();

class Problem {
 public:
  // `purpose` picks the random values, with the session's seed.
  Problem(const Form& form, const std::string& purpose);

  lab::LaunchResult run_strided(const std::string& kernel);
  lab::LaunchResult run_offset(const std::string& kernel);
  lab::LaunchResult run_copy(const std::string& kernel, lab::From from = lab::From::student);

  // Every element is right, bit for bit, and was stored by the kernel. Says what went wrong and where, once.
  bool expect_values(const lab::LaunchResult& run) const;

  const Form& form() const { return form_; }
  std::uint64_t bytes() const { return in_.bytes() + out_.bytes(); }

 private:
  std::size_t source_of(std::size_t i) const;
  std::string diagnosis(std::size_t wrong) const;

  Form form_;
  std::vector<float> values_;
  lab::Buffer<float> in_;
  lab::Buffer<float> out_;
};

}  // namespace sweep
