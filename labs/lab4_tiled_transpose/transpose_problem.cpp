#include "transpose_problem.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "lab/expectations.h"

namespace transpose {
namespace {

std::size_t count(Shape shape) {
  return static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.cols);
}

unsigned tiles(int elements, int tile) { return static_cast<unsigned>((elements + tile - 1) / tile); }

std::string element(std::size_t row, std::size_t col) {
  return "[" + std::to_string(row) + "][" + std::to_string(col) + "]";
}

// Distinct values, so that a wrong element tells which one it is; none is whole, so that an integer tile is
// noticed. Exact for up to 2^23 elements.
std::vector<float> distinct_values(Shape shape, const std::string& purpose) {
  std::vector<float> values(count(shape));
  std::iota(values.begin(), values.end(), 0.5F);
  std::mt19937_64 random = lab::Session::current().random(purpose);
  std::shuffle(values.begin(), values.end(), random);
  return values;
}

}  // namespace

std::vector<Shape> shapes(int tile) {
  std::vector<Shape> list{{1, 1},
                          {1, 97},
                          {97, 1},
                          {33, 65},
                          {tile, tile},
                          {tile - 1, tile + 1},
                          {tile + 1, tile - 1},
                          {2 * tile, tile},
                          {tile, 3 * tile},
                          {2 * tile + 1, 2 * tile - 1},
                          {37, 101},
                          {160, 96}};
  std::mt19937_64 random = lab::Session::current().random("shapes");
  std::uniform_int_distribution<int> side(2, 4 * tile);
  for (int i = 0; i < 4; ++i) list.push_back({side(random), side(random)});
  return list;
}

std::uint64_t least_sectors(int rows, int cols, int tile) {
  constexpr std::uint64_t kSectorElements = simt::kSectorBytes / sizeof(float);
  std::uint64_t sectors = 0;
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; col += tile) {
      const auto first = static_cast<std::uint64_t>(row) * static_cast<std::uint64_t>(cols) +
                         static_cast<std::uint64_t>(col);
      const std::uint64_t last = first + static_cast<std::uint64_t>(std::min(tile, cols - col)) - 1;
      sectors += last / kSectorElements - first / kSectorElements + 1;
    }
  }
  return sectors;
}

simt::LaunchShape launch_shape(Shape shape, const Geometry& geometry) {
  simt::LaunchShape launch;
  launch.grid = {tiles(shape.cols, geometry.tile), tiles(shape.rows, geometry.tile), 1};
  launch.block = {static_cast<unsigned>(geometry.block_x), static_cast<unsigned>(geometry.block_y), 1};
  return launch;
}

Problem::Problem(Shape shape, const std::string& purpose)
    : shape_(shape),
      values_(distinct_values(shape, purpose)),
      in_("in", values_),
      out_("out", count(shape)) {}

lab::LaunchResult Problem::run(const TransposeKernel& kernel, const Geometry& geometry) {
  const simt::LaunchShape launch = launch_shape(shape_, geometry);
  const std::string shape = std::to_string(shape_.rows) + " x " + std::to_string(shape_.cols);
  return kernel.run(shape, launch, in_.device(), out_.device(), shape_.rows, shape_.cols);
}

// What out[c][r] holds instead of in[r][c].
std::string Problem::diagnosis(std::size_t wrong) const {
  const auto cols = static_cast<std::size_t>(shape_.cols);
  if (!out_.is_written(wrong)) return "was never written";
  const float found = out_[wrong];
  const auto source = std::find(values_.begin(), values_.end(), found);
  if (source == values_.end()) return "holds a value that is nowhere in `in`";
  const auto index = static_cast<std::size_t>(source - values_.begin());
  const std::string holds = "holds in" + element(index / cols, index % cols);
  return index == wrong ? holds + ", the element at the same place in memory: it was copied, not transposed"
                        : holds;
}

bool Problem::expect_transposed(const lab::LaunchResult& run) const {
  const auto rows = static_cast<std::size_t>(shape_.rows);
  const auto cols = static_cast<std::size_t>(shape_.cols);
  std::size_t wrong = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < out_.size(); ++i) {
    const float found = out_[i];
    const float expected = values_[i % rows * cols + i / rows];
    const bool right = std::memcmp(&found, &expected, sizeof found) == 0 && out_.is_written(i);
    if (!right && wrong++ == 0) first = i;
  }
  if (wrong == 0) return true;
  lab::fail_values(run, "out", {wrong, out_.size(), "element"},
                   "out" + element(first / rows, first % rows) + ", which " + diagnosis(first) +
                       "\n  it must hold in" + element(first % rows, first / rows));
  return false;
}

}  // namespace transpose
