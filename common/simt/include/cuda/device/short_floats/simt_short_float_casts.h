// Casts between integers and a 16-bit type, each with its rounding: __int2half_rn, __half2int_rz and so on.
#pragma once

#include "simt_short_float.h"

#define SIMT_SHORT_FLOAT_CAST(name, Type, integer, Integer, suffix, rounding)           \
  __host__ __device__ __forceinline__ Type __##integer##2##name##_##suffix(Integer x) { \
    return Type::from(x, simt_rounding::Rounding::rounding);                            \
  }                                                                                     \
  __host__ __device__ __forceinline__ Integer __##name##2##integer##_##suffix(Type x) { \
    return x.to<Integer>(simt_rounding::Rounding::rounding);                            \
  }
#define SIMT_SHORT_FLOAT_CASTS_OF(name, Type, integer, Integer)         \
  SIMT_SHORT_FLOAT_CAST(name, Type, integer, Integer, rn, nearest_even) \
  SIMT_SHORT_FLOAT_CAST(name, Type, integer, Integer, rz, toward_zero)  \
  SIMT_SHORT_FLOAT_CAST(name, Type, integer, Integer, ru, up)           \
  SIMT_SHORT_FLOAT_CAST(name, Type, integer, Integer, rd, down)

#define SIMT_SHORT_FLOAT_CASTS(name, Type)                                                    \
  SIMT_SHORT_FLOAT_CASTS_OF(name, Type, short, short)                                         \
  SIMT_SHORT_FLOAT_CASTS_OF(name, Type, ushort, unsigned short)                               \
  SIMT_SHORT_FLOAT_CASTS_OF(name, Type, int, int)                                             \
  SIMT_SHORT_FLOAT_CASTS_OF(name, Type, uint, unsigned int)                                   \
  SIMT_SHORT_FLOAT_CASTS_OF(name, Type, ll, long long)                                        \
  SIMT_SHORT_FLOAT_CASTS_OF(name, Type, ull, unsigned long long)                              \
  __host__ __device__ __forceinline__ signed char __##name##2char_rz(Type x) { return x; }    \
  __host__ __device__ __forceinline__ unsigned char __##name##2uchar_rz(Type x) { return x; } \
  __host__ __device__ __forceinline__ float __##name##2float(Type x) { return x.value(); }    \
  __host__ __device__ __forceinline__ Type __double2##name(double x) { return x; }            \
  __host__ __device__ __forceinline__ Type __float2##name(float x) { return x; }              \
  __host__ __device__ __forceinline__ Type __float2##name##_rn(float x) { return x; }         \
  __host__ __device__ __forceinline__ Type __float2##name##_rz(float x) {                     \
    return Type::rounded(static_cast<double>(x), simt_rounding::Rounding::toward_zero);       \
  }                                                                                           \
  __host__ __device__ __forceinline__ Type __float2##name##_ru(float x) {                     \
    return Type::rounded(static_cast<double>(x), simt_rounding::Rounding::up);                \
  }                                                                                           \
  __host__ __device__ __forceinline__ Type __float2##name##_rd(float x) {                     \
    return Type::rounded(static_cast<double>(x), simt_rounding::Rounding::down);              \
  }
