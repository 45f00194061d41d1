// How many 32-byte sectors warps touch: the rule of this lab, straight from its definition.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pattern_file.h"
#include "stride_sweep.h"

namespace sweep {

bool is_active(const WarpPattern& pattern, int lane);

// The distinct sectors that the active lanes of a pattern touch.
int sectors_of(const WarpPattern& pattern);

struct Traffic {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
};

// Of n threads, in warps of 32, where thread i accesses float number i * stride + offset.
Traffic traffic_of(int n, int stride, int offset);

// The sectors that n floats touch each way when they are copied four at a time: each of the n mod 4 that are
// left over may be a request of its own.
std::uint64_t least_copy_sectors(int n);

// A pattern and the sectors that it touches, with a word on who says so.
struct Example {
  WarpPattern pattern;
  int sectors = 0;
  std::string source;
};

// The global requests of the H200's record that have the form of a WarpPattern, with the hardware's own
// counts; in an order drawn from the session's seed.
std::vector<Example> measured_examples();

// Patterns of every element size, strides from 0 to far beyond a warp, aligned and not, with all lanes, some,
// one or none; drawn from the session's seed.
std::vector<Example> random_examples(int count);

}  // namespace sweep
