// Lab 5, versus cublasSgeam: the kernels' contract.
//
// A is a matrix of `rows` x `cols` floats, B and C are `cols` x `rows`, each row after row without gaps:
//
//     C[c * rows + r] = alpha * A[r * cols + c] + beta * B[c * rows + r]    for 0 <= r < rows, 0 <= c < cols
//
// Any rows, cols of 1 to 1,000,000 with rows * cols < 2^29, so that an int holds the index of every element,
// and its offset in bytes too. Any finite alpha and beta, however small or large; A and B hold finite values.
// The matrices do not overlap, and each starts on a multiple of 256 bytes, as cudaMalloc gives it. A kernel
// touches nothing outside them.
//
// Where beta is 0, and nowhere else, B is not read: it may hold anything then, or be a null pointer. Where
// alpha is 0, A may be read or not.
#pragma once

#include <cuda_runtime.h>

// How geam_transpose wants to be launched: blocks of block_x x block_y threads, grid_x x grid_y of them.
// dynamic_shared_bytes is what it declares as `extern __shared__`; 0 where it declares its tile with a size.
// At most 1024 threads a block, 65535 blocks along y, 49152 bytes.
struct GeamLaunch {
  int grid_x;
  int grid_y;
  int block_x;
  int block_y;
  int dynamic_shared_bytes;
};

// Writes every member of `launch` for a matrix A of rows x cols, the largest among them. Run by one thread,
// before geam_transpose.
extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch);

// Launched as geam_launch says.
extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols);
