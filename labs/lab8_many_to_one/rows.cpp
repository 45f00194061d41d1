#include "rows.h"

#include "lab/drawn.h"

namespace rows {
namespace {

constexpr int kVectorFloats = 4;
constexpr int kWarpFloats = WARP * kVectorFloats;  // the floats of a request

}  // namespace

std::string text_of(const Shape& shape) {
  return std::to_string(shape.rows) + " x " + std::to_string(shape.cols);
}

std::string element(const char* array, std::size_t i, const Shape& shape) {
  const auto cols = static_cast<std::size_t>(shape.cols);
  return std::string(array) + "[" + std::to_string(i / cols) + "][" + std::to_string(i % cols) + "]";
}

std::vector<Shape> shapes() {
  std::vector<Shape> list{{40, 12},  // tells most
                          {1, 4},
                          {7, 8},
                          {8, 60},
                          {9, kWarpFloats - 4},
                          {WARPS, kWarpFloats},
                          {17, kWarpFloats + 4},
                          {5, 2 * kWarpFloats},
                          {6, MOST_COLS - 4},
                          {11, MOST_COLS}};
  std::mt19937_64 random = lab::Session::current().random("shapes");
  std::uniform_int_distribution<int> any_rows(1, 4 * WARPS);
  std::uniform_int_distribution<int> vectors(1, MOST_COLS / kVectorFloats);
  for (int i = 0; i < 4; ++i) list.push_back({any_rows(random), kVectorFloats * vectors(random)});
  return list;
}

Shape long_shape() { return {kFirstLongRow + lab::drawn("long rows", 1, 3 * WARPS), kVectorFloats}; }

std::vector<Shape> cost_shapes() {
  return {{lab::drawn("whole rows", 33, 47), MOST_COLS},
          {lab::drawn("short rows", 33, 47), lab::drawn("short columns", 2, 7) * kWarpFloats}};
}

Shape modelled_shape() { return {lab::drawn("modelled rows", 4224, 4352, 8), MOST_COLS}; }

Shape timed_shape(std::size_t arrays) {
  constexpr std::size_t kMost = std::size_t{1} << 17;
  return {static_cast<int>(lab::that_fit(kMost, arrays * MOST_COLS * sizeof(float))), MOST_COLS};
}

simt::LaunchShape launch_of(const Shape& shape, const Kernel& kernel, int first_row) {
  const auto first_block = static_cast<std::uint64_t>(first_row / kernel.rows_a_block);
  return {{lab::pieces(shape.rows, kernel.rows_a_block), 1, 1}, {BLOCK, 1, 1}, 0, first_block};
}

}  // namespace rows
