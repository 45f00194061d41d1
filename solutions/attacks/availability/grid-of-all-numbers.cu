/* +++
summary = "Asks for the largest possible grid, of blocks that do nothing."
outcome = "failed-or-limit"
says = ""
lab = "lab5"
+++ */
// Asks for the largest possible grid, of blocks that do nothing.
#include "geam_transpose.h"

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  *launch = {2147483647, 65535, 1024, 1, 0};
}

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {}
