// One volume for the 7-point stencil: its arrays, the launch of each kernel of the lab on them, and the
// expected result. The checks (stencil_test.cpp, stencil_bandwidth_test.cpp), the timed rounds and the
// profiler's launches (survey.cpp) are all built from it.
#pragma once

#include <string>
#include <vector>

#include "lab/problem.h"
#include "lab/shared_passage.h"
#include "least_loads.h"

namespace neighbours {

// A kernel of the lab: where it comes from, and which points a block computes.
struct Stencil {
  const char* name;
  lab::From from;
  int x;  // points along each side of a block's part of the volume
  int y;
  int z;
  int threads_z;  // the block is x * y * threads_z threads
};

constexpr Stencil kBricks{"stencil_bricks", lab::From::given, 4, 8, 8, 8};
constexpr Stencil kDirect{"stencil_direct", lab::From::student, BLOCK_X, BLOCK_Y, 1, 1};
constexpr Stencil kWalk{"stencil_walk", lab::From::student, BLOCK_X, BLOCK_Y, CHUNK, 1};
constexpr Stencil kPlane{"stencil_plane", lab::From::student, BLOCK_X, BLOCK_Y, CHUNK, 1};

// Sides from 1 to 130: nothing inside, one point, one less and one more than a block or a chunk, and some
// drawn from the session's seed.
std::vector<Shape> shapes();

// A side longer than a short can count.
std::vector<Shape> long_shapes();

// A shape whose last planes have indices that no longer fit into a float.
Shape late_shape();

// Shapes at which costs are checked, also drawn: rows that start on a sector, with several blocks each way;
// and rows that do not.
Shape aligned_shape();
Shape ragged_shape();

// A shape whose times are predicted, also drawn: as aligned, with several waves of blocks.
Shape modelled_shape();

class Volume : public lab::Problem {
 public:
  // `first_plane`: checked, the first that is looked at, a multiple of CHUNK. The planes before it do not exist,
  // but for the one that its points need, and their blocks do not run.
  Volume(const Shape& shape, const lab::Use& use, int first_plane = 0);

  lab::Call call(const Stencil& kernel) const;

  // Every point is read, and every point inside is written.
  std::uint64_t bytes() const override;

  // Checked.
  lab::LaunchResult run(const Stencil& kernel) { return Problem::run(call(kernel)); }

  // Checked: every point inside is right, to within rounding, and nothing was stored to the surface.
  bool expect_values(const lab::LaunchResult& run) const;

  // Checked: the same of the planes that are looked at, without a failure.
  bool are_right() const;

  // Checked: the launch qualifies for a check of costs. It has no faults, gives the right values, and
  // accesses `in` and `out` alone.
  bool expect_right(const lab::LaunchResult& run) const;

  // Checked: the four neighbours in the plane pass through shared memory. Runs a separate launch, which must
  // satisfy `weigh`.
  bool expect_through_plane(const Stencil& kernel, const lab::Weigh& weigh);

  // Timed: `kernel`, under its own name or another; and cudaMemcpy.
  lab::TimedKernel timed(const Stencil& kernel) { return timed(kernel, kernel.name); }
  lab::TimedKernel timed(const Stencil& kernel, const std::string& name);
  lab::TimedKernel memcpy();

 private:
  struct Point {
    int x = 0;
    int y = 0;
    int z = 0;
  };

  Point point(std::size_t i) const;
  std::size_t index(const Point& at) const;
  bool is_inside(const Point& at) const;
  float value(const Point& at) const { return in_.value(index(at)); }
  double right(const Point& at) const;
  double tolerance(const Point& at) const;
  bool is_right(const Point& at) const;
  std::string described(const Point& at) const;
  std::string diagnosis(const Point& at) const;
  bool is_through_plane(const Point& at, const lab::MarkedInShared& marks) const;
  bool expect_surface_left(const lab::LaunchResult& run) const;

  Shape shape_;
  int first_plane_;
  float k_;
  lab::Input<float> in_;
  lab::Output<float> out_;
};

}  // namespace neighbours
