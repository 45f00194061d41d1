/* +++
summary = "Asks for the most dynamic shared memory in the most blocks, and touches all of it."
outcome = "failed-or-limit"
says = ""
lab = "lab5"
+++ */
// Asks for the most dynamic shared memory in the most blocks, and touches all of it.
#include "geam_transpose.h"

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  *launch = {65535, 4096, 1024, 1, 49152};
}

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  extern __shared__ float all[];
  for (int i = threadIdx.x; i < 12288; i += 1024) all[i] = i;
}
