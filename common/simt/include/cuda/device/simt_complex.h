// Complex numbers of <cuComplex.h>, on both sides.
#pragma once

#ifdef __cplusplus
#include <cmath>
#else
#include <math.h>
#endif

#include "../cuda_runtime.h"
#include "../host/simt_c_and_cpp.h"

SIMT_BEGIN_C
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
SIMT_END_C

#define SIMT_COMPLEX_FUNCTION SIMT_IN_HEADER __host__ __device__ __forceinline__

#define SIMT_COMPLEX(Complex, Real, suffix, sqrt_of)                                                 \
  SIMT_COMPLEX_FUNCTION Complex make_##Complex(Real real, Real imaginary) {                          \
    return SIMT_VALUE(Complex, real, imaginary);                                                     \
  }                                                                                                  \
  SIMT_COMPLEX_FUNCTION Real cuCreal##suffix(Complex a) { return a.x; }                              \
  SIMT_COMPLEX_FUNCTION Real cuCimag##suffix(Complex a) { return a.y; }                              \
  SIMT_COMPLEX_FUNCTION Complex cuConj##suffix(Complex a) { return SIMT_VALUE(Complex, a.x, -a.y); } \
  SIMT_COMPLEX_FUNCTION Complex cuCadd##suffix(Complex a, Complex b) {                               \
    return SIMT_VALUE(Complex, a.x + b.x, a.y + b.y);                                                \
  }                                                                                                  \
  SIMT_COMPLEX_FUNCTION Complex cuCsub##suffix(Complex a, Complex b) {                               \
    return SIMT_VALUE(Complex, a.x - b.x, a.y - b.y);                                                \
  }                                                                                                  \
  SIMT_COMPLEX_FUNCTION Complex cuCmul##suffix(Complex a, Complex b) {                               \
    return SIMT_VALUE(Complex, a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                        \
  }                                                                                                  \
  SIMT_COMPLEX_FUNCTION Complex cuCdiv##suffix(Complex a, Complex b) {                               \
    const Real norm = b.x * b.x + b.y * b.y;                                                         \
    return SIMT_VALUE(Complex, (a.x * b.x + a.y * b.y) / norm, (a.y * b.x - a.x * b.y) / norm);      \
  }                                                                                                  \
  SIMT_COMPLEX_FUNCTION Complex cuCfma##suffix(Complex a, Complex b, Complex c) {                    \
    return cuCadd##suffix(cuCmul##suffix(a, b), c);                                                  \
  }                                                                                                  \
  SIMT_COMPLEX_FUNCTION Real cuCabs##suffix(Complex a) { return sqrt_of(a.x * a.x + a.y * a.y); }
SIMT_COMPLEX(cuFloatComplex, float, f, sqrtf)
SIMT_COMPLEX(cuDoubleComplex, double, , sqrt)
#undef SIMT_COMPLEX

SIMT_COMPLEX_FUNCTION cuComplex make_cuComplex(float real, float imaginary) {
  return SIMT_VALUE(cuComplex, real, imaginary);
}
#undef SIMT_COMPLEX_FUNCTION
