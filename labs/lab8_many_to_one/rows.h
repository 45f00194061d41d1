// Matrices whose rows are combined, a warp a row: the shapes at which softmax and its gradient are checked,
// weighed and timed, and how their kernels are launched on them.
#pragma once

#include <string>
#include <vector>

#include "lab/problem.h"
#include "many_to_one.h"

namespace rows {

struct Kernel {
  const char* name;
  lab::From from;
  int rows_a_block;
};

struct Shape {
  int rows = 1;
  int cols = 4;

  std::size_t elements() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }
};

std::string text_of(const Shape& shape);

// "y[3][17]" for element 3 * cols + 17.
std::string element(const char* array, std::size_t i, const Shape& shape);

// Rows around every multiple of a block's, columns around every multiple of a warp's float4, and drawn ones.
std::vector<Shape> shapes();

// More rows than 16 bits can count, with few columns. Checks run the last blocks alone, from the first row
// whose number 16 bits cannot hold on; all of them if those leave rows wrong, since a kernel may give its
// blocks other rows.
constexpr int kFirstLongRow = 1 << 16;
Shape long_shape();

// Shapes at which costs are weighed, drawn: rows of MOST_COLS, and shorter ones. All lanes have equally much
// of a row, so that a loop over it, however a compiler unrolls it, makes whole requests.
std::vector<Shape> cost_shapes();

// The shape whose times are predicted, also drawn: several waves of blocks.
Shape modelled_shape();

// Timed: 131,072 rows of 1,024, halved until `arrays` of them fit.
Shape timed_shape(std::size_t arrays);

// `first_row`: the machine leaves out the blocks before that row's.
simt::LaunchShape launch_of(const Shape& shape, const Kernel& kernel, int first_row);

}  // namespace rows
