// One matrix to transpose: its arrays, the launch of each kernel of the lab on them, and what must come out.
// The checks (tiled_transpose_test.cpp), the timed rounds and the profiler's launches (survey.cpp) are all
// made of it.
#pragma once

#include <string>
#include <vector>

#include "lab/problem.h"
#include "lab/shared_passage.h"
#include "tiled_transpose.h"

namespace transpose {

struct Shape {
  int rows = 0;
  int cols = 0;

  std::size_t elements() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }
  bool operator==(const Shape& other) const { return rows == other.rows && cols == other.cols; }
};

// A kernel of the lab: who wrote it, and how it is launched.
struct Kernel {
  const char* name;
  lab::From from;
  int tile;             // elements of its side
  int block_rows;       // threads along y; along x there are `tile`
  bool copies = false;  // does not transpose
};

constexpr Kernel kCopy{"copy_rows", lab::From::given, TILE, BLOCK_ROWS, true};
constexpr Kernel kNaive{"transpose_naive", lab::From::given, TILE, BLOCK_ROWS};
constexpr Kernel kTiled{"transpose_tiled", lab::From::student, TILE, BLOCK_ROWS};
constexpr Kernel kPadded{"transpose_padded", lab::From::student, TILE, BLOCK_ROWS};
constexpr Kernel kTile16{"transpose_tile16", lab::From::student, SMALL_TILE, SMALL_TILE};

// Single elements, rows and columns, one below and above each multiple of the tile, primes, wide and tall;
// and some that are drawn from the session's seed.
std::vector<Shape> shapes(int tile);

// One side a little longer than 16 bits can count, the other a few elements.
std::vector<Shape> long_shapes();

// Where costs are weighed, drawn as well: sides that every tile divides, and several blocks each way; and
// sides that are no multiple of a sector, so that every row starts somewhere else in one.
Shape aligned_shape();
Shape ragged_shape();

class Transposition : public lab::Problem {
 public:
  Transposition(Shape shape, const lab::Use& use);

  // `first_block`: the machine leaves out those before it.
  lab::Call call(const Kernel& kernel, std::uint64_t first_block = 0) const;

  // Checked.
  lab::LaunchResult run(const Kernel& kernel) { return Problem::run(call(kernel)); }

  // Checked: every element is where `kernel` must put it, bit for bit, and was stored by it.
  bool expect_values(const lab::LaunchResult& run, const Kernel& kernel) const;

  // Checked: the same of a long shape, where numbers of 16 bits end. Its last blocks are run alone; all of
  // them, where the last ones leave elements wrong: a kernel may give its blocks other tiles.
  bool expect_values_of_long(const Kernel& kernel);

  // Checked: what a check of costs may weigh, which is a launch without faults that gives the right values.
  bool expect_right(const lab::LaunchResult& run, const Kernel& kernel) const;

  // Checked: the launch that a kernel can tell from others, since values change in shared memory. It costs
  // what others do.
  lab::LaunchResult run_marked(const Kernel& kernel);

  // Checked: every element passes through shared memory, in a launch of its own that keeps to what `weigh`
  // asks of one.
  bool expect_through_tile(const Kernel& kernel, const lab::Weigh& weigh);

  // Checked: no more sectors each way than the shape, cut into tiles, is made of.
  bool expect_sectors(const lab::LaunchResult& run, const Kernel& kernel) const;

  // Timed: `kernel`, under its own name or another; and cudaMemcpy.
  lab::TimedKernel timed(const Kernel& kernel) { return timed(kernel, kernel.name); }
  lab::TimedKernel timed(const Kernel& kernel, const std::string& name);
  lab::TimedKernel memcpy();

 private:
  bool are_right_at_end(const Kernel& kernel) const;

  // Where `in` holds what out[i] must be.
  std::size_t source_of(std::size_t i, const Kernel& kernel) const;
  lab::Call memcpy_call() const { return lab::memcpy_call(out_.device(), in_.device(), in_.bytes()); }

  Shape shape_;
  lab::Input<float> in_;
  lab::Output<float> out_;
};

}  // namespace transpose
