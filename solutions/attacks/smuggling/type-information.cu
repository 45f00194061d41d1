/* +++
summary = "Prints run-time type information of the program that runs it."
outcome = "compiler-or-failed"
says = ""
+++ */
// Prints run-time type information, which lies in the program that runs it.
#include "tiled_transpose.h"

#include <typeinfo>

struct Base {
  virtual __device__ void f() const {}
};

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const Base* volatile base = reinterpret_cast<const Base*>(out);
  printf("%s", typeid(*base).name());
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
