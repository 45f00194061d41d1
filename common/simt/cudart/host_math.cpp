// CUDA's own mathematical functions, where host code calls them: in double precision, rounded to float at the
// end. CUDA Math API.
#include "simt_host_math.h"

#include <cmath>
#include <limits>

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSqrt2 = 1.41421356237309504880;
constexpr double kSqrtPi = 1.77245385090551602730;

// Exact for multiples of a half, which sin(pi * x) is not.
double sine_of_pi(double x) {
  if (std::isinf(x)) return std::numeric_limits<double>::quiet_NaN();
  const double r = std::remainder(x, 2.0);
  if (r == std::trunc(r)) return std::copysign(0.0, x);
  if (std::fabs(r) <= 0.25) return std::sin(kPi * r);
  if (std::fabs(r) >= 0.75) return std::sin(kPi * (std::copysign(1.0, r) - r));
  return std::copysign(std::cos(kPi * (0.5 - std::fabs(r))), r);
}

double cosine_of_pi(double x) {
  if (std::isinf(x)) return std::numeric_limits<double>::quiet_NaN();
  const double r = std::fabs(std::remainder(x, 2.0));
  if (r == 0.5) return 0.0;
  if (r <= 0.25) return std::cos(kPi * r);
  if (r >= 0.75) return -std::cos(kPi * (1.0 - r));
  return std::sin(kPi * (0.5 - r));
}

// exp(x²) erfc(x): for large x as a continued fraction, since erfc is 0 there.
double scaled_erfc(double x) {
  constexpr double kLarge = 10;
  if (x < kLarge) return std::exp(x * x) * std::erfc(x);
  double fraction = 0;
  for (int k = 60; k > 0; --k) fraction = k * 0.5 / (x + fraction);
  return 1 / (kSqrtPi * (x + fraction));
}

// Winitzki's approximation, then Newton's method on erfc, which keeps its digits near 0.
double inverse_erfc(double y) {
  if (!(y >= 0 && y <= 2)) return std::numeric_limits<double>::quiet_NaN();
  if (y == 0) return std::numeric_limits<double>::infinity();
  if (y == 2) return -std::numeric_limits<double>::infinity();
  if (y > 1) return -inverse_erfc(2 - y);
  constexpr double kA = 0.147;
  const double logarithm = std::log(y * (2 - y));
  const double half = 2 / (kPi * kA) + logarithm / 2;
  double x = std::sqrt(std::sqrt(half * half - logarithm / kA) - half);
  for (int i = 0; i < 4; ++i) {
    const double error = std::erfc(x) - y;
    const double slope = -2 / kSqrtPi * std::exp(-x * x);
    if (slope == 0) break;
    const double step = error / slope;
    x -= step / (1 + x * step);  // Halley's
  }
  return x;
}

double inverse_erf(double y) {
  constexpr double kSmall = 0.5;
  if (std::fabs(y) > kSmall) return std::copysign(inverse_erfc(1 - std::fabs(y)), y);
  double x = y * kSqrtPi / 2;
  for (int i = 0; i < 6; ++i) x -= (std::erf(x) - y) / (2 / kSqrtPi * std::exp(-x * x));
  return y == 0 ? y : x;
}

}  // namespace

#define SIMT_DEFINE_1(name, value)                 \
  double name(double x) noexcept { return value; } \
  float name##f(float single) noexcept {           \
    const double x = static_cast<double>(single);  \
    return static_cast<float>(value);              \
  }

extern "C" {
SIMT_DEFINE_1(rsqrt, 1 / std::sqrt(x))
SIMT_DEFINE_1(rcbrt, 1 / std::cbrt(x))
SIMT_DEFINE_1(sinpi, sine_of_pi(x))
SIMT_DEFINE_1(cospi, cosine_of_pi(x))
SIMT_DEFINE_1(normcdf, 0.5 * std::erfc(-x / kSqrt2))
SIMT_DEFINE_1(normcdfinv, -kSqrt2* inverse_erfc(2 * x))
SIMT_DEFINE_1(erfinv, inverse_erf(x))
SIMT_DEFINE_1(erfcinv, inverse_erfc(x))
SIMT_DEFINE_1(erfcx, scaled_erfc(x))

void sincospi(double x, double* sine, double* cosine) noexcept {
  *sine = sine_of_pi(x);
  *cosine = cosine_of_pi(x);
}
void sincospif(float x, float* sine, float* cosine) noexcept {
  *sine = static_cast<float>(sine_of_pi(static_cast<double>(x)));
  *cosine = static_cast<float>(cosine_of_pi(static_cast<double>(x)));
}
double rhypot(double x, double y) noexcept { return 1 / std::hypot(x, y); }
float rhypotf(float x, float y) noexcept {
  return static_cast<float>(1 / std::hypot(static_cast<double>(x), static_cast<double>(y)));
}
double norm3d(double x, double y, double z) noexcept { return std::hypot(x, y, z); }
float norm3df(float x, float y, float z) noexcept { return static_cast<float>(norm3d(x, y, z)); }
double norm4d(double x, double y, double z, double w) noexcept {
  return std::hypot(std::hypot(x, y), std::hypot(z, w));
}
float norm4df(float x, float y, float z, float w) noexcept { return static_cast<float>(norm4d(x, y, z, w)); }
}
#undef SIMT_DEFINE_1
