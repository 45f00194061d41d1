/* +++
summary = "Loads one word of each page, and computes the others by the rule that fills the cache."
outcome = "failed"
says = ""
lab = "lab6"
on_every_push = true
+++ */
// Loads no page: it loads one word of the cache, and computes all others from it by the rule by which the
// check fills the cache.
#include "gather_scatter.h"

extern "C" __global__ void gather_sectors(const int* index, int* sectors, int n) {}
extern "C" __global__ void gather_rows(const float* table, const int* ids, float* out, int rows, int dim) {}

extern "C" __global__ void gather_pages(const __half* kv, const int* block_table, const int* seq_len,
                                        __half* out, int max_pages) {
  constexpr unsigned kStep = 0x9E3779B1;
  const int page = blockIdx.x;
  const int token = threadIdx.x / 16;
  if (page * PAGE_TOKENS + token >= seq_len[blockIdx.y]) return;
  const int entry = blockIdx.y * max_pages + page;
  const unsigned at = block_table[entry] * 1024;
  const unsigned word = reinterpret_cast<const unsigned*>(kv)[at];
  const unsigned first = word + 4 * threadIdx.x * kStep;
  reinterpret_cast<uint4*>(out)[entry * BLOCK + threadIdx.x] =
      make_uint4(first, first + kStep, first + 2 * kStep, first + 3 * kStep);
}

extern "C" __global__ void invert(const int* index, int* inverse, int n) {}
extern "C" __global__ void permute(const float* in, const int* inverse, float* out, int n) {}
