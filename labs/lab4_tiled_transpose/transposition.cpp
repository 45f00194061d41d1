#include "transposition.h"

#include <algorithm>

#include "lab/drawn.h"
#include "lab/values.h"

namespace transpose {
namespace {

// The numbers that 16 bits have; a short fits 0 to 32,767. It is a multiple of every tile.
constexpr int kNumbersOf16Bits = 1 << 16;

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

std::vector<Shape> long_shapes() {
  constexpr int kBeyond16Bits = kNumbersOf16Bits + 1;
  constexpr int kMost = kNumbersOf16Bits + 300;
  return {{lab::drawn("short rows", 1, 2), lab::drawn("many columns", kBeyond16Bits, kMost)},
          {lab::drawn("many rows", kBeyond16Bits, kMost), lab::drawn("short columns", 1, 2)}};
}

// The last rows are fewer than either tile has.
Shape late_shape() {
  constexpr int kRows = 18750 * TILE;
  constexpr int kPastFloatBeside = lab::kPastFloat / kRows + 1;  // columns of `in`
  return {kRows + lab::drawn("late rows", 3, SMALL_TILE - 1),
          lab::drawn("late columns", kPastFloatBeside + 1, TILE - 1)};
}

Shape aligned_shape() {
  return {lab::drawn("aligned rows", 192, 320, TILE), lab::drawn("aligned columns", 448, 576, TILE)};
}

Shape ragged_shape() {
  return {lab::drawn("ragged rows", 185, 201, 2), lab::drawn("ragged columns", 249, 265, 2)};
}

Shape modelled_shape() {
  return {lab::drawn("modelled rows", 1920, 2176, TILE), lab::drawn("modelled columns", 1920, 2176, TILE)};
}

Transposition::Transposition(Shape shape, const lab::Use& use, int first_row)
    : Problem(use, std::to_string(shape.rows) + " x " + std::to_string(shape.cols), shape.elements()),
      shape_(shape),
      in_(*this, "in", shape.elements(), {},
          static_cast<std::size_t>(first_row) * static_cast<std::size_t>(shape.cols)),
      out_(*this, "out", shape.elements(), first_row == 0 ? 0 : shape.elements()) {}

lab::Call Transposition::call(const Kernel& kernel, std::uint64_t first_block) const {
  const auto tiles = [&](int side) { return lab::pieces(side, kernel.tile); };
  const auto threads = [](int side) { return static_cast<unsigned>(side); };
  const simt::LaunchShape launch{{tiles(shape_.cols), tiles(shape_.rows), 1},
                                 {threads(kernel.tile), threads(kernel.block_rows), 1},
                                 0,
                                 first_block};
  return lab::Kernel<decltype(transpose_tiled)>(kernel.name, kernel.from)
      .call(launch, in_.device(), out_.device(), shape_.rows, shape_.cols);
}

std::size_t Transposition::source_of(std::size_t i, const Kernel& kernel) const {
  const auto rows = static_cast<std::size_t>(shape_.rows);
  const auto cols = static_cast<std::size_t>(shape_.cols);
  return kernel.copies ? i : i % rows * cols + i / rows;
}

bool Transposition::expect_values(const lab::LaunchResult& run, const Kernel& kernel) const {
  lab::ExpectedCopies expected;
  expected.source = [&](std::size_t i) { return source_of(i, kernel); };
  expected.input_name = [this](std::size_t i) { return element("in", i, shape_.cols); };
  expected.output_name = [this](std::size_t i) { return element("out", i, shape_.rows); };
  expected.from_same_place = ", the element at the same place in memory: it was copied, not transposed";
  expected.note = [&](std::size_t i) {
    const auto rows = static_cast<std::size_t>(shape_.rows);
    const std::string of_place = lab::where_type_ends(i / rows, i % rows, i);
    return of_place.empty() ? lab::where_type_ends(source_of(i, kernel), "the index") : of_place;
  };
  return lab::expect_copies(run, out_, in_, expected);
}

bool Transposition::are_right_at_end(const Kernel& kernel) const {
  const auto rows = static_cast<std::size_t>(shape_.rows);
  for (std::size_t i = 0; i < out_.size(); ++i) {
    const bool is_near_end = std::max(i / rows, i % rows) >= kNumbersOf16Bits;
    if (is_near_end && !out_.holds(i, in_.values()[source_of(i, kernel)])) return false;
  }
  return true;
}

bool Transposition::expect_values_of_long(const Kernel& kernel) {
  const auto first_block = static_cast<std::uint64_t>(kNumbersOf16Bits / kernel.tile);
  const lab::LaunchResult end = Problem::run(call(kernel, first_block));
  if (end.report.faults.empty() && are_right_at_end(kernel)) return true;
  return lab::expect_values_and_no_faults(run(kernel),
                                          [&](const auto& all) { return expect_values(all, kernel); });
}

bool Transposition::are_right_from_row(int row, const Kernel& kernel) const {
  const auto rows = static_cast<std::size_t>(shape_.rows);
  for (std::size_t column = 0; column < static_cast<std::size_t>(shape_.cols); ++column) {
    for (auto i = column * rows + static_cast<std::size_t>(row); i < (column + 1) * rows; ++i) {
      if (!out_.holds(i, in_.value(source_of(i, kernel)))) return false;
    }
  }
  return true;
}

bool Transposition::expect_values_of_late(const Kernel& kernel) {
  const Shape shape = late_shape();
  const int first_row = shape.rows / TILE * TILE;
  {
    Transposition end(shape, lab::checked(kernel.name), first_row);
    const auto blocks_a_row = static_cast<std::uint64_t>(lab::pieces(shape.cols, kernel.tile));
    const auto first_block = blocks_a_row * static_cast<std::uint64_t>(first_row / kernel.tile);
    const lab::LaunchResult run = end.Problem::run(end.call(kernel, first_block));
    if (run.report.faults.empty() && end.are_right_from_row(first_row, kernel)) return true;
  }
  Transposition all(shape, lab::checked(kernel.name));
  return lab::expect_values_and_no_faults(all.run(kernel),
                                          [&](const auto& run) { return all.expect_values(run, kernel); });
}

bool Transposition::expect_right(const lab::LaunchResult& run, const Kernel& kernel) const {
  return lab::expect_no_faults(run) && expect_values(run, kernel);
}

lab::LaunchResult Transposition::run_marked(const Kernel& kernel) {
  const lab::MarkedInShared marks(in_);
  return run(kernel);
}

bool Transposition::expect_through_tile(const Kernel& kernel, const lab::Weigh& weigh) {
  const lab::MarkedInShared marks(in_);
  const lab::LaunchResult marked = run(kernel);
  lab::Passage passage{out_.name(), "element", out_.size(), 0, ""};
  for (std::size_t i = 0; i < out_.size(); ++i) {
    if (out_.holds(i, marks.of(in_.values()[source_of(i, kernel)]))) continue;
    if (passage.past++ == 0) passage.first = element("out", i, shape_.rows);
  }
  return lab::expect_passage(marked, passage) && weigh(marked);
}

std::vector<lab::SectorLimit> Transposition::limits(const Kernel& kernel) const {
  const std::uint64_t loads = lab::sectors_in_pieces(shape_.rows, shape_.cols, kernel.tile);
  const std::uint64_t stores = lab::sectors_in_pieces(shape_.cols, shape_.rows, kernel.tile);
  return {{"in", simt::Op::load, loads, lab::requests_in_rows(shape_.rows, shape_.cols)},
          {"out", simt::Op::store, stores, lab::requests_in_rows(shape_.cols, shape_.rows)}};
}

bool Transposition::expect_sectors(const lab::LaunchResult& run, const Kernel& kernel) const {
  return lab::expect_sectors(run, limits(kernel));
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
