// How many 32-byte sectors a warp touches: the rule of this lab, straight from its definition; patterns to
// apply it to; and a comparison of a launch's traffic with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/kernel.h"
#include "stride_sweep.h"

namespace sweep {

bool is_active(const WarpPattern& pattern, int lane);

// The distinct sectors that the active lanes of a pattern touch.
int sectors_of(const WarpPattern& pattern);

struct Traffic {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
};

// The traffic of n threads, in warps of 32, if thread i accesses float number i * stride + offset.
Traffic traffic_of(int n, int stride, int offset);

// A pattern, the sectors that it touches, and the source of that number.
struct Example {
  WarpPattern pattern;
  int sectors = 0;
  std::string source;
};

// The global requests of the H200's record that have the form of a WarpPattern, with the hardware's own
// counts, in an order drawn from the session's seed.
std::vector<Example> measured_examples();

// Patterns of every element size, with strides from 0 to far beyond a warp, aligned and not, with all lanes
// active, some, one or none; drawn from the session's seed.
std::vector<Example> random_examples(int count);

// Returns those examples that are within the reach of the recorded ones, so that only a rule that does not
// count is wrong on them.
std::vector<Example> near_examples();

// The total traffic that a launch must have with one array, and how to name it in a message.
struct ExpectedTraffic {
  std::string array;
  simt::Op op = simt::Op::load;
  Traffic traffic;
  int elements = 0;  // floats, each accessed once by a different thread
  std::string form;  // "at stride 2"

  std::uint64_t bytes() const { return static_cast<std::uint64_t>(elements) * sizeof(float); }
};

// The launch accesses the array with exactly this traffic: not one request or sector more or less.
bool expect_exact_traffic(const lab::LaunchResult& run, const ExpectedTraffic& expected);

// "1024 requests of 4 sectors"
std::string text_of(const Traffic& traffic);

}  // namespace sweep
