/* +++
summary = "Has 40 functions, each of which calls the one before twice: 2^40 calls when inlined."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "FUNCTIONS"
text = "__device__ float f1(int n, float* out) { return f0(n + 1, out) * f0(n * 3, out); }\n__device__ float f2(int n, float* out) { return f1(n + 1, out) * f1(n * 3, out); }\n__device__ float f3(int n, float* out) { return f2(n + 1, out) * f2(n * 3, out); }\n__device__ float f4(int n, float* out) { return f3(n + 1, out) * f3(n * 3, out); }\n__device__ float f5(int n, float* out) { return f4(n + 1, out) * f4(n * 3, out); }\n__device__ float f6(int n, float* out) { return f5(n + 1, out) * f5(n * 3, out); }\n__device__ float f7(int n, float* out) { return f6(n + 1, out) * f6(n * 3, out); }\n__device__ float f8(int n, float* out) { return f7(n + 1, out) * f7(n * 3, out); }\n__device__ float f9(int n, float* out) { return f8(n + 1, out) * f8(n * 3, out); }\n__device__ float f10(int n, float* out) { return f9(n + 1, out) * f9(n * 3, out); }\n__device__ float f11(int n, float* out) { return f10(n + 1, out) * f10(n * 3, out); }\n__device__ float f12(int n, float* out) { return f11(n + 1, out) * f11(n * 3, out); }\n__device__ float f13(int n, float* out) { return f12(n + 1, out) * f12(n * 3, out); }\n__device__ float f14(int n, float* out) { return f13(n + 1, out) * f13(n * 3, out); }\n__device__ float f15(int n, float* out) { return f14(n + 1, out) * f14(n * 3, out); }\n__device__ float f16(int n, float* out) { return f15(n + 1, out) * f15(n * 3, out); }\n__device__ float f17(int n, float* out) { return f16(n + 1, out) * f16(n * 3, out); }\n__device__ float f18(int n, float* out) { return f17(n + 1, out) * f17(n * 3, out); }\n__device__ float f19(int n, float* out) { return f18(n + 1, out) * f18(n * 3, out); }\n__device__ float f20(int n, float* out) { return f19(n + 1, out) * f19(n * 3, out); }\n__device__ float f21(int n, float* out) { return f20(n + 1, out) * f20(n * 3, out); }\n__device__ float f22(int n, float* out) { return f21(n + 1, out) * f21(n * 3, out); }\n__device__ float f23(int n, float* out) { return f22(n + 1, out) * f22(n * 3, out); }\n__device__ float f24(int n, float* out) { return f23(n + 1, out) * f23(n * 3, out); }\n__device__ float f25(int n, float* out) { return f24(n + 1, out) * f24(n * 3, out); }\n__device__ float f26(int n, float* out) { return f25(n + 1, out) * f25(n * 3, out); }\n__device__ float f27(int n, float* out) { return f26(n + 1, out) * f26(n * 3, out); }\n__device__ float f28(int n, float* out) { return f27(n + 1, out) * f27(n * 3, out); }\n__device__ float f29(int n, float* out) { return f28(n + 1, out) * f28(n * 3, out); }\n__device__ float f30(int n, float* out) { return f29(n + 1, out) * f29(n * 3, out); }\n__device__ float f31(int n, float* out) { return f30(n + 1, out) * f30(n * 3, out); }\n__device__ float f32(int n, float* out) { return f31(n + 1, out) * f31(n * 3, out); }\n__device__ float f33(int n, float* out) { return f32(n + 1, out) * f32(n * 3, out); }\n__device__ float f34(int n, float* out) { return f33(n + 1, out) * f33(n * 3, out); }\n__device__ float f35(int n, float* out) { return f34(n + 1, out) * f34(n * 3, out); }\n__device__ float f36(int n, float* out) { return f35(n + 1, out) * f35(n * 3, out); }\n__device__ float f37(int n, float* out) { return f36(n + 1, out) * f36(n * 3, out); }\n__device__ float f38(int n, float* out) { return f37(n + 1, out) * f37(n * 3, out); }\n__device__ float f39(int n, float* out) { return f38(n + 1, out) * f38(n * 3, out); }\n__device__ float f40(int n, float* out) { return f39(n + 1, out) * f39(n * 3, out); }"
times = 1
+++ */
// Has 40 functions, each of which calls the one before twice: 2^40 calls when inlined.
#include "tiled_transpose.h"

__device__ float f0(int n, float* out) { return out[n] += n; }
FUNCTIONS
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = f40(rows, out);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
