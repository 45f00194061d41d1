#include "libraries/curand/generator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "host/simt_host_math.h"
#include "libraries/curand/sobol.h"

namespace curand {
namespace {

constexpr double kTwoPi = 6.283185307179586;
constexpr unsigned kHalfWord = 32;
// So many bits, and a half behind them, are a double.
constexpr unsigned kUnitBits = 52;

// The middle of a cell of so many: never 0.
double unit_of_32_bits(std::uint64_t bits) { return (static_cast<double>(bits) + 0.5) * 0x1p-32; }
double unit_of_64_bits(std::uint64_t bits) {
  return (static_cast<double>(bits >> (64 - kUnitBits)) + 0.5) * 0x1p-52;
}

// The number whose share of Poisson-distributed ones reaches u: by its sum where it is short, by the normal distribution where the two
// cannot be told apart.
std::uint32_t poisson_below(double u, double lambda) {
  constexpr double kLongSum = 4000;
  if (lambda >= kLongSum) {
    const double z = normcdfinv(u);
    // Cornish and Fisher's first correction: the distribution's skewness is 1 / sqrt(lambda).
    return static_cast<std::uint32_t>(
        std::max(0.0, std::floor(lambda + std::sqrt(lambda) * z + (z * z - 1) / 6 + 0.5)));
  }
  double sum = 0;
  for (std::uint32_t k = 0;; ++k) {
    const double share = std::exp(k * std::log(lambda) - lambda - std::lgamma(k + 1.0));
    sum += share;
    if (u <= sum || (k > lambda && share < std::numeric_limits<double>::min())) return k;
  }
}

// The standard library's distributions take their bits from here.
struct Bits {
  using result_type = std::uint32_t;
  Pseudo* from;

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() const { return from->next(); }
};

}  // namespace

Generator::Generator(curandRngType_t type, bool is_for_host) : type_(type), is_for_host_(is_for_host) {
  if (type == CURAND_RNG_QUASI_DEFAULT) type_ = CURAND_RNG_QUASI_SOBOL32;
}

curandStatus_t Generator::set_seed(std::uint64_t seed) {
  if (is_quasi()) return CURAND_STATUS_TYPE_ERROR;
  seed_ = seed;
  position_ = 0;
  pseudo_.reset();
  return CURAND_STATUS_SUCCESS;
}

void Generator::set_offset(std::uint64_t offset) {
  position_ = offset;
  pseudo_.reset();
}

curandStatus_t Generator::set_ordering(curandOrdering_t order) const {
  const bool is_of_pseudo = order >= CURAND_ORDERING_PSEUDO_BEST && order <= CURAND_ORDERING_PSEUDO_DYNAMIC;
  const bool is_known = is_quasi() ? order == CURAND_ORDERING_QUASI_DEFAULT : is_of_pseudo;
  return is_known ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t Generator::set_dimensions(std::uint32_t dimensions) {
  if (!is_quasi()) return CURAND_STATUS_TYPE_ERROR;
  if (dimensions == 0 || dimensions > kMostDimensions) return CURAND_STATUS_OUT_OF_RANGE;
  dimensions_ = dimensions;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t Generator::why_not(std::size_t n, bool in_pairs) const {
  const std::size_t multiple = is_quasi() ? dimensions_ : in_pairs ? 2 : 1;
  return n % multiple == 0 ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LENGTH_NOT_MULTIPLE;
}

Pseudo& Generator::pseudo() {
  if (pseudo_ == nullptr) {
    pseudo_ = make_pseudo(type_, seed_);
    pseudo_->skip(position_);
  }
  return *pseudo_;
}

double Generator::pseudo_unit(bool is_double) {
  const std::uint64_t bits = pseudo().next();
  return is_double ? unit_of_64_bits(bits << kHalfWord | pseudo().next()) : unit_of_32_bits(bits);
}

void Generator::for_each_point(std::size_t n, const std::function<void(std::size_t, std::uint64_t)>& body) {
  const bool is_scrambled =
      type_ == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || type_ == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  const std::size_t each = n / dimensions_;
  const auto draw = [&](const auto& points) {
    for (std::size_t d = 0; d < dimensions_; ++d) {
      for (std::size_t i = 0; i < each; ++i)
        body(d * each + i, sobol_point(points.directions[d], points.shifts[d], position_ + i));
    }
  };
  has_64_bits() ? draw(sobol<std::uint64_t>(is_scrambled)) : draw(sobol<std::uint32_t>(is_scrambled));
  position_ += each;
}

void Generator::draw_bits(std::uint32_t* to, std::size_t n) {
  if (is_quasi()) {
    for_each_point(n, [&](std::size_t i, std::uint64_t bits) { to[i] = static_cast<std::uint32_t>(bits); });
    return;
  }
  std::generate_n(to, n, [this] { return pseudo().next(); });
}

void Generator::draw_bits(std::uint64_t* to, std::size_t n) {
  for_each_point(n, [&](std::size_t i, std::uint64_t bits) { to[i] = bits; });
}

template <class Real>
void Generator::draw_uniform(Real* to, std::size_t n) {
  const auto unit = has_64_bits() ? unit_of_64_bits : unit_of_32_bits;
  if (is_quasi()) {
    for_each_point(n, [&](std::size_t i, std::uint64_t bits) { to[i] = static_cast<Real>(unit(bits)); });
    return;
  }
  std::generate_n(to, n, [this] { return static_cast<Real>(pseudo_unit(sizeof(Real) == sizeof(double))); });
}

// Pseudorandom numbers in pairs, by Box and Muller; quasirandom ones by the inverse of the distribution, as cuRAND does it.
template <class Real>
void Generator::draw_normal(Real* to, std::size_t n, double mean, double deviation, double (*shape)(double)) {
  const auto made = [&](double z) { return static_cast<Real>(shape(mean + deviation * z)); };
  const auto unit = has_64_bits() ? unit_of_64_bits : unit_of_32_bits;
  if (is_quasi()) {
    for_each_point(n, [&](std::size_t i, std::uint64_t bits) { to[i] = made(normcdfinv(unit(bits))); });
    return;
  }
  constexpr bool kIsDouble = sizeof(Real) == sizeof(double);
  for (std::size_t i = 0; i + 1 < n; i += 2) {
    const double radius = std::sqrt(-2 * std::log(pseudo_unit(kIsDouble)));
    const double angle = kTwoPi * pseudo_unit(kIsDouble);
    to[i] = made(radius * std::cos(angle));
    to[i + 1] = made(radius * std::sin(angle));
  }
}

void Generator::draw_poisson(std::uint32_t* to, std::size_t n, double lambda) {
  const auto unit = has_64_bits() ? unit_of_64_bits : unit_of_32_bits;
  if (is_quasi()) {
    for_each_point(n, [&](std::size_t i, std::uint64_t bits) { to[i] = poisson_below(unit(bits), lambda); });
    return;
  }
  std::poisson_distribution<std::int64_t> distribution(lambda);
  Bits bits{&pseudo()};
  std::generate_n(to, n, [&] { return static_cast<std::uint32_t>(distribution(bits)); });
}

template void Generator::draw_uniform<float>(float* to, std::size_t n);
template void Generator::draw_uniform<double>(double* to, std::size_t n);
template void Generator::draw_normal<float>(float* to, std::size_t n, double mean, double deviation,
                                            double (*shape)(double));
template void Generator::draw_normal<double>(double* to, std::size_t n, double mean, double deviation,
                                             double (*shape)(double));

}  // namespace curand
