// The exercises on matrices: add_bias, transpose, rms_norm.
#include <algorithm>
#include <cmath>
#include <set>

#include "exercise.h"
#include "lab/drawn.h"

namespace fixes {
namespace {

using simt::Op;

std::size_t elements(const Size& size) {
  return static_cast<std::size_t>(size.first) * static_cast<std::size_t>(size.second);
}

std::string text_of(const Size& size) {
  return std::to_string(size.first) + " x " + std::to_string(size.second);
}

std::vector<Size> small_matrices() {
  return {{1, 1},
          {1, 97},
          {97, 1},
          {33, 65},
          {64, 32},
          {31, 300},
          {lab::drawn("few rows", 2, 40), lab::drawn("few columns", 2, 600)},
          {lab::drawn("rows", 40, 120), lab::drawn("columns", 2, 90)}};
}

// The matrix is not square, so that exchanged sides show. Rows begin at a sector.
Size weighed_matrix() {
  return {lab::drawn("weighed rows", 96, 160, 32), lab::drawn("weighed columns", 320, 416, 32)};
}

// 32 neighbours of the matrix a warp; the sectors of the biases that belong to them.
std::uint64_t sectors_of_bias(const Size& size) {
  std::uint64_t sectors = 0;
  std::set<int> touched;
  for (int i = 0; i < size.first * size.second; ++i) {
    touched.insert(i % size.second / 8);
    if (i % simt::kWarpSize == simt::kWarpSize - 1) {
      sectors += touched.size();
      touched.clear();
    }
  }
  return sectors + touched.size();
}

class BiasExercise : public Exercise {
 public:
  BiasExercise(const Size& size, const lab::Use& use)
      : Exercise(use, text_of(size)),
        size_(size),
        x_(*this, "x", elements(size)),
        bias_(*this, "bias", static_cast<std::size_t>(size.second),
              [&] {
                return lab::distinct_floats(static_cast<std::size_t>(size.second), use.purpose + ", bias");
              }),
        y_(*this, "y", elements(size)) {}

  lab::Call call(const std::string& kernel, lab::From from) const override {
    return lab::Kernel<decltype(add_bias)>(kernel, from)
        .call(lab::blocks_of(BLOCK, elements(size_)), x_.device(), bias_.device(), y_.device(), size_.first,
              size_.second);
  }

  bool expect_values(const lab::LaunchResult& run) const override {
    std::vector<float> right(x_.values());
    for (std::size_t i = 0; i < right.size(); ++i)
      right[i] += bias_.values()[i % static_cast<std::size_t>(size_.second)];
    return expect_floats(run, y_, right, 0);
  }

  Limits limits() const override {
    const std::uint64_t sectors = lab::pieces(elements(size_), 8);
    Limits limits;
    const std::uint64_t requests = lab::requests_of_whole_warps(elements(size_));
    limits.sectors = {{"x", Op::load, sectors, requests},
                      {"bias", Op::load, sectors_of_bias(size_), requests},
                      {"y", Op::store, sectors, requests}};
    return limits;
  }

 private:
  Size size_;
  lab::Input<float> x_;
  lab::Input<float> bias_;
  lab::Output<float> y_;
};

class TransposeExercise : public Exercise {
 public:
  TransposeExercise(const Size& size, const lab::Use& use)
      : Exercise(use, text_of(size)),
        size_(size),
        in_(*this, "in", elements(size)),
        out_(*this, "out", elements(size)) {}

  lab::Call call(const std::string& kernel, lab::From from) const override {
    const simt::LaunchShape launch{
        {lab::pieces(size_.second, TILE), lab::pieces(size_.first, TILE), 1}, {TILE, BLOCK_ROWS, 1}, 0};
    return lab::Kernel<decltype(transpose)>(kernel, from)
        .call(launch, in_.device(), out_.device(), size_.first, size_.second);
  }

  bool expect_values(const lab::LaunchResult& run) const override {
    const auto rows = static_cast<std::size_t>(size_.first);
    const auto cols = static_cast<std::size_t>(size_.second);
    std::vector<float> right(in_.values().size());
    for (std::size_t i = 0; i < right.size(); ++i) right[i] = in_.values()[i % rows * cols + i / rows];
    return expect_floats(run, out_, right, 0);
  }

  Limits limits() const override {
    Limits limits;
    const std::uint64_t requests = lab::requests_of_whole_warps(elements(size_));
    limits.sectors = {{"in", Op::load, lab::sectors_in_pieces(size_.first, size_.second, TILE), requests},
                      {"out", Op::store, lab::sectors_in_pieces(size_.second, size_.first, TILE), requests}};
    limits.shared_bytes = sizeof(float) * TILE * (TILE + 1);
    limits.block_barriers = 1;
    return limits;
  }

 private:
  Size size_;
  lab::Input<float> in_;
  lab::Output<float> out_;
};

class NormExercise : public Exercise {
 public:
  NormExercise(const Size& size, const lab::Use& use)
      : Exercise(use, text_of(size)),
        size_(size),
        x_(*this, "x", elements(size)),
        gain_(*this, "gain", static_cast<std::size_t>(size.second),
              [&] {
                return lab::distinct_floats(static_cast<std::size_t>(size.second), use.purpose + ", gain");
              }),
        y_(*this, "y", elements(size)) {}

  lab::Call call(const std::string& kernel, lab::From from) const override {
    const simt::LaunchShape launch{{static_cast<unsigned>(size_.first), 1, 1}, {BLOCK, 1, 1}, 0};
    return lab::Kernel<decltype(rms_norm)>(kernel, from)
        .call(launch, x_.device(), gain_.device(), y_.device(), size_.second);
  }

  // A sum of squares does not cancel: in any order it is within a few roundings.
  bool expect_values(const lab::LaunchResult& run) const override {
    const auto cols = static_cast<std::size_t>(size_.second);
    std::vector<float> right(x_.values());
    for (auto row = right.begin(); row != right.end(); row += size_.second) {
      double sum = 0;
      std::for_each(row, row + size_.second, [&](float value) { sum += double{value} * value; });
      const double scale = 1 / std::sqrt(sum / static_cast<double>(cols) + double{EPSILON});
      for (std::size_t c = 0; c < cols; ++c)
        row[static_cast<std::ptrdiff_t>(c)] *= static_cast<float>(scale * double{gain_.values()[c]});
    }
    constexpr float kRounding = 1e-5F;
    return expect_floats(run, y_, right, kRounding);
  }

  // A row is read twice: for the sum, and to scale it.
  Limits limits() const override {
    const std::uint64_t sectors = lab::sectors_in_pieces(size_.first, size_.second, simt::kWarpSize);
    const std::uint64_t requests = lab::requests_of_whole_warps(elements(size_));
    constexpr std::uint64_t kLevels = 8;  // the levels of a tree over 256 threads
    Limits limits;
    limits.sectors = {
        {"x", Op::load, 2 * sectors, 2 * requests},
        {"gain", Op::load, lab::pieces(size_.second, 8) * static_cast<std::uint64_t>(size_.first), requests},
        {"y", Op::store, sectors, requests}};
    limits.shared_bytes = sizeof(float) * BLOCK;
    limits.block_barriers = 1 + kLevels;
    limits.warp_barriers = kLevels;
    return limits;
  }

 private:
  Size size_;
  lab::Input<float> x_;
  lab::Input<float> gain_;
  lab::Output<float> y_;
};

template <class T>
std::unique_ptr<Exercise> make(const Size& size, const lab::Use& use) {
  return std::make_unique<T>(size, use);
}

}  // namespace

const Kernel kAddBias{"add_bias",     OF_ADD_BIAS,    UNCOALESCED_ACCESS,
                      small_matrices, weighed_matrix, make<BiasExercise>};
const Kernel kTranspose{"transpose",    OF_TRANSPOSE,   BANK_CONFLICTS,
                        small_matrices, weighed_matrix, make<TransposeExercise>};
const Kernel kRmsNorm{"rms_norm",     OF_RMS_NORM,    DIVERGENT_BARRIER,
                      small_matrices, weighed_matrix, make<NormExercise>};

}  // namespace fixes
