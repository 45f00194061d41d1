// CUDA's own mathematical functions, where host code calls them: in double precision, rounded to float at the
// end. CUDA Math API.
#include "host/simt_host_math.h"

#include <cmath>
#include <limits>

#include "device/simt_error_functions.h"

namespace {

using simt_error::kPi;
using simt_error::kSqrt2;

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
SIMT_DEFINE_1(normcdfinv, -kSqrt2* simt_error::inverse_erfc(2 * x))
SIMT_DEFINE_1(erfinv, simt_error::inverse_erf(x))
SIMT_DEFINE_1(erfcinv, simt_error::inverse_erfc(x))
SIMT_DEFINE_1(erfcx, simt_error::scaled_erfc(x))

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
