// CUDA's qualifiers, for clang's CUDA front end, and for the C++ compiler of a program that shares a header
// with its kernels: to that they mean nothing.
#pragma once

#if defined(__CUDA__)

// CUDA Toolkit 13.0 for sm_90, whose headers these follow.
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define __CUDA_ARCH_LIST__ 900
#ifdef __CUDA_ARCH__  // to clang the device side of any GPU is 1
#undef __CUDA_ARCH__
#define __CUDA_ARCH__ 900
#endif

#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
// The third bound is of clusters, which the machine does not have, and clang takes it only from version 18 on. The preprocessor also
// counts the commas between template arguments: two functions pick the first bounds out of what may be three.
#define SIMT_BOUNDS_OF_(...) launch_bounds(__VA_ARGS__)
#define SIMT_BOUNDS_OF_MORE(...) \
  launch_bounds(simt_launch_bounds::threads(__VA_ARGS__), simt_launch_bounds::blocks(__VA_ARGS__))
#define SIMT_WITHOUT_ONE(first, ...) SIMT_WITHOUT_TWO(__VA_ARGS__)
#define SIMT_WITHOUT_TWO(second, ...) __VA_OPT__(MORE)
#define SIMT_JOINED(left, right) left##right
#define SIMT_CHOSEN_BOUNDS(are_more) SIMT_JOINED(SIMT_BOUNDS_OF_, are_more)
#define SIMT_BOUNDS(...) SIMT_CHOSEN_BOUNDS(SIMT_WITHOUT_ONE(__VA_ARGS__))(__VA_ARGS__)
#define __launch_bounds__(...) __attribute__((SIMT_BOUNDS(__VA_ARGS__), annotate("simt.launch_bounds")))
#define __shared__ __attribute__((shared))
// clang puts every constant of a kernel file into the same memory: the host's, `__device__ const` ones, which
// are global memory to nvcc, and __constant__ ones. The notes tell them apart. In the first spelling no
// lambda can have them, as with nvcc.
#define __device__ __declspec(__device__) __attribute__((annotate("simt.device")))
#define __constant__ __declspec(__constant__) __attribute__((annotate("simt.constant")))
// The host's side of these variables lies in a section of its own, by which the runtime knows them.
#ifdef __CUDA_ARCH__
#define __managed__ __device__
#else
#define __managed__ __device__ __attribute__((section("simt_managed")))
#endif
// A pragma in a macro is an error at the line that uses the macro.
#define __cluster_dims__(...) \
  _Pragma("GCC error \"SIMT machine: __cluster_dims__ is not supported: there are no clusters\"")

// clang has this as a keyword from version 15 on. The macro must not break libstdc++'s
// __attribute__((__noinline__)), and in this spelling it does not.
#if __clang_major__ < 15
#define __noinline__ __declspec(noinline)
#endif

namespace simt_launch_bounds {
__host__ __device__ constexpr int threads(int most, int /*blocks*/ = 0, int /*clusters*/ = 0) { return most; }
__host__ __device__ constexpr int blocks(int /*most*/, int least = 0, int /*clusters*/ = 0) { return least; }
}  // namespace simt_launch_bounds

#else

#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__
#define __launch_bounds__(...)

#endif

#define CUDART_VERSION 13000

// CCCL's own switches. From version 3 on it takes types for granted that the machine does not have: those of <cuda_fp6.h> and
// <cuda_fp4.h>, and __nv_fp8_e8m0. And in places it writes `__device__ [[deprecated]] T f()`, which clang takes only from version 16 on.
#define CCCL_DISABLE_NVFP8_SUPPORT
#define CCCL_DISABLE_NVFP6_SUPPORT
#define CCCL_DISABLE_NVFP4_SUPPORT
#if defined(__CUDA__) && __clang_major__ < 16
#define CCCL_IGNORE_DEPRECATED_API
#endif

// simtcc notes which parameters have it, for __isGridConstant().
#if defined(__CUDA__) && defined(__CUDA_ARCH__)
#define __grid_constant__ __attribute__((annotate("simt.grid_constant")))
#else
#define __grid_constant__
#endif
// No lambda is extended: simt_extended_lambda.h tells which are, where the option allows them.
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
#define __maxnreg__(...)  // a bound for the register allocator
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define CUDARTAPI
#define CUDART_CB

// How the machine refuses what it does not have: at the line that uses it, by a message that begins with
// "SIMT machine:".
#if defined(__clang__) || __GNUC__ >= 12
#define SIMT_UNSUPPORTED(text) __attribute__((unavailable("SIMT machine: " text)))
#else  // for gcc before version 12
#define SIMT_UNSUPPORTED(text) __attribute__((error("SIMT machine: " text)))
#endif
