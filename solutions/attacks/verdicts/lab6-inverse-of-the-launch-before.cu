/* +++
summary = "Stores each inverse from a variable that another launch has filled, coalesced."
outcome = "failed"
says = ""
lab = "lab6"
+++ */
// permute looks for the answer that invert left in a variable, and copies where there is none.
#include "gather_scatter.h"

__device__ int left[1 << 17];

extern "C" __global__ void gather_sectors(const int* index, int* sectors, int n) {}
extern "C" __global__ void gather_rows(const float* table, const int* ids, float* out, int rows, int dim) {}
extern "C" __global__ void gather_pages(const __half* kv, const int* block_table, const int* seq_len,
                                        __half* out, int max_pages) {}

extern "C" __global__ void invert(const int* index, int* inverse, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) left[index[i]] = i;
  if (i < n) inverse[i] = left[i];
}

extern "C" __global__ void permute(const float* in, const int* inverse, float* out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[left[i]];
}
