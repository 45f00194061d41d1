// The exercises whose threads have elements of their own: scale_piece, sum_losses, relu.
#include <algorithm>

#include "exercise.h"
#include "lab/accesses.h"
#include "lab/drawn.h"

namespace fixes {
namespace {

using simt::Op;

constexpr int kVector = 4;        // floats of 16 bytes
constexpr int kSectorFloats = 8;  // floats of 32 bytes

std::size_t length(const Size& size) { return static_cast<std::size_t>(size.first); }

template <class T>
std::unique_ptr<Exercise> make(const Size& size, const lab::Use& use) {
  return std::make_unique<T>(size, use);
}

std::vector<Size> small_lengths() {
  return {{1}, {31}, {256}, {257}, {1023}, {1025}, {lab::drawn("short length", 2, 5000)}};
}

Size weighed_length() { return {lab::drawn("weighed length", 16384, 24576, 1024)}; }

// --- scale_piece: `first`, then `count`.

std::vector<Size> small_pieces() {
  return {{0, 1}, {0, 64}, {1, 1},  {3, 2},  {1, 300},
          {2, 5}, {3, 97}, {5, 31}, {6, 64}, {lab::drawn("first", 1, 99), lab::drawn("count", 2, 3000)}};
}

// The piece begins at no multiple of 16 bytes.
Size weighed_piece() {
  return {kVector * lab::drawn("weighed first", 4, 80) + lab::drawn("past a vector", 1, 3),
          lab::drawn("weighed count", 16384, 24576)};
}

constexpr std::size_t kBehind = 9;  // floats that nobody may change

std::size_t floats_around(const Size& size) {
  const int end = size.first + size.second;
  return static_cast<std::size_t>(end) + kBehind;
}

class PieceExercise : public Exercise {
 public:
  PieceExercise(const Size& size, const lab::Use& use)
      : Exercise(use, "first = " + std::to_string(size.first) + ", count = " + std::to_string(size.second)),
        size_(size),
        factor_(lab::drawn_factor(text())),
        x_(*this, "x", floats_around(size)) {}

  lab::Call call(const std::string& kernel, lab::From from) const override {
    return lab::Kernel<decltype(scale_piece)>(kernel, from)
        .call(lab::blocks_of(BLOCK, lab::pieces(size_.first % kVector + size_.second, kVector)), x_.device(),
              size_.first, size_.second, factor_);
  }

  bool expect_values(const lab::LaunchResult& run) const override {
    std::vector<float> right(x_.values());
    std::for_each(right.begin() + size_.first, right.begin() + size_.first + size_.second,
                  [this](float& value) { value *= factor_; });
    return expect_floats(run, x_, right, 0);
  }

  // The piece's sectors; one more for each 512 bytes, which may begin in the middle of one; and one for each
  // float that is moved by itself.
  Limits limits() const override {
    const int end = size_.first + size_.second;
    const int head = (kVector - size_.first % kVector) % kVector;
    const int tail = end % kVector;
    const int touched = (end - 1) / kSectorFloats - size_.first / kSectorFloats + 1;
    const auto sectors = static_cast<std::uint64_t>(touched + head + tail) +
                         lab::pieces(size_.second, kVector * simt::kWarpSize);
    Limits limits;
    const std::uint64_t requests =
        lab::requests_of_whole_warps(static_cast<std::uint64_t>(size_.second) / kVector) +
        static_cast<std::uint64_t>(head + tail);
    limits.sectors = {{"x", Op::load, sectors, requests}, {"x", Op::store, sectors, requests}};
    limits.floats_in_vectors = static_cast<std::uint64_t>(size_.second - head - tail);
    return limits;
  }

  // The memory beside the piece is not written: a kernel that loads it reads what nothing has written.
  bool expect_more(const std::string& kernel) const override {
    PieceExercise alone(size_, lab::checked("alone"));
    const auto begin = static_cast<std::size_t>(size_.first);
    const std::size_t end = begin + static_cast<std::size_t>(size_.second);
    alone.x_.take_back(0, begin);
    alone.x_.take_back(end, kBehind);
    const lab::LaunchResult run = alone.run(alone.call(kernel, lab::From::student));
    const std::string whose =
        " outside the piece, which other threads may be changing\n  in the first and the last group, "
        "move only the floats that belong to the piece, one by one";
    if (lab::has_read_unwritten(run)) {
      lab::fail_at(run, run.report.faults.front().where, "reads floats" + whose);
      return false;
    }
    for (std::size_t i = 0; i < alone.x_.size(); ++i) {
      if ((i >= begin && i < end) || !alone.x_.is_written(i)) continue;
      lab::fail_at(run, lab::line_that_stores(run, "x"), "writes x[" + std::to_string(i) + "]" + whose);
      return false;
    }
    return lab::expect_no_faults(run);
  }

 private:
  Size size_;
  float factor_;
  lab::InOut<float> x_;
};

// --- sum_losses

// The sum is made of the sums of warps, of blocks, and of all blocks. Losses of both signs cancel, so that what
// is rounded stays far below the sum of the magnitudes; one that is left out does not.
constexpr unsigned kBitsOfFloat = 24;
constexpr double kRounding = 1e-6;

class SumExercise : public Exercise {
 public:
  SumExercise(const Size& size, const lab::Use& use)
      : Exercise(use, "n = " + std::to_string(size.first), length(size)),
        n_(size.first),
        losses_(*this, "losses", length(size),
                [&] { return lab::floats_of_mantissa(kBitsOfFloat, length(size), use.purpose); }),
        total_(*this, "total", 1,
               [&] { return std::vector<float>{lab::drawn_factor(text() + ", before")}; }) {
    // Timed: of 2^20 floats of both signs, which cancel each other, added up in any order.
    constexpr float kTimedRounding = 0.1F;
    total_.allow(kTimedRounding);
  }

  lab::Call call(const std::string& kernel, lab::From from) const override {
    simt::LaunchShape launch = lab::blocks_of(BLOCK, n_);
    launch.first_block = first_block_;
    return lab::Kernel<decltype(sum_losses)>(kernel, from)
        .call(launch, losses_.device(), total_.device(), n_);
  }

  // The second half of the blocks reads half of the losses: no block leaves its part to others, and no warp
  // does.
  bool expect_more(const std::string& kernel) const override {
    constexpr double kLess = 0.75;
    constexpr double kMore = 1.25;
    SumExercise half({n_}, lab::checked("half"));
    const unsigned blocks = lab::pieces(n_, BLOCK);
    half.first_block_ = blocks / 2;
    const lab::LaunchResult run = half.run(half.call(kernel, lab::From::student));
    const lab::AccessSum sum = lab::sum_of(run.report, [](const simt::AccessCost& access) {
      return lab::is_traffic(access, Op::load, "losses");
    });
    const unsigned last = blocks - blocks / 2;
    const double share = static_cast<double>(lab::pieces(n_, kSectorFloats)) * last / blocks;
    const double part = static_cast<double>(sum.sectors) / share;
    const char* const unit = "times their share, read by the second half of the blocks";
    const bool enough = lab::weigh(part, lab::Comparison::at_least, kLess, unit);
    const bool few = lab::weigh(part, lab::Comparison::at_most, kMore, unit);
    if (enough && few) return lab::expect_warps_share(run);
    lab::fail_at(run, sum.where(),
                 "the last " + std::to_string(last) + " of " + std::to_string(blocks) + " blocks read " +
                     std::to_string(sum.sectors) + " sectors of `losses`, where their share is " +
                     lab::number(share) +
                     "\n  each thread has an element, and each block adds up those of its own");
    return false;
  }

  bool expect_values(const lab::LaunchResult& run) const override {
    lab::RoundedSum sum;
    sum.add(total_.values().front());
    for (const float loss : losses_.values()) sum.add(loss);
    return expect_sums(run, total_, {sum}, kRounding);
  }

  Limits limits() const override {
    const std::uint64_t blocks = lab::pieces(n_, BLOCK);
    constexpr std::uint64_t kLevels = 8;  // the levels of a tree over 256 threads
    Limits limits;
    limits.sectors = {{"losses", Op::load, lab::pieces(n_, kSectorFloats),
                       lab::requests_of_whole_warps(static_cast<std::uint64_t>(n_))},
                      {"total", Op::load, blocks},
                      {"total", Op::store, blocks}};
    limits.shared_bytes = sizeof(float) * BLOCK;
    limits.block_barriers = 1 + kLevels;
    limits.warp_barriers = kLevels;
    limits.atomics = 1;
    return limits;
  }

 private:
  int n_;
  std::uint64_t first_block_ = 0;  // blocks before it do not run
  lab::Input<float> losses_;
  lab::InOut<float> total_;
};

// --- relu

class ReluExercise : public Exercise {
 public:
  ReluExercise(const Size& size, const lab::Use& use)
      : Exercise(use, "n = " + std::to_string(size.first)),
        n_(size.first),
        x_(*this, "x", length(size)),
        y_(*this, "y", length(size)) {}

  lab::Call call(const std::string& kernel, lab::From from) const override {
    return lab::Kernel<decltype(relu)>(kernel, from)
        .call(lab::blocks_of(BLOCK, lab::pieces(n_, PER_THREAD)), x_.device(), y_.device(), n_);
  }

  bool expect_values(const lab::LaunchResult& run) const override {
    std::vector<float> right(x_.values());
    for (float& value : right) value = std::max(value, 0.0F);
    return expect_floats(run, y_, right, 0);
  }

  Limits limits() const override {
    const std::uint64_t sectors = lab::pieces(n_, kSectorFloats);
    Limits limits;
    const std::uint64_t requests = lab::requests_of_whole_warps(static_cast<std::uint64_t>(n_));
    limits.sectors = {{"x", Op::load, sectors, requests}, {"y", Op::store, sectors, requests}};
    limits.bytes_in_flight = sizeof(float) * PER_THREAD;
    return limits;
  }

 private:
  int n_;
  lab::Input<float> x_;
  lab::Output<float> y_;
};

}  // namespace

const Kernel kScalePiece{"scale_piece", OF_SCALE_PIECE, MISALIGNED_ACCESS,
                         small_pieces,  weighed_piece,  make<PieceExercise>};
const Kernel kSumLosses{"sum_losses",  OF_SUM_LOSSES,  ATOMIC_PER_THREAD,
                        small_lengths, weighed_length, make<SumExercise>};
const Kernel kRelu{"relu", OF_RELU, LOADS_BEHIND_STORES, small_lengths, weighed_length, make<ReluExercise>};

}  // namespace fixes
