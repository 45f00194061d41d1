// CUDA's own mathematical functions for host code, declared: whoever runs host code provides them. Some of
// the names come with later versions of the C library, which declares them so too.
#pragma once

#define SIMT_HOST_MATH_1(name)    \
  double name(double x) noexcept; \
  float name##f(float x) noexcept;

extern "C" {
#pragma GCC visibility push(default)  // one runtime for a program and its shared libraries
SIMT_HOST_MATH_1(rsqrt)
SIMT_HOST_MATH_1(rcbrt)
SIMT_HOST_MATH_1(sinpi)
SIMT_HOST_MATH_1(cospi)
SIMT_HOST_MATH_1(normcdf)
SIMT_HOST_MATH_1(normcdfinv)
SIMT_HOST_MATH_1(erfinv)
SIMT_HOST_MATH_1(erfcinv)
SIMT_HOST_MATH_1(erfcx)
void sincospi(double x, double* sine, double* cosine) noexcept;
void sincospif(float x, float* sine, float* cosine) noexcept;
double rhypot(double x, double y) noexcept;
float rhypotf(float x, float y) noexcept;
double norm3d(double x, double y, double z) noexcept;
float norm3df(float x, float y, float z) noexcept;
double norm4d(double x, double y, double z, double w) noexcept;
float norm4df(float x, float y, float z, float w) noexcept;
#pragma GCC visibility pop
}
#undef SIMT_HOST_MATH_1
