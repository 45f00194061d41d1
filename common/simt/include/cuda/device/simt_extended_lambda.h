// nvcc's --extended-lambda: host code may write `[=] __device__ (int i) { … }`. simtcc includes this file behind cuda_runtime.h. clang
// takes attributes of a lambda in this spelling alone, and __device__ has another one otherwise, so that no lambda can have it.
//
// CUDA C++ Programming Guide, "Extended Lambda Type Traits": whether a type is that of such a lambda. Here nothing marks one, but clang
// lets no function take the address of another that it may not call, if it must choose it among several. A lambda with neither word in
// host code is one of both sides to clang, and so to the trait of these.
#pragma once

#include "simt_macros_aside.h"

#include "simt_qualifiers.h"

#define __CUDACC_EXTENDED_LAMBDA__
#undef __device__
#define __device__ __attribute__((device)) __attribute__((annotate("simt.device")))

namespace simt_extended_lambda {

template <class Closure>
__host__ __device__ constexpr const char* name() {
  return __PRETTY_FUNCTION__;  // "… [Closure = (lambda at file.cu:3:12)]"
}
template <class Closure>
__host__ __device__ constexpr bool is_closure() {
  return __builtin_strncmp(__builtin_strchr(name<Closure>(), '[') + sizeof("[Closure = ") - 1, "(lambda at ",
                           11) == 0;
}

// The lambda's call operator, and another that nothing else here is like.
template <class Closure>
struct Choice : Closure {
  using Closure::operator();
  __host__ __device__ void operator()(Choice&) volatile&&;
};
template <class Closure, class Result, class... Arguments>
__host__ __device__ char chosen(Result (Closure::*)(Arguments...) const);
template <class Closure, class Result, class... Arguments>
__host__ __device__ char chosen(Result (Closure::*)(Arguments...));

// The size of what they return is 1 if the lambda can be called there.
template <class Closure>
__host__ auto on_host(int) -> decltype(chosen<Closure>(&Choice<Closure>::operator()));
template <class Closure>
__host__ long on_host(...);
template <class Closure>
__device__ auto on_device(int) -> decltype(chosen<Closure>(&Choice<Closure>::operator()));
template <class Closure>
__device__ long on_device(...);

template <class Closure, bool kIsClosure = is_closure<Closure>()>
struct Sides {
  static constexpr bool host = false;
  static constexpr bool device = false;
};
template <class Closure>
struct Sides<Closure, true> {
  static constexpr bool host = sizeof(on_host<Closure>(0)) == 1;
  static constexpr bool device = sizeof(on_device<Closure>(0)) == 1;
};

template <class Closure>
struct IsOfDevice {
  static constexpr bool value = Sides<Closure>::device && !Sides<Closure>::host;
};
template <class Closure>
struct IsOfBoth {
  static constexpr bool value = Sides<Closure>::device && Sides<Closure>::host;
};

}  // namespace simt_extended_lambda

#undef __nv_is_extended_device_lambda_closure_type
#undef __nv_is_extended_host_device_lambda_closure_type
#undef __nv_is_extended_device_lambda_with_preserved_return_type
#define __nv_is_extended_device_lambda_closure_type(...) \
  (::simt_extended_lambda::IsOfDevice<__VA_ARGS__>::value)
#define __nv_is_extended_host_device_lambda_closure_type(...) \
  (::simt_extended_lambda::IsOfBoth<__VA_ARGS__>::value)
// Host code knows what such a lambda returns, whether it says so or not: clang reads its body there as well.
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) \
  (::simt_extended_lambda::IsOfDevice<__VA_ARGS__>::value)

#include "simt_macros_back.h"
