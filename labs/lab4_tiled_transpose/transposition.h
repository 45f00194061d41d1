// One matrix to transpose: its arrays, the launch of each kernel of the lab on them, and the expected result.
// The checks (tiled_transpose_test.cpp), the timed rounds and the profiler's launches (survey.cpp) are all
// built from it.
#pragma once

#include <string>
#include <vector>

#include "lab/expectations.h"
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

// A kernel of the lab: where it comes from and how it is launched.
struct Kernel {
  const char* name;
  lab::From from;
  int tile;             // elements along a side
  int block_rows;       // threads along y; `tile` along x
  bool copies = false;  // copies instead of transposing
};

constexpr Kernel kCopy{"copy_rows", lab::From::given, TILE, BLOCK_ROWS, true};
constexpr Kernel kNaive{"transpose_naive", lab::From::given, TILE, BLOCK_ROWS};
constexpr Kernel kTiled{"transpose_tiled", lab::From::student, TILE, BLOCK_ROWS};
constexpr Kernel kPadded{"transpose_padded", lab::From::student, TILE, BLOCK_ROWS};
constexpr Kernel kTile16{"transpose_tile16", lab::From::student, SMALL_TILE, SMALL_TILE};

// Single elements, rows and columns, one less and one more than each multiple of the tile, primes, wide and
// tall shapes, and some drawn from the session's seed.
std::vector<Shape> shapes(int tile);

// One side is slightly longer than 16 bits can count, the other has a few elements.
std::vector<Shape> long_shapes();

// Shapes at which costs are checked, also drawn: sides that are multiples of every tile, with several blocks
// each way; and sides that are not a multiple of a sector, so that each row starts elsewhere in one.
Shape aligned_shape();
Shape ragged_shape();

// A shape whose times are predicted: as aligned, and large enough for several waves of blocks.
Shape modelled_shape();

// A shape whose last row has indices that no longer fit into a float: those of its elements in `in`, and of
// some in `out`. It has fewer columns than a large tile, so that it does not matter which way blocks count.
Shape late_shape();

class Transposition : public lab::Problem {
 public:
  // `first_row`: checked, the rows of `in` before it hold nothing.
  Transposition(Shape shape, const lab::Use& use, int first_row = 0);

  // `first_block`: the machine leaves out those before it.
  lab::Call call(const Kernel& kernel, std::uint64_t first_block = 0) const;

  // Checked.
  lab::LaunchResult run(const Kernel& kernel) { return Problem::run(call(kernel)); }

  // Checked: every element is where `kernel` must put it, bit for bit, and was stored by the kernel.
  bool expect_values(const lab::LaunchResult& run, const Kernel& kernel) const;

  // Checked: the same for a long shape, where 16-bit numbers end. Only its last blocks run; all of them, if
  // the last ones leave elements wrong, since a kernel may give its blocks other tiles.
  bool expect_values_of_long(const Kernel& kernel);

  // Checked: the same for late_shape(), of which the last row of blocks runs alone.
  static bool expect_values_of_late(const Kernel& kernel);

  // Checked: the launch qualifies for a check of costs. It has no faults and gives the right values.
  bool expect_right(const lab::LaunchResult& run, const Kernel& kernel) const;

  // Checked: a launch in which values change while they are in shared memory, as a kernel could notice. It
  // costs the same as any other.
  lab::LaunchResult run_marked(const Kernel& kernel);

  // Checked: every element passes through shared memory. Runs a separate launch, which must satisfy `weigh`.
  bool expect_through_tile(const Kernel& kernel, const lab::Weigh& weigh);

  // The least that a transpose by tiles can do: `in` is loaded, `out` stored.
  std::vector<lab::SectorLimit> limits(const Kernel& kernel) const;

  // Checked: no more sectors each way than the shape touches when cut into tiles.
  bool expect_sectors(const lab::LaunchResult& run, const Kernel& kernel) const;

  // Timed: `kernel`, under its own name or another; and cudaMemcpy.
  lab::TimedKernel timed(const Kernel& kernel) { return timed(kernel, kernel.name); }
  lab::TimedKernel timed(const Kernel& kernel, const std::string& name);
  lab::TimedKernel memcpy();

 private:
  bool are_right_at_end(const Kernel& kernel) const;
  bool are_right_from_row(int row, const Kernel& kernel) const;

  // The index in `in` of what out[i] must be.
  std::size_t source_of(std::size_t i, const Kernel& kernel) const;
  lab::Call memcpy_call() const { return lab::memcpy_call(out_.device(), in_.device(), in_.bytes()); }

  Shape shape_;
  lab::Input<float> in_;
  lab::Output<float> out_;
};

}  // namespace transpose
