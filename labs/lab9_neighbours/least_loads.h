// What the least loads of a launch are, by the lab's rules, and the check that a kernel makes no more: a load
// for each piece of a row that a warp needs and that its block does not have already.
//
// A warp's piece is 32 neighbours along x, cut where the volume ends. Its sectors follow from the place of
// its first element alone, so they are counted for the very shape that is checked: there is no slack.
#pragma once

#include <cstdint>
#include <string>

#include "lab/kernel.h"
#include "neighbours.h"

namespace neighbours {

struct Shape {
  int nx = 0;
  int ny = 0;
  int nz = 0;

  std::size_t points() const;
  std::size_t points_inside() const;
  std::string text() const;  // "130 x 34 x 34"
};

struct Loads {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  std::uint64_t of_columns =
      0;  // the requests among these in which each lane loads a point of its own column
};

// Returns the loads of smooth_line: its 256 elements, and the neighbours up to `passes` places beside them.
Loads least_of_smooth(int n, int passes);
// Returns the loads of stencil_direct: seven.
Loads least_of_direct(const Shape& shape);
// Returns the loads of stencil_walk: four neighbours in the plane, and each value of the column once a chunk,
// for every column of the volume.
Loads least_of_walk(const Shape& shape);
// Returns the loads of stencil_plane: each point of the block's part once a chunk, and the four sides of its
// halo.
Loads least_of_plane(const Shape& shape);

// The loads of `in` are no more than these, in requests and in sectors. `each` says what they are: "seven
// loads for 32 points". In a volume of this shape (a line of n is n x 1 x 1), a failure names the line
// with the excess: one that loads the threads' own columns, or one that loads what is beside them, whichever exceeds its part of the least.
bool expect_least_loads(const lab::LaunchResult& run, const Loads& least, const std::string& each,
                        const Shape* shape = nullptr);

// The stores to `out` touch no more sectors than the points inside fill, in the pieces of the warps.
bool expect_least_stores(const lab::LaunchResult& run, const Shape& shape);
// The stores of smooth_line write every element once.
bool expect_least_stores(const lab::LaunchResult& run, int n);

}  // namespace neighbours
