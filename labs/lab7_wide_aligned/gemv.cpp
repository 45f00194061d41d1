#include "gemv.h"

#include <algorithm>
#include <cmath>

#include "lab/accesses.h"
#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"
#include "scalings.h"

namespace wide {
namespace {

// Products of two halves are exact in a float. A lane adds at most 128 of them, and the sums of 32 lanes are
// added in five steps: that rounds to less than this times the sum of the magnitudes (README.md, "How it is
// graded"). A product or a sum in half is rounded to 1 in 2048.
constexpr double kRounding = 1e-5;

// Some lanes of a warp have a round more than others at the end of a row. In an unrolled loop, the two groups
// may load apart; they can meet in a sector, which then counts twice. So the limit has a tenth to spare.
std::uint64_t with_slack(std::uint64_t sectors) { return sectors + sectors / 10; }

std::vector<__half> drawn_halves(std::size_t count, const std::string& purpose) {
  constexpr unsigned kBitsOfHalf = 11;
  std::vector<__half> values;
  values.reserve(count);
  for (const float value : lab::floats_of_mantissa(kBitsOfHalf, count, purpose)) values.emplace_back(value);
  return values;
}

double product(__half weight, __half factor) {
  return double{static_cast<float>(weight)} * double{static_cast<float>(factor)};
}

std::vector<lab::RoundedSum> products(const std::vector<__half>& weights, const std::vector<__half>& x) {
  std::vector<lab::RoundedSum> sums;
  for (std::size_t first = 0; first < weights.size(); first += x.size()) {
    lab::RoundedSum sum;
    for (std::size_t c = 0; c < x.size(); ++c) sum.add(product(weights[first + c], x[c]));
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace

Gemv::Gemv(GemvShape shape, const lab::Use& use, int first_row)
    : Problem(use, std::to_string(shape.rows) + " x " + std::to_string(shape.cols), shape.weights()),
      shape_(shape),
      weights_(
          *this, "W", shape.weights(),
          [=] {
            return drawn_halves(shape.weights() - GemvShape{first_row, shape.cols}.weights(),
                                use.purpose + " W");
          },
          GemvShape{first_row, shape.cols}.weights()),
      x_(*this, "x", static_cast<std::size_t>(shape.cols),
         [=] { return drawn_halves(static_cast<std::size_t>(shape.cols), use.purpose + " x"); }),
      y_(*this, "y", static_cast<std::size_t>(shape.rows), static_cast<std::size_t>(first_row)),
      expected_(products(weights_.values(), x_.values())) {
  weights_.draw_with(draw_halves);
  x_.draw_with(draw_halves);
}

GemvShape Gemv::timed_shape() {
  constexpr int kCols = 8192;
  constexpr std::size_t kRows = std::size_t{1} << 16;
  return {static_cast<int>(lab::that_fit(kRows, kCols * sizeof(__half))), kCols};
}

simt::LaunchShape Gemv::launch() const {
  simt::LaunchShape launch = lab::blocks_of(BLOCK, static_cast<std::uint64_t>(shape_.rows) * WARP);
  launch.first_block = y_.first() / (BLOCK / WARP);
  return launch;
}

lab::Call Gemv::call(Multiplier multiplier) const {
  const bool is_given = multiplier == Multiplier::singly;
  const lab::Kernel<decltype(gemv_half)> kernel(is_given ? "gemv_half_singly" : "gemv_half",
                                                is_given ? lab::From::given : lab::From::student);
  return kernel.call(launch(), weights_.device(), x_.device(), y_.device(), shape_.rows, shape_.cols);
}

lab::Call Gemv::stream_call() const {
  return lab::Kernel<void(const __half*, float*, int, int)>("read_rows", lab::From::given)
      .call(launch(), weights_.device(), y_.device(), shape_.rows, shape_.cols);
}

// Says what y[row] contains instead.
std::string Gemv::found_at(std::size_t row) const {
  if (!y_.is_written(row)) return "was never written";
  const float found = y_[row];
  std::string text = "holds " + lab::digits(found);
  if (std::isinf(found)) return text + ": a half ends at 65504, so the sum must be in float";
  lab::RoundedSum sum;
  const auto cols = static_cast<std::size_t>(shape_.cols);
  for (std::size_t c = 0; c + 1 < cols; ++c) {
    sum.add(product(weights_.value(row * cols + c), x_.value(c)));
    if (sum.is_near(found, kRounding))
      return text + ", the sum of its first " + std::to_string(c + 1) + " columns";
  }
  for (std::size_t other = y_.first(); other < y_.size(); ++other) {
    if (other != row && expected_[other - y_.first()].is_near(found, kRounding))
      return text + ", which is y[" + std::to_string(other) + "]";
  }
  constexpr double kNear = 0.02;
  const lab::RoundedSum& right = expected_[row - y_.first()];
  if (std::fabs(found - right.value) <= kNear * right.size) {
    return text +
           ": near, but rounded on the way; a half keeps 11 bits, so products and sums must be in float";
  }
  return text + ": are the products and sums in float? Whole numbers and fixed point lose what halves hold";
}

bool Gemv::is_right(std::size_t row) const {
  return y_.is_written(row) && expected_[row - y_.first()].is_near(y_[row], kRounding);
}

bool Gemv::is_right_from(int first_row) const {
  for (auto row = static_cast<std::size_t>(first_row); row < y_.size(); ++row) {
    if (!is_right(row)) return false;
  }
  return true;
}

bool Gemv::expect_values(const lab::LaunchResult& run) const {
  const auto described = [this](std::size_t row) {
    const lab::RoundedSum& right = expected_[row - y_.first()];
    return "y[" + std::to_string(row) + "], which " + found_at(row) + "\n  it must hold " +
           lab::digits(right.value) + ", to within " + lab::digits(kRounding * right.size) +
           lab::where_type_ends(row * static_cast<std::size_t>(shape_.cols), "the index into W");
  };
  return lab::expect_values(
      run, {"y", "sum", y_.size(), [this](std::size_t row) { return is_right(row); }, described, y_.first()});
}

bool Gemv::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run,
                                      {{"W", simt::Op::load}, {"x", simt::Op::load}, {"y", simt::Op::store}});
}

namespace {

// Expects no access to the array that is narrower than 16 bytes.
bool expect_only_wide(const lab::LaunchResult& run, const std::string& array) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const simt::AccessCost* const narrow = lab::costliest(
      run.report,
      [&](const simt::AccessCost& access) {
        return lab::is_traffic(access, simt::Op::load, array) && access.width < kWideBytes;
      },
      [](const simt::AccessCost& access) { return access.requests; });
  const unsigned width = narrow == nullptr ? kWideBytes : narrow->width;
  if (lab::weigh(width, lab::Comparison::at_least, kWideBytes, "bytes per lane")) return true;
  lab::fail_at(
      run, narrow->where,
      "the load of `" + array + "` moves " + std::to_string(width) +
          " bytes per lane, where 16 are possible: cols is a multiple of 8, so every row starts at a "
          "multiple of 16 bytes");
  return false;
}

}  // namespace

bool Gemv::expect_least_traffic(const lab::LaunchResult& run) const {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const std::size_t row_bytes = static_cast<std::size_t>(shape_.cols) * sizeof(__half);
  constexpr std::size_t kWarpBytes = WARP * kWideBytes;
  const auto sectors_from = [&](std::size_t start) {
    std::uint64_t sectors = 0;
    for (std::size_t at = start; at < start + row_bytes; at += kWarpBytes) {
      const std::size_t end = std::min(at + kWarpBytes, start + row_bytes);
      sectors += (end - 1) / simt::kSectorBytes - at / simt::kSectorBytes + 1;
    }
    return sectors;
  };
  const auto rows = static_cast<std::uint64_t>(shape_.rows);
  std::uint64_t weights = 0;
  for (std::uint64_t row = 0; row < rows; ++row) weights += sectors_from(row * row_bytes);
  return expect_only_wide(run, "W") && expect_only_wide(run, "x") &&
         lab::expect_sectors(run, {{"W", simt::Op::load, with_slack(weights)},
                                   {"x", simt::Op::load, with_slack(rows * sectors_from(0))},
                                   {"y", simt::Op::store, rows}});
}

lab::TimedKernel Gemv::timed(Multiplier multiplier) {
  const bool is_given = multiplier == Multiplier::singly;
  return contender(
      is_given ? "gemv_half_singly" : "gemv_half", is_given ? lab::From::given : lab::From::student,
      [this, multiplier] { return call(multiplier); }, [this] { return call(Multiplier::singly); });
}

lab::TimedKernel Gemv::stream() {
  const auto read = [this] { return stream_call(); };
  return contender("read_rows", lab::From::given, read, read);
}

lab::TimedKernel Gemv::cublas(lab::Cublas& cublas) {
  const auto call = [this, &cublas] {
    return lab::Call("cublasGemmEx", lab::From::kit,
                     [&cublas, w = weights_.device(), x = x_.device(), y = y_.device(), shape = shape_] {
                       cublas.multiply(w, x, y, shape.rows, shape.cols);
                     });
  };
  return contender("cublasGemmEx", lab::From::kit, call, [this] { return this->call(Multiplier::singly); });
}

}  // namespace wide
