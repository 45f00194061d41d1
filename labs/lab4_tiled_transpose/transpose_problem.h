// One transposition to check: a matrix of distinct values, its launch, and what must come out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/buffer.h"
#include "lab/kernel.h"
#include "tiled_transpose.h"

namespace transpose {

struct Shape {
  int rows = 0;
  int cols = 0;

  bool operator==(const Shape& other) const { return rows == other.rows && cols == other.cols; }
};

// How a kernel is launched: tiles of tile x tile elements, blocks of block_x x block_y threads.
struct Geometry {
  int tile = 0;
  int block_x = 0;
  int block_y = 0;
};

constexpr Geometry kTile32{TILE, TILE, BLOCK_ROWS};
constexpr Geometry kTile16{SMALL_TILE, SMALL_TILE, SMALL_TILE};

using TransposeKernel = lab::Kernel<void(const float*, float*, int, int)>;

simt::LaunchShape launch_shape(Shape shape, const Geometry& geometry);

// Single elements, rows and columns, one below and above each multiple of the tile, primes, wide and tall;
// and some that are drawn from the session's seed.
std::vector<Shape> shapes(int tile);

// The sectors that a rows x cols matrix's rows are made of when each is accessed in pieces of `tile`
// elements, as a tile's rows are: the least that loads (or, with the sides swapped, stores) can touch.
std::uint64_t least_sectors(int rows, int cols, int tile);

class Problem {
 public:
  // `purpose` picks the random values, with the session's seed.
  Problem(Shape shape, const std::string& purpose);

  lab::LaunchResult run(const TransposeKernel& kernel, const Geometry& geometry);

  // Every element is right, bit for bit, and was stored by the kernel. Says what went wrong and where, once.
  bool expect_transposed(const lab::LaunchResult& run) const;

  std::uint64_t bytes() const { return in_.bytes() + out_.bytes(); }

 private:
  std::string diagnosis(std::size_t wrong) const;

  Shape shape_;
  std::vector<float> values_;
  lab::Buffer<float> in_;
  lab::Buffer<float> out_;
};

}  // namespace transpose
