// CUDA's built-in vector types and dim3: plain structs. Their alignment is what lets a whole vector move as
// one access. Sizes and alignments: CUDA C++ Programming Guide, "Built-in Vector Types".
#pragma once

#include "../host/simt_c_and_cpp.h"
#include "simt_qualifiers.h"

// The vectors of one element type; those of two and of four elements are aligned. A vector of three is an
// array.
#define SIMT_VECTOR_TYPES(name, Element, alignment_of_2, alignment_of_4) \
  struct name##1 {                                                       \
    Element x;                                                           \
  };                                                                     \
  struct __align__(alignment_of_2) name##2 {                             \
    Element x, y;                                                        \
  };                                                                     \
  struct name##3 {                                                       \
    Element x, y, z;                                                     \
  };                                                                     \
  struct __align__(alignment_of_4) name##4 {                             \
    Element x, y, z, w;                                                  \
  };                                                                     \
  typedef struct name##1 name##1;                                        \
  typedef struct name##2 name##2;                                        \
  typedef struct name##3 name##3;                                        \
  typedef struct name##4 name##4;

#define SIMT_MAKE_VECTOR SIMT_IN_HEADER __host__ __device__ __forceinline__
#define SIMT_MAKE_VECTOR4(type, Element)                                          \
  SIMT_MAKE_VECTOR type make_##type(Element x, Element y, Element z, Element w) { \
    return SIMT_VALUE(type, x, y, z, w);                                          \
  }
#define SIMT_MAKE_VECTORS(name, Element)                                                              \
  SIMT_MAKE_VECTOR name##1 make_##name##1(Element x) { return SIMT_VALUE(name##1, x); }               \
  SIMT_MAKE_VECTOR name##2 make_##name##2(Element x, Element y) { return SIMT_VALUE(name##2, x, y); } \
  SIMT_MAKE_VECTOR name##3 make_##name##3(Element x, Element y, Element z) {                          \
    return SIMT_VALUE(name##3, x, y, z);                                                              \
  }                                                                                                   \
  SIMT_MAKE_VECTOR4(name##4, Element)

#define SIMT_VECTORS(name, Element, alignment_of_2, alignment_of_4) \
  SIMT_VECTOR_TYPES(name, Element, alignment_of_2, alignment_of_4)  \
  SIMT_MAKE_VECTORS(name, Element)

SIMT_VECTORS(char, signed char, 2, 4)
SIMT_VECTORS(uchar, unsigned char, 2, 4)
SIMT_VECTORS(short, short, 4, 8)
SIMT_VECTORS(ushort, unsigned short, 4, 8)
SIMT_VECTORS(int, int, 8, 16)
SIMT_VECTORS(uint, unsigned int, 8, 16)
SIMT_VECTORS(long, long, 16, 16)
SIMT_VECTORS(ulong, unsigned long, 16, 16)
SIMT_VECTORS(longlong, long long, 16, 16)
SIMT_VECTORS(ulonglong, unsigned long long, 16, 16)
SIMT_VECTORS(float, float, 8, 16)
SIMT_VECTORS(double, double, 16, 16)

// Four 8-byte elements, with their alignment in the name.
#define SIMT_WIDE_VECTORS(name, Element)  \
  struct __align__(16) name##4_16a {      \
    Element x, y, z, w;                   \
  };                                      \
  struct __align__(32) name##4_32a {      \
    Element x, y, z, w;                   \
  };                                      \
  typedef struct name##4_16a name##4_16a; \
  typedef struct name##4_32a name##4_32a; \
  SIMT_MAKE_VECTOR4(name##4_16a, Element) \
  SIMT_MAKE_VECTOR4(name##4_32a, Element)

SIMT_WIDE_VECTORS(long, long)
SIMT_WIDE_VECTORS(ulong, unsigned long)
SIMT_WIDE_VECTORS(longlong, long long)
SIMT_WIDE_VECTORS(ulonglong, unsigned long long)
SIMT_WIDE_VECTORS(double, double)

#undef SIMT_VECTOR_TYPES
#undef SIMT_MAKE_VECTOR
#undef SIMT_MAKE_VECTOR4
#undef SIMT_MAKE_VECTORS
#undef SIMT_VECTORS
#undef SIMT_WIDE_VECTORS

#ifdef __cplusplus

// threadIdx and its like: see simt_indices.h.
template <class Source>
struct simt_index;

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
      : x(x_), y(y_), z(z_) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  template <class Source>
  __device__ __forceinline__ dim3(const simt_index<Source>& index) : dim3(uint3(index)) {}
  __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};

#else

typedef struct dim3 {
  unsigned int x, y, z;
} dim3;

#endif
