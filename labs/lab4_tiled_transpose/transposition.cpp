#include "transposition.h"

#include "lab/values.h"

namespace transpose {
namespace {

std::string element(const char* array, std::size_t index, int cols) {
  const auto width = static_cast<std::size_t>(cols);
  return std::string(array) + "[" + std::to_string(index / width) + "][" + std::to_string(index % width) +
         "]";
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

Transposition::Transposition(Shape shape, const lab::Use& use)
    : Problem(use, std::to_string(shape.rows) + " x " + std::to_string(shape.cols), shape.elements()),
      shape_(shape),
      in_(*this, "in", shape.elements()),
      out_(*this, "out", shape.elements()) {}

lab::Call Transposition::call(const Kernel& kernel) const {
  const auto tiles = [&](int side) { return lab::pieces(side, kernel.tile); };
  const auto threads = [](int side) { return static_cast<unsigned>(side); };
  const simt::LaunchShape launch{
      {tiles(shape_.cols), tiles(shape_.rows), 1}, {threads(kernel.tile), threads(kernel.block_rows), 1}, 0};
  return lab::Kernel<decltype(transpose_tiled)>(kernel.name, kernel.from)
      .call(launch, in_.device(), out_.device(), shape_.rows, shape_.cols);
}

bool Transposition::expect_values(const lab::LaunchResult& run, const Kernel& kernel) const {
  const auto rows = static_cast<std::size_t>(shape_.rows);
  const auto cols = static_cast<std::size_t>(shape_.cols);
  lab::ExpectedCopies expected;
  expected.source = [=](std::size_t i) { return kernel.copies ? i : i % rows * cols + i / rows; };
  expected.input_name = [this](std::size_t i) { return element("in", i, shape_.cols); };
  expected.output_name = [this](std::size_t i) { return element("out", i, shape_.rows); };
  expected.from_same_place = ", the element at the same place in memory: it was copied, not transposed";
  return lab::expect_copies(run, out_, in_, expected);
}

// The naive transpose has no tile that could go wrong.
lab::TimedKernel Transposition::timed(const Kernel& kernel, const std::string& name) {
  const auto right = [this, kernel] { return kernel.copies ? memcpy_call() : call(kNaive); };
  return contender(
      name, kernel.from, [this, kernel] { return call(kernel); }, right, kernel.name);
}

lab::TimedKernel Transposition::memcpy() {
  const auto copy = [this] { return memcpy_call(); };
  return contender("cudaMemcpy", lab::From::kit, copy, copy);
}

}  // namespace transpose
