// Macros for what C and C++ spell differently, so that one declaration serves programs in both languages. The runtime API, the driver API
// and the libraries can be called from C99 and later, as with NVIDIA's headers.
//
// Types and functions stand between SIMT_BEGIN_C and SIMT_END_C: they have the same names and layouts in both languages. A type has a name of
// its own in C where NVIDIA's headers give it one (cudaError_t, float4), and no more than a tag where they do not (struct cudaExtent).
// Overloads, templates and constructors are only for C++.
#pragma once

#include "../device/simt_qualifiers.h"

#ifdef __cplusplus

#define SIMT_BEGIN_C extern "C" {
#define SIMT_END_C }
// Stands before `inline` where a header defines a function. In C++ all files share one; in C each file has its own.
#define SIMT_IN_HEADER
// An enumeration that programs make from numbers has type int in C++, so that every number is a value. C takes any number as it is.
#define SIMT_INT_ENUM : int
// A parameter's default argument, which C does not have.
#define SIMT_DEFAULT(value) = value
// A struct's value: SIMT_VALUE(float2, x, y). And an integer as a pointer: SIMT_CAST(cudaStream_t, 1).
#define SIMT_VALUE(Type, ...) \
  Type { __VA_ARGS__ }
#define SIMT_CAST(Type, value) (reinterpret_cast<Type>(value))
// A function that is refused by name, whatever it is called with. First is the type of its first parameter: C takes no declaration that has
// `...` alone.
#define SIMT_REFUSED_FUNCTION(Result, name, First, reason) \
  template <class... Arguments>                            \
  SIMT_UNSUPPORTED(#name " is not supported: " reason)     \
  Result name(Arguments...);

#else

#define SIMT_BEGIN_C
#define SIMT_END_C
#define SIMT_IN_HEADER static
#define SIMT_INT_ENUM
#define SIMT_DEFAULT(value)
#define SIMT_VALUE(Type, ...) ((Type){__VA_ARGS__})
#define SIMT_CAST(Type, value) ((Type)(value))
#define SIMT_REFUSED_FUNCTION(Result, name, First, reason) \
  SIMT_UNSUPPORTED(#name " is not supported: " reason) Result name(First first, ...);

#endif
