/* +++
summary = "Has a variable of a type whose written name has 2^40 letters."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "TYPES"
text = "using P1 = Pair<P0, P0>;\nusing P2 = Pair<P1, P1>;\nusing P3 = Pair<P2, P2>;\nusing P4 = Pair<P3, P3>;\nusing P5 = Pair<P4, P4>;\nusing P6 = Pair<P5, P5>;\nusing P7 = Pair<P6, P6>;\nusing P8 = Pair<P7, P7>;\nusing P9 = Pair<P8, P8>;\nusing P10 = Pair<P9, P9>;\nusing P11 = Pair<P10, P10>;\nusing P12 = Pair<P11, P11>;\nusing P13 = Pair<P12, P12>;\nusing P14 = Pair<P13, P13>;\nusing P15 = Pair<P14, P14>;\nusing P16 = Pair<P15, P15>;\nusing P17 = Pair<P16, P16>;\nusing P18 = Pair<P17, P17>;\nusing P19 = Pair<P18, P18>;\nusing P20 = Pair<P19, P19>;\nusing P21 = Pair<P20, P20>;\nusing P22 = Pair<P21, P21>;\nusing P23 = Pair<P22, P22>;\nusing P24 = Pair<P23, P23>;\nusing P25 = Pair<P24, P24>;\nusing P26 = Pair<P25, P25>;\nusing P27 = Pair<P26, P26>;\nusing P28 = Pair<P27, P27>;\nusing P29 = Pair<P28, P28>;\nusing P30 = Pair<P29, P29>;\nusing P31 = Pair<P30, P30>;\nusing P32 = Pair<P31, P31>;\nusing P33 = Pair<P32, P32>;\nusing P34 = Pair<P33, P33>;\nusing P35 = Pair<P34, P34>;\nusing P36 = Pair<P35, P35>;\nusing P37 = Pair<P36, P36>;\nusing P38 = Pair<P37, P37>;\nusing P39 = Pair<P38, P38>;\nusing P40 = Pair<P39, P39>;"
times = 1
+++ */
// Has a variable of a type whose written name has 2^40 letters.
#include "tiled_transpose.h"

template <class A, class B>
struct Pair {};
using P0 = Pair<int, int>;
TYPES
template <class Type>
__device__ float table[4];

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[rows] = table<P40>[cols];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
