// Loads and stores with a cache hint. CUDA C++ Programming Guide, "Load Functions Using Cache Hints" and
// "Store Functions Using Cache Hints". The hints say where a line is kept, not which sectors a request
// touches.
#pragma once

#include "simt_vector_types.h"

// The types for which CUDA has these functions: numbers, and vectors of 2 or 4 that move as one access. A
// function with Moves<T>::type as its result does not exist for other types.
namespace simt_cached {

template <class T>
struct Moves {};
template <class T>
using Moved = typename Moves<T>::type;

}  // namespace simt_cached

#define SIMT_MOVES(T)            \
  template <>                    \
  struct simt_cached::Moves<T> { \
    using type = T;              \
  };
SIMT_MOVES(char)
SIMT_MOVES(signed char)
SIMT_MOVES(unsigned char)
SIMT_MOVES(short)
SIMT_MOVES(unsigned short)
SIMT_MOVES(int)
SIMT_MOVES(unsigned)
SIMT_MOVES(long)
SIMT_MOVES(unsigned long)
SIMT_MOVES(long long)
SIMT_MOVES(unsigned long long)
SIMT_MOVES(float)
SIMT_MOVES(double)
SIMT_MOVES(char2)
SIMT_MOVES(char4)
SIMT_MOVES(uchar2)
SIMT_MOVES(uchar4)
SIMT_MOVES(short2)
SIMT_MOVES(short4)
SIMT_MOVES(ushort2)
SIMT_MOVES(ushort4)
SIMT_MOVES(int2)
SIMT_MOVES(int4)
SIMT_MOVES(uint2)
SIMT_MOVES(uint4)
SIMT_MOVES(longlong2)
SIMT_MOVES(ulonglong2)
SIMT_MOVES(float2)
SIMT_MOVES(float4)
SIMT_MOVES(double2)
// SIMT_MOVES goes on: the 16-bit floating-point types move so too.

#define SIMT_CACHED_LOAD(name)                                              \
  template <class T>                                                        \
  __device__ __forceinline__ simt_cached::Moved<T> name(const T* address) { \
    return *address;                                                        \
  }
#define SIMT_CACHED_STORE(name)                                                   \
  template <class T>                                                              \
  __device__ __forceinline__ void name(T* address, simt_cached::Moved<T> value) { \
    *address = value;                                                             \
  }
SIMT_CACHED_LOAD(__ldg)
SIMT_CACHED_LOAD(__ldca)
SIMT_CACHED_LOAD(__ldcg)
SIMT_CACHED_LOAD(__ldcs)
SIMT_CACHED_LOAD(__ldlu)
SIMT_CACHED_LOAD(__ldcv)
SIMT_CACHED_STORE(__stwb)
SIMT_CACHED_STORE(__stcg)
SIMT_CACHED_STORE(__stcs)
SIMT_CACHED_STORE(__stwt)
#undef SIMT_CACHED_LOAD
#undef SIMT_CACHED_STORE
