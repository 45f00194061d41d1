// Complex numbers of <cuComplex.h>, on both sides.
#pragma once

#include <cmath>

#include "../cuda_runtime.h"

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;

#define SIMT_COMPLEX(Complex, Real, suffix, sqrt_of)                                            \
  __host__ __device__ __forceinline__ Complex make_##Complex(Real real, Real imaginary) {       \
    return {real, imaginary};                                                                   \
  }                                                                                             \
  __host__ __device__ __forceinline__ Real cuCreal##suffix(Complex a) { return a.x; }           \
  __host__ __device__ __forceinline__ Real cuCimag##suffix(Complex a) { return a.y; }           \
  __host__ __device__ __forceinline__ Complex cuConj##suffix(Complex a) { return {a.x, -a.y}; } \
  __host__ __device__ __forceinline__ Complex cuCadd##suffix(Complex a, Complex b) {            \
    return {a.x + b.x, a.y + b.y};                                                              \
  }                                                                                             \
  __host__ __device__ __forceinline__ Complex cuCsub##suffix(Complex a, Complex b) {            \
    return {a.x - b.x, a.y - b.y};                                                              \
  }                                                                                             \
  __host__ __device__ __forceinline__ Complex cuCmul##suffix(Complex a, Complex b) {            \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                      \
  }                                                                                             \
  __host__ __device__ __forceinline__ Complex cuCdiv##suffix(Complex a, Complex b) {            \
    const Real norm = b.x * b.x + b.y * b.y;                                                    \
    return {(a.x * b.x + a.y * b.y) / norm, (a.y * b.x - a.x * b.y) / norm};                    \
  }                                                                                             \
  __host__ __device__ __forceinline__ Complex cuCfma##suffix(Complex a, Complex b, Complex c) { \
    return cuCadd##suffix(cuCmul##suffix(a, b), c);                                             \
  }                                                                                             \
  __host__ __device__ __forceinline__ Real cuCabs##suffix(Complex a) {                          \
    return sqrt_of(a.x * a.x + a.y * a.y);                                                      \
  }
SIMT_COMPLEX(cuFloatComplex, float, f, sqrtf)
SIMT_COMPLEX(cuDoubleComplex, double, , sqrt)
#undef SIMT_COMPLEX

__host__ __device__ __forceinline__ cuComplex make_cuComplex(float real, float imaginary) {
  return {real, imaginary};
}
