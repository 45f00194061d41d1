// The exercises whose threads hand values to each other along a list: causal_conv, quantize.
#include <cmath>

#include "exercise.h"
#include "lab/drawn.h"
#include "lab/values.h"
#include "simt/words.h"

namespace fixes {
namespace {

using simt::Op;

constexpr int kPerBlock = ROUNDS * BLOCK;

std::size_t length(const Size& size) { return static_cast<std::size_t>(size.first); }

template <class T>
std::unique_ptr<Exercise> make(const Size& size, const lab::Use& use) {
  return std::make_unique<T>(size, use);
}

std::vector<Size> small_lengths() {
  return {{1},
          {3},
          {4},
          {255},
          {256},
          {257},
          {kPerBlock - 1},
          {kPerBlock + 2},
          {lab::drawn("length", 1100, 3000)}};
}

Size weighed_length() { return {lab::drawn("weighed length", 6 * kPerBlock, 9 * kPerBlock, kPerBlock)}; }

class ConvExercise : public Exercise {
 public:
  ConvExercise(const Size& size, const lab::Use& use)
      : Exercise(use, "n = " + std::to_string(size.first)),
        n_(size.first),
        x_(*this, "x", length(size)),
        taps_(*this, "taps", TAPS,
              [&] { return lab::distinct_floats(TAPS, use.purpose + text() + ", taps"); }),
        y_(*this, "y", length(size)) {}

  lab::Call call(const std::string& kernel, lab::From from) const override {
    return lab::Kernel<decltype(causal_conv)>(kernel, from)
        .call(lab::blocks_of(BLOCK, lab::pieces(n_, ROUNDS)), x_.device(), taps_.device(), y_.device(), n_);
  }

  bool expect_values(const lab::LaunchResult& run) const override {
    constexpr double kRounding = 5e-7;  // four products and three sums
    std::vector<lab::RoundedSum> right(x_.values().size());
    for (std::size_t i = 0; i < right.size(); ++i) {
      for (std::size_t t = 0; t < TAPS; ++t) {
        if (i + t + 1 >= TAPS) right[i].add(double{taps_.values()[t]} * x_.values()[i + t + 1 - TAPS]);
      }
    }
    return expect_sums(run, y_, right, kRounding);
  }

  // The elements before a piece are in one sector. Every warp reads the taps in each round.
  Limits limits() const override {
    const std::uint64_t sectors = lab::pieces(n_, 8);
    const std::uint64_t rounds = std::uint64_t{lab::pieces(n_, kPerBlock)} * ROUNDS;
    Limits limits;
    const std::uint64_t requests = lab::requests_of_whole_warps(static_cast<std::uint64_t>(n_));
    limits.sectors = {{"x", Op::load, sectors + lab::pieces(n_, BLOCK) - 1, requests},
                      {"taps", Op::load, rounds * (BLOCK / simt::kWarpSize) * TAPS},
                      {"y", Op::store, sectors, requests}};
    limits.shared_bytes = sizeof(float) * (TAPS - 1 + BLOCK);
    limits.block_barriers = std::uint64_t{2} * ROUNDS;
    return limits;
  }

 private:
  int n_;
  lab::Input<float> x_;
  lab::Input<float> taps_;
  lab::Output<float> y_;
};

std::vector<Size> few_groups() { return {{1}, {7}, {8}, {9}, {lab::drawn("groups", 17, 60)}}; }

Size weighed_groups() { return {lab::drawn("weighed groups", 160, 320, GROUPS_PER_BLOCK)}; }

std::size_t values_of(const Size& size) { return length(size) * GROUP; }

class QuantizeExercise : public Exercise {
 public:
  QuantizeExercise(const Size& size, const lab::Use& use)
      : Exercise(use, simt::plural(size.first, "group")),
        groups_(size.first),
        x_(*this, "x", values_of(size)),
        packed_(*this, "packed", values_of(size) / 4),
        scales_(*this, "scales", length(size)) {}

  lab::Call call(const std::string& kernel, lab::From from) const override {
    return lab::Kernel<decltype(quantize)>(kernel, from)
        .call(lab::blocks_of(BLOCK, values_of({groups_})), x_.device(), packed_.device(), scales_.device(),
              groups_);
  }

  bool expect_values(const lab::LaunchResult& run) const override {
    constexpr float kRounding = 1e-6F;
    std::vector<float> scales;
    for (std::size_t group = 0; group < scales_.size(); ++group) scales.push_back(largest_of(group) / 127);
    return expect_floats(run, scales_, scales, kRounding) && expect_words(run);
  }

  // A warp's 32 bytes of `packed` are one sector, and so is its scale.
  Limits limits() const override {
    const auto groups = static_cast<std::uint64_t>(groups_);
    Limits limits;
    limits.sectors = {{"x", Op::load, groups * 4, lab::requests_of_whole_warps(groups * GROUP)},
                      {"packed", Op::store, groups},
                      {"scales", Op::store, groups}};
    limits.shared_bytes = sizeof(float) * BLOCK;
    limits.warp_barriers = 1;
    return limits;
  }

 private:
  float largest_of(std::size_t group) const {
    float largest = 0;
    for (std::size_t i = group * GROUP; i < (group + 1) * GROUP; ++i)
      largest = std::max(largest, std::abs(x_.values()[i]));
    return largest;
  }

  // Byte k of the word is the integer of value 4 * word + k.
  bool is_right(std::size_t word) const {
    const float to_integer = 127 / largest_of(word * 4 / GROUP);
    for (std::size_t k = 0; k < 4; ++k) {
      const long right = std::lrint(x_.values()[4 * word + k] * to_integer);
      if (static_cast<signed char>(packed_[word] >> 8 * k & 0xFFU) != right) return false;
    }
    return packed_.is_written(word);
  }

  bool expect_words(const lab::LaunchResult& run) const {
    const auto described = [&](std::size_t word) {
      return "packed[" + std::to_string(word) + "], which holds the values from x[" +
             std::to_string(4 * word) + "] on";
    };
    return lab::expect_values(
        run, {"packed", "word", packed_.size(), [&](std::size_t i) { return is_right(i); }, described});
  }

  int groups_;
  lab::Input<float> x_;
  lab::Output<unsigned> packed_;
  lab::Output<float> scales_;
};

}  // namespace

const Kernel kCausalConv{"causal_conv", OF_CAUSAL_CONV, MISSING_BLOCK_BARRIER,
                         small_lengths, weighed_length, make<ConvExercise>};
const Kernel kQuantize{"quantize", OF_QUANTIZE,    MISSING_WARP_BARRIER,
                       few_groups, weighed_groups, make<QuantizeExercise>};

}  // namespace fixes
