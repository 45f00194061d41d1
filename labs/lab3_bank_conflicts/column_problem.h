// Tiles whose columns are to be added up, and what must come out.
#pragma once

#include <string>
#include <vector>

#include "lab/buffer.h"
#include "lab/kernel.h"

namespace columns {

using SumKernel = lab::Kernel<void(const float*, float*, int)>;

class Problem {
 public:
  explicit Problem(int tiles);

  lab::LaunchResult run(const SumKernel& kernel);

  // Every sum is right, bit for bit, and was stored by the kernel. Says what went wrong, once.
  bool expect_sums(const lab::LaunchResult& run) const;

  // No more sectors than the tiles and the sums are made of.
  bool expect_coalesced(const lab::LaunchResult& run) const;

  // Each element is stored to shared memory and loaded from it.
  bool expect_through_shared_memory(const lab::LaunchResult& run) const;

 private:
  bool all_are(float (*sum)(const std::vector<float>&, std::size_t)) const;
  std::string diagnosis(std::size_t wrong) const;

  int tiles_ = 0;
  std::vector<float> values_;
  std::vector<float> sums_;
  lab::Buffer<float> in_;
  lab::Buffer<float> out_;
};

// The launch uses shared memory; the arrays that it uses take at most so many bytes of a block's shared
// memory.
bool expect_shared_bytes(const lab::LaunchResult& run, std::uint64_t most);

}  // namespace columns
