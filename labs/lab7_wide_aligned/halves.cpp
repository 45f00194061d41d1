// scale_halves: see scalings.h.
#include <cmath>
#include <sstream>

#include "lab/expectations.h"
#include "lab/values.h"
#include "scalings.h"

namespace wide {
namespace {

// Any bits but those of NaNs, whose bits a product need not keep.
std::vector<__half> halves_of_any_bits(std::size_t count, const std::string& purpose) {
  std::mt19937_64 random = lab::Session::current().random(purpose);
  std::vector<__half> values;
  while (values.size() < count) {
    const __half value = __ushort_as_half(static_cast<unsigned short>(random()));
    if (!std::isnan(static_cast<float>(value))) values.push_back(value);
  }
  return values;
}

bool same_bits(__half a, __half b) { return __half_as_ushort(a) == __half_as_ushort(b); }

__half scaled(__half value, float factor) { return __half(static_cast<float>(value) * factor); }

std::string text_of(__half value) {
  std::ostringstream text;
  text << static_cast<float>(value);
  return text.str();
}

}  // namespace

void draw_halves(void* values, std::size_t bytes, std::uint64_t seed) {
  constexpr unsigned kBlocks = 4096;
  lab::Kernel<void(__half*, unsigned long long, unsigned long long)>("draw_halves", lab::From::given)
      .enqueue({{kBlocks, 1, 1}, {BLOCK, 1, 1}, 0}, static_cast<__half*>(values), bytes / sizeof(__half),
               seed);
}

Halves::Halves(int n, float factor, const lab::Use& use, int first)
    : Problem(use, "n = " + std::to_string(n) + ", s = " + lab::number(factor)),
      n_(n),
      factor_(factor),
      x_(
          *this, "x", static_cast<std::size_t>(n),
          [=] { return halves_of_any_bits(static_cast<std::size_t>(n - first), use.purpose); },
          static_cast<std::size_t>(first)) {
  x_.draw_with(draw_halves);
}

lab::Call Halves::call(Scaler scaler) const {
  const bool is_given = scaler == Scaler::singly;
  const lab::Kernel<decltype(scale_halves)> kernel(is_given ? "scale_halves_singly" : "scale_halves",
                                                   is_given ? lab::From::given : lab::From::student);
  const unsigned threads = is_given ? static_cast<unsigned>(n_) : lab::pieces(n_, WIDE_HALVES);
  simt::LaunchShape launch = lab::blocks_of(BLOCK, threads);
  launch.first_block = x_.first() / (BLOCK * WIDE_HALVES);
  return kernel.call(launch, x_.device(), n_, factor_);
}

// Says what x[i] contains instead.
std::string Halves::found_at(std::size_t i) const {
  const __half before = x_.value(i);
  const __half found = x_[i];
  if (same_bits(found, before)) return "was not scaled";
  if (same_bits(found, scaled(scaled(before, factor_), factor_))) return "was scaled twice";
  const float rounded_factor = static_cast<float>(__half(factor_));
  if (same_bits(found, scaled(before, rounded_factor))) {
    return "holds " + text_of(found) + ", the product with s rounded to a half: multiply in float";
  }
  return "holds " + text_of(found);
}

bool Halves::is_right(std::size_t i) const { return same_bits(x_[i], scaled(x_.value(i), factor_)); }

bool Halves::is_right_from(int first) const {
  for (auto i = static_cast<std::size_t>(first); i < x_.size(); ++i) {
    if (!is_right(i)) return false;
  }
  return true;
}

bool Halves::expect_values(const lab::LaunchResult& run) const {
  const auto described = [this](std::size_t i) {
    return "x[" + std::to_string(i) + "], which held " + text_of(x_.value(i)) + " and " + found_at(i) +
           "\n  it must hold " + text_of(scaled(x_.value(i), factor_)) + lab::where_type_ends(i, "the index");
  };
  return lab::expect_values(
      run, {"x", "half", x_.size(), [this](std::size_t i) { return is_right(i); }, described, x_.first()});
}

bool Halves::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"x", simt::Op::load}, {"x", simt::Op::store}});
}

Side Halves::side(simt::Op op) const {
  return {"x", op, pieces_from(0, static_cast<std::size_t>(n_), sizeof(__half)), "half", sizeof(__half)};
}

lab::TimedKernel Halves::timed(Scaler scaler) {
  const bool is_given = scaler == Scaler::singly;
  return contender(
      is_given ? "scale_halves_singly" : "scale_halves", is_given ? lab::From::given : lab::From::student,
      [this, scaler] { return call(scaler); }, [this] { return call(Scaler::singly); });
}

}  // namespace wide
