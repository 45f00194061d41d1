#include <cmath>

__global__ void math(const float* in, double* out) {
  const float x = in[threadIdx.x];
  out[0] = std::sqrt(x) + std::abs(-x) + std::fma(x, x, x) + std::pow(x, 2) + std::exp(x) + std::sin(x);
  out[1] = std::isnan(x) + std::isinf(x) + std::isfinite(x) + std::signbit(x);
  out[2] = sqrt(static_cast<double>(x)) + abs(-3) + fabs(x) + pow(2.0, 3) + std::abs(-2.0);
  out[3] = std::floor(x) + std::round(x);
}
