// What this lab asks of a launch's global traffic.
#pragma once

#include <cstdint>
#include <string>

#include "lab/kernel.h"
#include "sector_rule.h"

namespace sweep {

// Where the threads of a launch access an array: what they must come to, in total, and words for it.
struct ExpectedTraffic {
  std::string array;
  simt::Op op = simt::Op::load;
  Traffic traffic;
  int elements = 0;  // floats, each accessed once, by a lane of its own
  std::string form;  // "at stride 2"

  std::uint64_t bytes() const { return static_cast<std::uint64_t>(elements) * sizeof(float); }
};

// The launch's accesses of the array are exactly these: not one request or sector more or less.
bool expect_exact_traffic(const lab::LaunchResult& run, const ExpectedTraffic& expected);

// All but n mod 4 of the n floats of `array` move in requests of 16 bytes a lane, and no request is needless.
bool expect_vector_requests(const lab::LaunchResult& run, const std::string& array, simt::Op op, int n);

// "1024 requests of 4 sectors"
std::string text_of(const Traffic& traffic);

}  // namespace sweep
