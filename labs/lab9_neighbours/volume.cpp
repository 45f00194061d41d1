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
constexpr float kRounding = 1e-5F;  // for sums that are added up in another order, if values are random

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

// A power of two: with values that are whole numbers and a half, every sum is exact in any order. Another one
// for each shape.
float drawn_k(const Shape& shape) {
  constexpr std::array<float, 3> kFactors{0.25F, 0.5F, 1.0F};
  return kFactors.at(lab::Session::current().random("k, " + shape.text())() % kFactors.size());
}

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

namespace {

// Distinct, but of at most 16 bits before the point: sums of seven are exact in any order.
std::vector<float> values_of(const Shape& shape, const std::string& purpose) {
  constexpr float kMost = 65536;
  std::vector<float> values = lab::distinct_floats_of_both_signs(shape.points(), purpose);
  if (values.size() > static_cast<std::size_t>(kMost) * 8) {
    for (float& value : values) value = std::fmod(value, kMost);
  }
  return values;
}

}  // namespace

Volume::Volume(const Shape& shape, const lab::Use& use)
    : Problem(use, shape.text(), shape.points()),
      shape_(shape),
      k_(drawn_k(shape)),
      in_(*this, "in", shape.points(), [&] { return values_of(shape, use.purpose); }),
      out_(*this, "out", shape.points()) {
  out_.allow(kRounding);
}

lab::Call Volume::call(const Stencil& kernel) const {
  const auto threads = [](int side) { return static_cast<unsigned>(side); };
  const simt::LaunchShape launch{
      {lab::pieces(shape_.nx, kernel.x), lab::pieces(shape_.ny, kernel.y), lab::pieces(shape_.nz, kernel.z)},
      {threads(kernel.x), threads(kernel.y), threads(kernel.threads_z)},
      0};
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

float Volume::right(const Point& at) const {
  float sum = 0;
  for (const Step& step : kSteps) sum += value({at.x + step.x, at.y + step.y, at.z + step.z});
  return value(at) + k_ * (sum - 6 * value(at));
}

// The likely mistakes, told by what a point holds: one of the six neighbours was taken for another point of
// its axis, or left out.
std::string Volume::diagnosis(const Point& at) const {
  const std::size_t i = index(at);
  if (!out_.is_written(i)) return "was never written";
  const float found = out_[i];
  if (found == value(at)) return "holds " + element("in", at.x, at.y, at.z) + " itself";
  constexpr int kNear = 3;
  for (const Step& step : kSteps) {
    const Point neighbour{at.x + step.x, at.y + step.y, at.z + step.z};
    const float taken = value(neighbour) + (found - right(at)) / k_;
    const std::string as_if = std::string("is what comes out if the neighbour at ") + step.name + " is ";
    if (taken == 0) return as_if + "0";
    if (is_inside(neighbour) && taken == right(neighbour))
      return as_if + "the new value, which belongs to the result";
    for (int far = -kNear; far <= kNear; ++far) {
      const Point other{at.x + far * step.x, at.y + far * step.y, at.z + far * step.z};
      const bool exists = other.x >= 0 && other.y >= 0 && other.z >= 0 && other.x < shape_.nx &&
                          other.y < shape_.ny && other.z < shape_.nz;
      if (exists && taken == value(other))
        return as_if + "taken from " + element("in", other.x, other.y, other.z);
    }
  }
  return "is not what the seven points around it give";
}

std::string Volume::described(const Point& at) const {
  std::string text = element("out", at.x, at.y, at.z) + ", which " + diagnosis(at) + "\n  it must hold " +
                     lab::number(right(at)) + ", with k = " + lab::number(k_);
  if (at.z >= CHUNK && at.z % CHUNK == 0) text += "; its plane is the first of a chunk";
  if (at.z % CHUNK == CHUNK - 1) text += "; its plane is the last of a chunk";
  if (at.x >= BLOCK_X && at.x % BLOCK_X == 0) text += "; its left neighbour belongs to another block";
  if (at.x % BLOCK_X == BLOCK_X - 1) text += "; its right neighbour belongs to another block";
  if (at.y >= BLOCK_Y && at.y % BLOCK_Y == 0) text += "; its neighbour at y - 1 belongs to another block";
  if (at.y % BLOCK_Y == BLOCK_Y - 1) text += "; its neighbour at y + 1 belongs to another block";
  return text + lab::where_16_bits_end(static_cast<std::size_t>(at.x), static_cast<std::size_t>(at.y));
}

bool Volume::expect_surface_left(const lab::LaunchResult& run) const {
  for (std::size_t i = 0; i < out_.size(); ++i) {
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
  const auto is_right = [&](std::size_t i) { return out_.holds(inside[i], right(point(inside[i]))); };
  const auto described_one = [&](std::size_t i) { return described(point(inside[i])); };
  return lab::expect_values(run, {"out", "point", inside.size(), is_right, described_one}) &&
         expect_surface_left(run);
}

bool Volume::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"in", simt::Op::load}, {"out", simt::Op::store}});
}

// The point itself, and the two of its column, may come from registers or from shared memory.
bool Volume::is_through_plane(const Point& at, const lab::MarkedInShared& marks) const {
  float in_plane = 0;
  for (std::size_t i = 0; i < kInPlane; ++i) {
    const Step& step = kSteps.at(i);
    in_plane += marks.of(value({at.x + step.x, at.y + step.y, at.z}));
  }
  const auto ways = [&](int z) {
    const float plain = value({at.x, at.y, z});
    return std::array<float, 2>{plain, marks.of(plain)};
  };
  for (const float here : ways(at.z)) {
    for (const float below : ways(at.z - 1)) {
      for (const float above : ways(at.z + 1)) {
        const float sum = in_plane + below + above;
        if (out_.holds(index(at), here + k_ * (sum - 6 * here))) return true;
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
