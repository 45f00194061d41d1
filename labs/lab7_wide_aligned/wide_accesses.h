// How wide a kernel's accesses to an array are, and whether it moves anything twice.
//
// An array's bytes fall into pieces of 16 that start at a multiple of 16, and what is left of one at either
// end. What a kernel needs at most: an access of 16 bytes for each piece, a request for 32 of them, and a
// request for each element of the ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "lab/kernel.h"

namespace wide {

constexpr std::size_t kWideBytes = 16;

// The pieces of an array, or of the rows of one.
struct Pieces {
  std::uint64_t wide = 0;      // aligned pieces of 16 bytes
  std::uint64_t ends = 0;      // elements before the first of them and behind the last
  std::uint64_t requests = 0;  // requests that are enough
  std::uint64_t sectors = 0;   // sectors that are enough

  Pieces& operator+=(const Pieces& other);
};

// Returns the pieces of `elements` elements from this byte on, counted from a multiple of 128.
Pieces pieces_from(std::size_t byte, std::size_t elements, std::size_t element_bytes);

// One array of a launch, and how it is moved.
struct Side {
  std::string array;
  simt::Op op = simt::Op::load;
  Pieces pieces;
  std::string element;  // "float", "half"
  std::size_t element_bytes = 0;
};

// Every aligned piece moves in one access of 16 bytes, in no more requests than are enough.
bool expect_wide(const lab::LaunchResult& run, const Side& side);

// Expects no more sectors than are enough. A failure names the line that moves most for what it needs.
bool expect_sectors(const lab::LaunchResult& run, const Side& side);

}  // namespace wide
