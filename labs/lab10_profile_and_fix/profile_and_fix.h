// Lab 10, profile and fix: the kernels' contract.
//
// Eight kernels look finished. Each has one fault: a cost that it need not have, or an error that most runs
// do not show. You state the eight faults in `diagnose`, and fix the kernels. Their parameters, their
// launches and what they compute stay as they are.
//
// A fixed kernel keeps no more in shared memory than the given one, but for `sum_losses`, which may keep a
// float for each thread. It passes no more barriers than its simplest fix needs.
//
// Arrays hold contiguous elements and are 256-byte aligned, as cudaMalloc returns them. They do not overlap.
// Every size is at least 1, and every array has fewer than 2^29 elements, so that every index, and every
// offset in bytes, fits into an int. A kernel accesses nothing outside its arrays.
#pragma once

#include <cuda_runtime.h>

// Kernels run in blocks of 256 threads, `transpose` in blocks of 32 x 8.
constexpr int BLOCK = 256;

// A bias for each column: y[r * cols + c] = x[r * cols + c] + bias[c]. One thread per element, on
// ceil(rows * cols / 256) blocks.
extern "C" __global__ void add_bias(const float* x, const float* bias, float* y, int rows, int cols);

// out[c * rows + r] = in[r * cols + c], through a tile of 32 x 32 elements: four rows per thread, on
// ceil(cols / 32) x ceil(rows / 32) blocks.
constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;
extern "C" __global__ void transpose(const float* in, float* out, int rows, int cols);

// The short convolution of a state-space model: each element from itself and the three before it,
//
//     y[i] = taps[0] * x[i - 3] + taps[1] * x[i - 2] + taps[2] * x[i - 1] + taps[3] * x[i]
//
// for 0 <= i < n, where x is 0 before its start. A block moves along four pieces of 256 elements, one in each
// round of its loop: ceil(n / 1024) blocks.
constexpr int TAPS = 4;
constexpr int ROUNDS = 4;
extern "C" __global__ void causal_conv(const float* x, const float* taps, float* y, int n);

// To 8-bit integers, in groups of 32 values that share a scale. With m the largest magnitude in group g:
// scales[g] = m / 127, and each value of the group becomes the integer nearest to value * (127 / m). Four
// neighbours are one word of `packed`, the first of them in its lowest byte: groups * 8 words. A group has a
// value that is not 0. One warp per group, on ceil(groups / 8) blocks.
constexpr int GROUP = 32;
constexpr int GROUPS_PER_BLOCK = BLOCK / GROUP;
extern "C" __global__ void quantize(const float* x, unsigned* packed, float* scales, int groups);

// RMSNorm: each row divided by its root mean square, then multiplied by `gain`, column by column:
// y[r][c] = x[r][c] / sqrt(mean of x[r][.]^2 + EPSILON) * gain[c]. One block per row.
constexpr float EPSILON = 1e-5F;
extern "C" __global__ void rms_norm(const float* x, const float* gain, float* y, int cols);

// x[i] = s * x[i] for first <= i < first + count, where they are: a piece of a longer array, from any
// element on. One thread for each aligned group of four floats that the piece touches:
// ceil((first % 4 + count) / 4) threads, in blocks of 256.
extern "C" __global__ void scale_piece(float* x, int first, int count, float s);

// total[0] = total[0] + losses[0] + ... + losses[n - 1]. One thread per element, on ceil(n / 256) blocks.
extern "C" __global__ void sum_losses(const float* losses, float* total, int n);

// y[i] = the larger of x[i] and 0, for 0 <= i < n. Four elements per thread, on ceil(n / 1024) blocks.
constexpr int PER_THREAD = 4;
extern "C" __global__ void relu(const float* x, float* y, int n);

// --- What `diagnose` states.

// What is wrong, and what the `cost` of a diagnosis counts: what the kernel needs once this fault is fixed,
// and nothing else is changed.
enum FaultOfKernel {
  NOT_DIAGNOSED,
  LOADS_BEHIND_STORES,    // cost: bytes that a thread has in flight each time it waits for loads
  DIVERGENT_BARRIER,      // cost: __syncthreads() that a block passes in the launch
  UNCOALESCED_ACCESS,     // cost: sectors per request of the statement's costliest global access
  UNINITIALIZED_READ,     // cost: reads of memory that nothing has written
  BANK_CONFLICTS,         // cost: wavefronts per request of the statement's costliest shared access
  MISSING_WARP_BARRIER,   // cost: __syncwarp() that a warp passes in the launch
  OUT_OF_BOUNDS_ACCESS,   // cost: accesses outside the arrays
  ATOMIC_PER_THREAD,      // cost: atomic requests that a block makes
  MISALIGNED_ACCESS,      // cost: bytes that a lane moves in one access of the statement
  MISSING_BLOCK_BARRIER,  // cost: __syncthreads() that a block passes in each round of the loop
};

// The statement is the number in the comment at its end, in your file as you got it; given_kernels.cu keeps
// those kernels with their numbers. It is not where you will change something, but where the fault shows:
// what `./course explain` calls costly, or what a failed check or compute-sanitizer names.
struct Diagnosis {
  int fault;      // of FaultOfKernel
  int statement;  // of a race either of the two
  int cost;
};

// Where each kernel's diagnosis is in `answers`.
enum DiagnosedKernel {
  OF_ADD_BIAS,
  OF_TRANSPOSE,
  OF_CAUSAL_CONV,
  OF_QUANTIZE,
  OF_RMS_NORM,
  OF_SCALE_PIECE,
  OF_SUM_LOSSES,
  OF_RELU,
  DIAGNOSED_KERNELS
};

// Stores the eight diagnoses. Launched on one thread.
extern "C" __global__ void diagnose(Diagnosis* answers);
