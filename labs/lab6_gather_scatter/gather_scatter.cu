// Lab 6, gather and scatter. This is the only file you edit.
// The contract is in gather_scatter.h, the task in README.md. Run `ctest -L lab6`, or `./course check lab6`.
#include "gather_scatter.h"

extern "C" __global__ void gather_sectors(const int* index, int* sectors, int n) {
  // TODO: one warp per row of 32 indices. Which lanes want an element of my sector? Count each sector once.
}

extern "C" __global__ void gather_rows(const float* table, const int* ids, float* out, int rows, int dim) {
  // TODO: one warp per group of rows. Load the group's ids together, then move its rows 16 bytes a lane.
}

extern "C" __global__ void gather_pages(const __half* kv, const int* block_table, const int* seq_len,
                                        __half* out, int max_pages) {
  // TODO: one block per page. Which token, and which 16 bytes of it, does a thread move?
}

extern "C" __global__ void invert(const int* index, int* inverse, int n) {
  // TODO: a scatter: element i says where i belongs.
}

extern "C" __global__ void permute(const float* in, const int* inverse, float* out, int n) {
  // TODO: a gather: element i of the result comes from inverse[i].
}
