#include "gemv.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "lab/accesses.h"
#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"
#include "scalings.h"

namespace wide {
namespace {

// A product of two of these can be an odd number above 2048, which a half cannot hold; 4096 of them are below
// 2^24, up to which a float holds every whole number.
constexpr int kLeast = -40;
constexpr int kLargest = 60;

// Some lanes of a warp have a round more than others at the end of a row. In an unrolled loop, the two groups
// may load apart; they can meet in a sector, which then counts twice. So the limit has a tenth to spare.
std::uint64_t with_slack(std::uint64_t sectors) { return sectors + sectors / 10; }

// Whole numbers are divided by this to make the factors: 4 to 256.
float parts_of_factors() { return std::ldexp(1.0F, lab::drawn("parts of a factor", 2, 8)); }

// Whole numbers divided by `parts`. None of them is 0: a column that is left out then always changes the sum.
std::vector<__half> fractions(std::size_t count, const std::string& purpose, float parts) {
  std::mt19937_64 random = lab::Session::current().random(purpose);
  std::uniform_int_distribution<int> any(kLeast, kLargest);
  std::vector<__half> values;
  while (values.size() < count) {
    if (const int value = any(random); value != 0) values.emplace_back(static_cast<float>(value) / parts);
  }
  return values;
}

std::vector<float> products(const std::vector<__half>& weights, const std::vector<__half>& x) {
  std::vector<float> sums;
  for (std::size_t first = 0; first < weights.size(); first += x.size()) {
    float sum = 0;
    for (std::size_t c = 0; c < x.size(); ++c)
      sum += static_cast<float>(weights[first + c]) * static_cast<float>(x[c]);
    sums.push_back(sum);
  }
  return sums;
}

std::string whole(float value) {
  std::ostringstream text;
  text.precision(9);
  text << value;
  return text.str();
}

}  // namespace

Gemv::Gemv(GemvShape shape, const lab::Use& use)
    : Problem(use, std::to_string(shape.rows) + " x " + std::to_string(shape.cols), shape.weights()),
      shape_(shape),
      weights_(*this, "W", shape.weights(),
               [=] { return fractions(shape.weights(), use.purpose + " W", 1); }),
      x_(*this, "x", static_cast<std::size_t>(shape.cols),
         [=] {
           return fractions(static_cast<std::size_t>(shape.cols), use.purpose + " x", parts_of_factors());
         }),
      y_(*this, "y", static_cast<std::size_t>(shape.rows)),
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
  return lab::blocks_of(BLOCK, static_cast<std::uint64_t>(shape_.rows) * WARP);
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
  std::string text = "holds " + whole(found);
  if (std::isinf(found)) return text + ": a half ends at 65504, so the sum must be in float";
  float sum = 0;
  const auto cols = static_cast<std::size_t>(shape_.cols);
  for (std::size_t c = 0; c + 1 < cols; ++c) {
    sum += static_cast<float>(weights_.values()[row * cols + c]) * static_cast<float>(x_.values()[c]);
    if (sum == found) return text + ", the sum of its first " + std::to_string(c + 1) + " columns";
  }
  for (std::size_t other = 0; other < expected_.size(); ++other) {
    if (found == expected_[other]) return text + ", which is y[" + std::to_string(other) + "]";
  }
  constexpr float kNear = 0.02F;
  if (std::fabs(found - expected_[row]) <= kNear * std::fabs(expected_[row])) {
    return text +
           ": near, but rounded on the way; a half keeps 11 bits, so products and sums must be in float";
  }
  return text;
}

bool Gemv::expect_values(const lab::LaunchResult& run) const {
  const auto is_right = [this](std::size_t row) { return y_.holds(row, expected_[row]); };
  const auto described = [this](std::size_t row) {
    return "y[" + std::to_string(row) + "], which " + found_at(row) + "\n  it must hold " +
           whole(expected_[row]);
  };
  return lab::expect_values(run, {"y", "sum", expected_.size(), is_right, described});
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
