/* +++
summary = "Gives a macro its own expansion as arguments, 30 times over."
outcome = "compiler-or-limit"
says = ""

[[repeat]]
marker = "MACROS"
text = "#define M1(x) M0(M0(x))\n#define M2(x) M1(M1(x))\n#define M3(x) M2(M2(x))\n#define M4(x) M3(M3(x))\n#define M5(x) M4(M4(x))\n#define M6(x) M5(M5(x))\n#define M7(x) M6(M6(x))\n#define M8(x) M7(M7(x))\n#define M9(x) M8(M8(x))\n#define M10(x) M9(M9(x))\n#define M11(x) M10(M10(x))\n#define M12(x) M11(M11(x))\n#define M13(x) M12(M12(x))\n#define M14(x) M13(M13(x))\n#define M15(x) M14(M14(x))\n#define M16(x) M15(M15(x))\n#define M17(x) M16(M16(x))\n#define M18(x) M17(M17(x))\n#define M19(x) M18(M18(x))\n#define M20(x) M19(M19(x))\n#define M21(x) M20(M20(x))\n#define M22(x) M21(M21(x))\n#define M23(x) M22(M22(x))\n#define M24(x) M23(M23(x))\n#define M25(x) M24(M24(x))\n#define M26(x) M25(M25(x))\n#define M27(x) M26(M26(x))\n#define M28(x) M27(M27(x))\n#define M29(x) M28(M28(x))\n#define M30(x) M29(M29(x))"
times = 1
+++ */
// Gives a macro its own expansion as arguments, 30 times over.
#include "tiled_transpose.h"

#define M0(x) x + x
MACROS
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = M30(rows);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
