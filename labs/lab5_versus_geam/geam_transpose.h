// Lab 5, versus cublasSgeam: the kernels' contract.
//
// A is a matrix of `rows` x `cols` floats, B and C are `cols` x `rows`, each stored row after row without
// gaps:
//
//     C[c * rows + r] = alpha * A[r * cols + c] + beta * B[c * rows + r]    for 0 <= r < rows, 0 <= c < cols
//
// to within 2e-7 * (|alpha * A[r * cols + c]| + |beta * B[c * rows + r]|): float arithmetic, fused or not.
//
// Any rows and cols from 1 to 1,000,000 with rows * cols < 2^29, so that every index, and every offset in
// bytes, fits into an int. Any finite alpha and beta, however small or large. A and B hold finite values. The
// matrices do not overlap, and each is 256-byte aligned, as cudaMalloc returns it. A kernel accesses nothing
// outside them.
//
// If beta is exactly 0, B is not read: it may hold anything then, or be a null pointer. If alpha is 0, A may
// be read or not.
#pragma once

#include <cuda_runtime.h>

// How geam_transpose is to be launched: grid_x x grid_y blocks of block_x x block_y threads.
// dynamic_shared_bytes is the size of its `extern __shared__` array; 0 if it declares its tile with a size.
// At most 1024 threads per block, 65535 blocks along y, 49152 bytes.
struct GeamLaunch {
  int grid_x;
  int grid_y;
  int block_x;
  int block_y;
  int dynamic_shared_bytes;
};

// Writes every member of `launch` for a matrix A of rows x cols, up to the largest. One thread runs it before
// geam_transpose.
extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch);

// Launched as geam_launch says: C = alpha * A^T + beta * B.
extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols);
