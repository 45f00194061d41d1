#include "geam_problem.h"

#include <cmath>
#include <limits>
#include <sstream>

#include "lab/drawn.h"
#include "lab/expectations.h"

namespace geam {
namespace {

constexpr int kNaiveTile = 32;
constexpr int kNaiveBlockRows = 8;

std::size_t first_of_a(Shape shape, Part part) {
  if (part == Part::all) return 0;
  return shape.elements() - static_cast<std::size_t>(kLateRows) * static_cast<std::size_t>(shape.cols);
}

std::string text_of(Shape shape, Scalars scalars, BMatrix b_matrix, bool is_timed) {
  std::ostringstream text;
  text << shape.text();
  if (!is_timed) text << ", alpha " << scalars.alpha;
  text << ", beta " << scalars.beta << (b_matrix == BMatrix::null ? ", B null" : "");
  return text.str();
}

}  // namespace

std::vector<Shape> shapes() {
  std::vector<Shape> list{{33, 65},  // tells most
                          {1, 1},    {1, 97},  {97, 1},    {32, 32},   {31, 33},
                          {33, 31},  {64, 32}, {63, 65},   {65, 63},   {37, 101},
                          {160, 96}, {8, 200}, {127, 129}, {129, 136}, {132, 68}};
  std::mt19937_64 random = lab::Session::current().random("shapes");
  std::uniform_int_distribution<int> side(2, 140);
  for (int i = 0; i < 4; ++i) list.push_back({side(random), side(random)});
  return list;
}

std::vector<Shape> long_shapes() {
  constexpr int kBeyond16Bits = 65600;
  constexpr int kMost = 70000;
  return {{lab::drawn("short rows", 1, 2), lab::drawn("many columns", kBeyond16Bits, kMost)},
          {lab::drawn("many rows", kBeyond16Bits, kMost), lab::drawn("short columns", 1, 2)}};
}

std::vector<Shape> largest_shapes() {
  constexpr int kNearLongest = kLongestSide - 1000;
  constexpr int kNearSquare = 23170;  // its square is just below kMostElements
  constexpr int kMostBeside = kMostElements / kLongestSide;
  return {{lab::drawn("most rows", kNearLongest, kLongestSide), lab::drawn("columns beside", 1, kMostBeside)},
          {lab::drawn("rows beside", 1, kMostBeside), lab::drawn("most columns", kNearLongest, kLongestSide)},
          {lab::drawn("rows of a square", kNearSquare - 100, kNearSquare),
           lab::drawn("columns of a square", kNearSquare - 100, kNearSquare)}};
}

Shape modelled_shape() {
  constexpr int kStep = 128;  // rows of the shape with odd sides lie alike on lines and sectors, too
  constexpr int kBothSides = 32 * kStep;
  const int rows = lab::drawn("modelled rows", 15 * kStep, 17 * kStep, kStep);
  return {rows, kBothSides - rows};
}

Shape aligned_shape() {
  constexpr int kTile = 64;
  return {lab::drawn("aligned rows", 3 * kTile, 5 * kTile, kTile),
          lab::drawn("aligned columns", 7 * kTile, 9 * kTile, kTile)};
}

// Multiples of 8 and of no larger power of two.
Shape shape_of_part_tiles() {
  constexpr int kSector = 8;
  return {lab::drawn("rows of part tiles", 23 * kSector, 27 * kSector, 2 * kSector),
          lab::drawn("columns of part tiles", 39 * kSector, 43 * kSector, 2 * kSector)};
}

Shape ragged_shape() {
  return {lab::drawn("ragged rows", 185, 201, 2), lab::drawn("ragged columns", 249, 265, 2)};
}

Shape late_shape() {
  constexpr int kPastFloatBeside = 18;  // 17 rows of C before the last one have more than 2^24 elements
  return {lab::drawn("late rows", kLongestSide - 10000, kLongestSide),
          lab::drawn("late columns", kPastFloatBeside, kPastFloatBeside + 6)};
}

Scalars drawn_like(Scalars scalars, Shape shape) {
  const std::string of = " of " + shape.text() + (scalars.beta == 0 ? "" : " with B");
  return {lab::drawn_factor("alpha" + of), scalars.beta == 0 ? scalars.beta : lab::drawn_factor("beta" + of)};
}

std::vector<Scalars> scalars(Shape shape) {
  int drawn = 0;
  const auto any = [&] { return lab::drawn_factor(shape.text() + ", " + std::to_string(++drawn)); };
  std::vector<Scalars> list{{any(), any()}};
  for (const float special : {0.0F, 1.0F, -1.0F}) {
    list.push_back({any(), special});
    list.push_back({special, any()});
  }
  list.push_back({1, 0});
  list.push_back({0, 0});
  return list;
}

std::vector<Scalars> scalars_of_any_magnitude() {
  std::mt19937_64 random = lab::Session::current().random("scalars of any magnitude");
  const auto between = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  const auto of_size = [&](int exponent) {
    return std::ldexp(lab::drawn_factor("of size " + std::to_string(random())), exponent);
  };
  std::vector<Scalars> list;
  for (const int exponent : {-between(24, 40), -between(80, 100), between(80, 100)})
    list.push_back({of_size(exponent), of_size(exponent)});
  // One is less than a millionth of the other. Where elements differ the other way, it shows all the same.
  constexpr int kFarSmaller = -24;
  list.push_back({of_size(0), of_size(kFarSmaller)});
  list.push_back({of_size(kFarSmaller), of_size(0)});
  return list;
}

Geam::Geam(Shape shape, Scalars scalars, const lab::Use& use, BMatrix b_matrix, Part part)
    : Problem(use, text_of(shape, scalars, b_matrix, use.is_timed), shape.elements()),
      shape_(shape),
      scalars_(scalars),
      b_matrix_(b_matrix),
      part_(part),
      a_(
          *this, "A", shape.elements(),
          [&] {
            return lab::distinct_floats(shape.elements() - first_of_a(shape, part), use.purpose + ", A");
          },
          first_of_a(shape, part)),
      b_(
          *this, "B", shape.elements(),
          [&] {
            if (b_matrix == BMatrix::unwritten) return b_values_;
            b_values_ = lab::distinct_floats(shape.elements(), use.purpose + ", B");
            if (b_matrix == BMatrix::values) return b_values_;
            return std::vector<float>(b_values_.size(), std::numeric_limits<float>::quiet_NaN());
          },
          b_matrix == BMatrix::unwritten ? shape.elements() : 0),
      c_(*this, "C", shape.elements(), part == Part::all ? 0 : shape.elements()) {
  if (b_matrix != BMatrix::unwritten_nan) return;
  // NaN all the same, which take_back() would not leave.
  lab::Session::current().machine().mark_written(b_.device(), b_.bytes(), false);
}

const float* Geam::b_argument() const {
  const bool is_null = b_matrix_ == BMatrix::null || (is_timed() && scalars_.beta == 0);
  return is_null ? nullptr : b_.device();
}

lab::Call Geam::call(const simt::LaunchShape& launch) const {
  return lab::Kernel<decltype(geam_transpose)>("geam_transpose")
      .call(launch, a_.device(), b_argument(), c_.device(), scalars_.alpha, scalars_.beta, shape_.rows,
            shape_.cols);
}

bool Geam::expect_right(const lab::LaunchResult& run) const {
  using simt::Op;
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run,
                                      {{a_.name(), Op::load}, {b_.name(), Op::load}, {c_.name(), Op::store}});
}

lab::Call Geam::naive_call() const {
  const simt::LaunchShape launch{
      {lab::pieces(shape_.cols, kNaiveTile), lab::pieces(shape_.rows, kNaiveTile), 1},
      {kNaiveTile, kNaiveBlockRows, 1},
      0};
  return lab::Kernel<decltype(geam_transpose)>("geam_naive", lab::From::given)
      .call(launch, a_.device(), b_.device(), c_.device(), scalars_.alpha, scalars_.beta, shape_.rows,
            shape_.cols);
}

std::optional<lab::LaunchResult> Geam::run() {
  std::optional<simt::LaunchShape> launch = launch_shape(shape_);
  if (!launch) return std::nullopt;
  if (part_ == Part::end) launch->first_block = std::uint64_t{launch->grid.x} * launch->grid.y - 1;
  return Problem::run(call(*launch));
}

std::uint64_t Geam::bytes() const { return a_.bytes() + c_.bytes() + (scalars_.beta == 0 ? 0 : b_.bytes()); }

// --- Timed. The naive kernel has no tile that could go wrong: its answer is the right one.

lab::TimedKernel Geam::student(const simt::LaunchShape& launch) {
  return contender(
      "geam_transpose", lab::From::student, [this, launch] { return call(launch); },
      [this] { return naive_call(); });
}

lab::TimedKernel Geam::naive() {
  const auto call = [this] { return naive_call(); };
  return contender("geam_naive", lab::From::given, call, call);
}

lab::TimedKernel Geam::cublas(lab::Cublas& cublas) {
  const auto call = [this, &cublas] {
    const lab::GeamTerm a{a_.device(), scalars_.alpha};
    const lab::GeamTerm b{b_argument(), scalars_.beta};
    return lab::Call("cublasSgeam", lab::From::kit, [&cublas, a, b, c = c_.device(), shape = shape_] {
      cublas.transpose(a, b, c, shape.rows, shape.cols);
    });
  };
  return contender("cublasSgeam", lab::From::kit, call, [this] { return naive_call(); });
}

lab::TimedKernel Geam::memcpy() {
  const auto copy = [this] { return lab::memcpy_call(c_.device(), a_.device(), a_.bytes()); };
  lab::TimedKernel kernel = contender("cudaMemcpy", lab::From::kit, copy, copy);
  kernel.bytes *= static_cast<double>(a_.bytes() + c_.bytes()) / static_cast<double>(bytes());
  return kernel;
}

}  // namespace geam
