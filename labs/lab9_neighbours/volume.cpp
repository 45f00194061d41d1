#include "volume.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"

namespace neighbours {
namespace {

constexpr int kBeyondShort = 1 << 15;
constexpr float kTimedRounding = 1e-5F;

// How exact a point is for the magnitudes of the terms that it is made of: eight operations round, each to
// 1 in 2^24, in whatever order they add up (README.md, "How it is graded").
constexpr double kRounding = 1e-6;

// The directions of the six neighbours.
struct Step {
  int x;
  int y;
  int z;
  const char* name;
};

constexpr std::array<Step, 6> kSteps{{{-1, 0, 0, "x - 1"},
                                      {1, 0, 0, "x + 1"},
                                      {0, -1, 0, "y - 1"},
                                      {0, 1, 0, "y + 1"},
                                      {0, 0, -1, "z - 1"},
                                      {0, 0, 1, "z + 1"}}};
constexpr std::size_t kInPlane = 4;  // the first of these

std::string element(const char* array, int x, int y, int z) {
  return std::string(array) + "(" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) +
         ")";
}

}  // namespace

std::vector<Shape> shapes() {
  std::vector<Shape> list{{1, 1, 1},   {2, 2, 2},   {3, 3, 3},    {1, 9, 40},    {130, 3, 4},
                          {3, 130, 3}, {4, 3, 130}, {32, 8, 32},  {33, 9, 33},   {34, 10, 34},
                          {31, 7, 31}, {66, 18, 7}, {65, 17, 66}, {130, 34, 34}, {64, 16, 65}};
  std::mt19937_64 random = lab::Session::current().random("volumes");
  std::uniform_int_distribution<int> side(3, 70);
  for (int i = 0; i < 3; ++i) list.push_back({side(random), side(random) / 2 + 2, side(random)});
  return list;
}

std::vector<Shape> long_shapes() {
  constexpr int kMost = kBeyondShort + 200;
  return {{lab::drawn("long x", kBeyondShort + 2, kMost), 3, 3},
          {3, lab::drawn("long y", kBeyondShort + 2, kMost), 3}};
}

Shape aligned_shape() {
  return {lab::drawn("aligned nx", 96, 160, BLOCK_X), lab::drawn("aligned ny", 24, 40, BLOCK_Y),
          lab::drawn("aligned nz", CHUNK + 4, 2 * CHUNK)};
}

Shape modelled_shape() { return {256, lab::drawn("modelled ny", 120, 136, BLOCK_Y), 4 * CHUNK}; }

Shape ragged_shape() {
  return {lab::drawn("ragged nx", 99, 125, 2), lab::drawn("ragged ny", 27, 37, 2),
          lab::drawn("ragged nz", CHUNK + 4, CHUNK + 12)};
}

Shape late_shape() {
  const int nx = lab::drawn("late nx", 129, 135, 2);
  const int ny = lab::drawn("late ny", 3, 7);
  const int chunks = lab::kPastFloat / (nx * ny) / CHUNK + 1;
  return {nx, ny, chunks * CHUNK + lab::drawn("late planes", 3, 9)};
}

Volume::Volume(const Shape& shape, const lab::Use& use, int first_plane)
    : Problem(use, shape.text(), shape.points()),
      shape_(shape),
      first_plane_(first_plane),
      k_(lab::drawn_factor("k, " + shape.text())),
      in_(*this, "in", shape.points(), {}, first_plane == 0 ? 0 : index({0, 0, first_plane - 1})),
      out_(*this, "out", shape.points(), index({0, 0, first_plane})) {
  out_.allow(kTimedRounding);
}

lab::Call Volume::call(const Stencil& kernel) const {
  const auto threads = [](int side) { return static_cast<unsigned>(side); };
  const simt::LaunchShape launch{
      {lab::pieces(shape_.nx, kernel.x), lab::pieces(shape_.ny, kernel.y), lab::pieces(shape_.nz, kernel.z)},
      {threads(kernel.x), threads(kernel.y), threads(kernel.threads_z)},
      0,
      std::uint64_t{lab::pieces(shape_.nx, kernel.x)} * lab::pieces(shape_.ny, kernel.y) *
          static_cast<std::uint64_t>(first_plane_ / kernel.z)};
  return lab::Kernel<decltype(stencil_direct)>(kernel.name, kernel.from)
      .call(launch, in_.device(), out_.device(), shape_.nx, shape_.ny, shape_.nz, k_);
}

std::uint64_t Volume::bytes() const { return (shape_.points() + shape_.points_inside()) * sizeof(float); }

Volume::Point Volume::point(std::size_t i) const {
  const auto nx = static_cast<std::size_t>(shape_.nx);
  const auto ny = static_cast<std::size_t>(shape_.ny);
  return {static_cast<int>(i % nx), static_cast<int>(i / nx % ny), static_cast<int>(i / nx / ny)};
}

std::size_t Volume::index(const Point& at) const {
  const auto place = [](int side) { return static_cast<std::size_t>(side); };
  return (place(at.z) * place(shape_.ny) + place(at.y)) * place(shape_.nx) + place(at.x);
}

bool Volume::is_inside(const Point& at) const {
  return at.x > 0 && at.y > 0 && at.z > 0 && at.x < shape_.nx - 1 && at.y < shape_.ny - 1 &&
         at.z < shape_.nz - 1;
}

double Volume::right(const Point& at) const {
  double sum = -6 * double{value(at)};
  for (const Step& step : kSteps) sum += value({at.x + step.x, at.y + step.y, at.z + step.z});
  return value(at) + double{k_} * sum;
}

double Volume::tolerance(const Point& at) const {
  double size = 6 * std::fabs(value(at));
  for (const Step& step : kSteps) size += std::fabs(value({at.x + step.x, at.y + step.y, at.z + step.z}));
  return kRounding * (std::fabs(value(at)) + std::fabs(k_) * size);
}

bool Volume::is_right(const Point& at) const {
  const std::size_t i = index(at);
  return out_.is_written(i) && std::fabs(out_[i] - right(at)) <= tolerance(at);
}

// The likely mistakes, told by what a point holds: one of the six neighbours was taken for another point of
// its axis, or left out.
std::string Volume::diagnosis(const Point& at) const {
  const std::size_t i = index(at);
  if (!out_.is_written(i)) return "was never written";
  const double found = out_[i];
  if (out_[i] == value(at)) return "holds " + element("in", at.x, at.y, at.z) + " itself";
  constexpr int kNear = 3;
  for (const Step& step : kSteps) {
    const Point neighbour{at.x + step.x, at.y + step.y, at.z + step.z};
    const double taken = value(neighbour) + (found - right(at)) / double{k_};
    const double rounding = tolerance(at) / std::fabs(k_);
    const auto is_taken = [&](double other, double more = 0) {
      return std::fabs(taken - other) <= rounding + more;
    };
    const std::string as_if = std::string("is what comes out if the neighbour at ") + step.name + " is ";
    if (is_taken(0) && !is_taken(value(neighbour))) return as_if + "0";
    if (is_inside(neighbour) && is_taken(right(neighbour), tolerance(neighbour)))
      return as_if + "the new value, which belongs to the result";
    for (int far = -kNear; far <= kNear; ++far) {
      const Point other{at.x + far * step.x, at.y + far * step.y, at.z + far * step.z};
      const bool exists = other.x >= 0 && other.y >= 0 && other.z >= 0 && other.x < shape_.nx &&
                          other.y < shape_.ny && other.z < shape_.nz;
      if (exists && far != 1 && index(other) >= in_.first() && is_taken(value(other)))
        return as_if + "taken from " + element("in", other.x, other.y, other.z);
    }
  }
  constexpr double kShorterType = 2e4;
  if (std::fabs(found - right(at)) <= kShorterType * tolerance(at))
    return "is near, but rounded on the way: is k, or a value, kept in a shorter type than float?";
  return "is not what the seven points around it give";
}

std::string Volume::described(const Point& at) const {
  std::string text = element("out", at.x, at.y, at.z) + ", which " + diagnosis(at) + "\n  it must hold " +
                     lab::digits(right(at)) + ", with k = " + lab::digits(double{k_});
  if (at.z >= CHUNK && at.z % CHUNK == 0) text += "; its plane is the first of a chunk";
  if (at.z % CHUNK == CHUNK - 1) text += "; its plane is the last of a chunk";
  if (at.x >= BLOCK_X && at.x % BLOCK_X == 0) text += "; its left neighbour belongs to another block";
  if (at.x % BLOCK_X == BLOCK_X - 1) text += "; its right neighbour belongs to another block";
  if (at.y >= BLOCK_Y && at.y % BLOCK_Y == 0) text += "; its neighbour at y - 1 belongs to another block";
  if (at.y % BLOCK_Y == BLOCK_Y - 1) text += "; its neighbour at y + 1 belongs to another block";
  return text +
         lab::where_type_ends(static_cast<std::size_t>(at.x), static_cast<std::size_t>(at.y), index(at));
}

bool Volume::expect_surface_left(const lab::LaunchResult& run) const {
  for (std::size_t i = out_.first(); i < out_.size(); ++i) {
    const Point at = point(i);
    if (is_inside(at) || !out_.is_written(i)) continue;
    lab::fail_at(run, lab::line_that_stores(run, "out"),
                 element("out", at.x, at.y, at.z) +
                     " was written: it is on the surface, and only points with six "
                     "neighbours are stored");
    return false;
  }
  return true;
}

bool Volume::expect_values(const lab::LaunchResult& run) const {
  std::vector<std::size_t> inside;
  inside.reserve(shape_.points_inside());
  for (std::size_t i = 0; i < out_.size(); ++i) {
    if (is_inside(point(i))) inside.push_back(i);
  }
  const auto is_right_one = [&](std::size_t i) { return is_right(point(inside[i])); };
  const auto described_one = [&](std::size_t i) { return described(point(inside[i])); };
  return lab::expect_values(run, {"out", "point", inside.size(), is_right_one, described_one}) &&
         expect_surface_left(run);
}

bool Volume::are_right() const {
  for (std::size_t i = out_.first(); i < out_.size(); ++i) {
    const Point at = point(i);
    if (is_inside(at) ? !is_right(at) : out_.is_written(i)) return false;
  }
  return true;
}

bool Volume::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"in", simt::Op::load}, {"out", simt::Op::store}});
}

// The point itself, and the two of its column, may come from registers or from shared memory.
bool Volume::is_through_plane(const Point& at, const lab::MarkedInShared& marks) const {
  double in_plane = 0;
  for (std::size_t i = 0; i < kInPlane; ++i) {
    const Step& step = kSteps.at(i);
    in_plane += marks.of(value({at.x + step.x, at.y + step.y, at.z}));
  }
  const auto ways = [&](int z) {
    const float plain = value({at.x, at.y, z});
    return std::array<double, 2>{plain, marks.of(plain)};
  };
  const std::size_t i = index(at);
  if (!out_.is_written(i)) return false;
  for (const double here : ways(at.z)) {
    for (const double below : ways(at.z - 1)) {
      for (const double above : ways(at.z + 1)) {
        const double sum = in_plane + below + above;
        if (std::fabs(out_[i] - (here + double{k_} * (sum - 6 * here))) <= tolerance(at)) return true;
      }
    }
  }
  return false;
}

bool Volume::expect_through_plane(const Stencil& kernel, const lab::Weigh& weigh) {
  const lab::MarkedInShared marks(in_);
  const lab::LaunchResult marked = run(kernel);
  lab::Passage passage{out_.name(), "point", shape_.points_inside(), 0, "", lab::kReadBackWithReuse};
  for (std::size_t i = 0; i < out_.size(); ++i) {
    const Point at = point(i);
    if (!is_inside(at) || is_through_plane(at, marks)) continue;
    if (passage.past++ == 0) passage.first = element("out", at.x, at.y, at.z);
  }
  return lab::expect_passage(marked, passage) && weigh(marked);
}

// The given kernel has no walk and no halo that could go wrong.
lab::TimedKernel Volume::timed(const Stencil& kernel, const std::string& name) {
  return contender(
      name, kernel.from, [this, kernel] { return call(kernel); }, [this] { return call(kBricks); },
      kernel.name);
}

lab::TimedKernel Volume::memcpy() {
  const auto copy = [this] { return lab::memcpy_call(out_.device(), in_.device(), in_.bytes()); };
  return contender("cudaMemcpy", lab::From::kit, copy, copy);
}

}  // namespace neighbours
