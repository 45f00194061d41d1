// pitched_scale: see scalings.h.
#include <cstring>

#include "lab/expectations.h"
#include "lab/values.h"
#include "scalings.h"

namespace wide {
namespace {

std::string text_of(const PitchedShape& shape) {
  return std::to_string(shape.rows) + " x " + std::to_string(shape.cols) + ", pitch " +
         std::to_string(static_cast<std::size_t>(shape.pitch) * sizeof(float)) + " bytes";
}

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace

Pitched::Pitched(PitchedShape shape, float factor, const lab::Use& use, int first_row)
    : Problem(use, text_of(shape)),
      shape_(shape),
      factor_(factor),
      m_(*this, "m", shape.floats(), {},
         static_cast<std::size_t>(first_row) * static_cast<std::size_t>(shape.pitch)) {
  if (use.is_timed) return;
  for (auto row = static_cast<std::size_t>(first_row); row < static_cast<std::size_t>(shape.rows); ++row) {
    const auto cols = static_cast<std::size_t>(shape.cols);
    const auto pitch = static_cast<std::size_t>(shape.pitch);
    if (pitch > cols) m_.take_back(row * pitch + cols, pitch - cols);  // not the kernel's to read
  }
}

std::uint64_t Pitched::bytes() const {
  return 2 * sizeof(float) * static_cast<std::uint64_t>(shape_.rows) *
         static_cast<std::uint64_t>(shape_.cols);
}

lab::Call Pitched::call(Scaler scaler) const {
  const bool is_given = scaler == Scaler::singly;
  const lab::Kernel<decltype(pitched_scale)> kernel(is_given ? "pitched_scale_singly" : "pitched_scale",
                                                    is_given ? lab::From::given : lab::From::student);
  const simt::LaunchShape launch{
      {static_cast<unsigned>(shape_.rows), 1, 1}, {BLOCK, 1, 1}, 0, shape_.row_of(m_.first())};
  return kernel.call(launch, m_.device(), shape_.rows, shape_.cols,
                     shape_.pitch * static_cast<int>(sizeof(float)), factor_);
}

bool Pitched::expect_gaps_untouched(const lab::LaunchResult& run) const {
  for (std::size_t i = 0; i < shape_.floats(); ++i) {
    if (shape_.col_of(i) < static_cast<std::size_t>(shape_.cols) || !m_.is_written(i)) continue;
    lab::fail_at(
        run, lab::line_that_stores(run, "m"),
        "writes column " + std::to_string(shape_.col_of(i)) + " of row " + std::to_string(shape_.row_of(i)) +
            ", which is in the gap behind the row: the last column is " + std::to_string(shape_.cols - 1));
    return false;
  }
  return true;
}

bool Pitched::is_right(std::size_t place) const { return same_bits(m_[place], expected(place)); }

bool Pitched::is_right_from(int first_row) const {
  const auto pitch = static_cast<std::size_t>(shape_.pitch);
  for (std::size_t place = static_cast<std::size_t>(first_row) * pitch; place < m_.size(); ++place) {
    const bool is_in_row = shape_.col_of(place) < static_cast<std::size_t>(shape_.cols);
    if (is_in_row ? !is_right(place) : m_.is_written(place)) return false;
  }
  return true;
}

bool Pitched::expect_values(const lab::LaunchResult& run) const {
  const auto cols = static_cast<std::size_t>(shape_.cols);
  const auto place_of = [&](std::size_t i) {
    return i / cols * static_cast<std::size_t>(shape_.pitch) + i % cols;
  };
  const auto described = [&](std::size_t i) {
    const std::size_t place = place_of(i);
    const float found = m_[place];
    std::string text = "m[" + std::to_string(i / cols) + "][" + std::to_string(i % cols) + "], which ";
    if (same_bits(found, m_.value(place))) {
      text += "was not scaled";
    } else if (same_bits(found, expected(place) * factor_)) {
      text += "was scaled twice";
    } else {
      text += "holds " + lab::digits(found);
    }
    return text + "\n  it held " + lab::digits(m_.value(place)) + " and must hold " +
           lab::digits(expected(place)) + lab::where_type_ends(place, "the index");
  };
  const std::size_t count = static_cast<std::size_t>(shape_.rows) * cols;
  const auto is_right_one = [&](std::size_t i) { return is_right(place_of(i)); };
  return lab::expect_values(run, {"m", "float", count, is_right_one, described}) &&
         expect_gaps_untouched(run);
}

bool Pitched::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"m", simt::Op::load}, {"m", simt::Op::store}});
}

Side Pitched::side(simt::Op op) const {
  Pieces pieces;
  for (int row = 0; row < shape_.rows; ++row) {
    const std::size_t start = static_cast<std::size_t>(row) * static_cast<std::size_t>(shape_.pitch);
    pieces += pieces_from(start * sizeof(float), static_cast<std::size_t>(shape_.cols), sizeof(float));
  }
  return {"m", op, pieces, "float", sizeof(float)};
}

lab::TimedKernel Pitched::timed(Scaler scaler) {
  const bool is_given = scaler == Scaler::singly;
  return contender(
      is_given ? "pitched_scale_singly" : "pitched_scale", is_given ? lab::From::given : lab::From::student,
      [this, scaler] { return call(scaler); }, [this] { return call(Scaler::singly); });
}

}  // namespace wide
