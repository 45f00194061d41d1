/* +++
summary = "Has one lane of each warp load its row in pieces of 16 bytes, and count alone."
outcome = "failed"
says = "the load of `index`"
line_of = "const int4 four"
earns = 15
lab = "lab6"
+++ */
// One lane of each warp loads the whole row, 16 bytes at a time, and counts alone.
#include "gather_scatter.h"

extern "C" __global__ void gather_sectors(const int* index, int* sectors, int n) {
  const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
  if (row >= n || threadIdx.x % WARP != 0) return;
  const int4* const from = reinterpret_cast<const int4*>(index + row * WARP);
  int element[WARP];
#pragma unroll
  for (int i = 0; i < WARP / 4; ++i) {
    const int4 four = from[i];
    element[4 * i] = four.x;
    element[4 * i + 1] = four.y;
    element[4 * i + 2] = four.z;
    element[4 * i + 3] = four.w;
  }
  int count = 0;
  for (int i = 0; i < WARP; ++i) {
    bool is_new = element[i] >= 0;
    for (int j = 0; j < i; ++j)
      if (element[j] >= 0 && element[j] / 8 == element[i] / 8) is_new = false;
    count += is_new;
  }
  sectors[row] = count;
}

extern "C" __global__ void gather_rows(const float* table, const int* ids, float* out, int rows, int dim) {}
extern "C" __global__ void gather_pages(const __half* kv, const int* block_table, const int* seq_len,
                                        __half* out, int max_pages) {}
extern "C" __global__ void invert(const int* index, int* inverse, int n) {}
extern "C" __global__ void permute(const float* in, const int* inverse, float* out, int n) {}
