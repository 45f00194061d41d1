// Rows of a warp's log: what 32 lanes logged as their n-th entry.
#pragma once

#include <cstdint>

#include "contract/module_abi.h"

namespace simt {

// What the entries of a row of a log have in common.
struct RowShape {
  bool one_place = false;  // all lanes were at the same place
  // …and each lane's address lies as far behind its neighbour's, modulo 2^64: nearly every request of a good
  // kernel.
  bool is_progression = false;
  // …or does so in each half of the warp, as where a block has 16 threads in a row.
  bool are_halves = false;
  std::uint64_t step = 0;
};

RowShape shape_of(const std::uint64_t* row);

// Whether 32 numbers are all alike, and the smallest of them.
struct Extremes {
  bool all_alike = false;
  std::uint32_t smallest = 0;
};
Extremes extremes_of(const std::uint32_t* numbers);

// The addresses of a row without its places, and what those of the lanes that take part have in common.
struct PartShape {
  std::uint32_t active = 0;
  // Some take no part, and eight or more do; in each half of the warp the active ones are neighbours, and each has the element behind its neighbour's.
  bool are_runs = false;
  // The addresses that the halves' first lanes have then, or would have. Of a half without lanes it says nothing.
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

// Looks at these lanes, each with an element so wide. A lane whose address is 0 takes no part: the code for several lanes logs something for
// each (vector_accesses.h). Writes all 32 addresses.
PartShape part_of(const std::uint64_t* __restrict row, std::uint32_t lanes, std::uint64_t width,
                  std::uint64_t* __restrict addresses);

// The lanes of `among` that are at the lowest place, and the place.
struct LowestPlace {
  std::uint32_t place = 0;
  std::uint32_t lanes = 0;
};
LowestPlace lowest_of(const std::uint32_t* places, std::uint32_t among);

// Whether all 32 addresses are in a range.
bool all_within(const std::uint64_t* addresses, std::uint64_t begin, std::uint64_t bytes);

}  // namespace simt
