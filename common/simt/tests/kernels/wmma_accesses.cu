// One warp loads or stores one fragment, as those launches of an H200 that data/h200_wmma_accesses.csv and
// data/h200_wmma_fragments.csv hold. A kernel's name is its row's: ld_f16_16x16x16_a_row_shared.
//
// A matrix has 32 rows or columns of `ldm` elements, each of which holds its number as bits. The GPU's
// program, agreement/patterns/measure_wmma.cu, includes this file.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

extern __shared__ __align__(256) unsigned char tile[];

// The kernel's only loads and stores of shared memory, but those of the fragment. Not unrolled: there are hundreds of kernels.
__device__ void fill_tile(const unsigned char* data, unsigned bytes) {
#pragma unroll 1
  for (unsigned i = threadIdx.x; i < bytes; i += 32) tile[i] = data[i];
  __syncthreads();
}

template <class F, class E>
__device__ void load(F& fragment, const E* from, unsigned ldm, wmma::layout_t) {
  wmma::load_matrix_sync(fragment, from, ldm);  // an operand
}
template <int M, int N, int K, class T>
__device__ void load(wmma::fragment<wmma::accumulator, M, N, K, T>& fragment, const T* from, unsigned ldm,
                     wmma::layout_t layout) {
  wmma::load_matrix_sync(fragment, from, ldm, layout);  // a sum
}

template <class F, bool IsShared, class E>
__device__ void load_kernel(const E* data, E* out, unsigned ldm, wmma::layout_t layout) {
  F fragment;
  if (IsShared) {
    fill_tile(reinterpret_cast<const unsigned char*>(data), 32 * ldm * sizeof(E));
    load(fragment, reinterpret_cast<const E*>(tile), ldm, layout);
  } else {
    load(fragment, data, ldm, layout);
  }
#pragma unroll
  for (int i = 0; i < fragment.num_elements; ++i)
    out[threadIdx.x * fragment.num_elements + i] = fragment.x[i];
}

template <class F, bool IsShared, class E>
__device__ void store_kernel(E* out, unsigned ldm, wmma::layout_t layout) {
  F fragment;
#pragma unroll
  for (int i = 0; i < fragment.num_elements; ++i)
    fragment.x[i] = static_cast<E>(static_cast<int>(threadIdx.x));
  wmma::store_matrix_sync(IsShared ? reinterpret_cast<E*>(tile) : out, fragment, ldm, layout);  // stored
}

#define LOAD(type, M, N, K, use, layout, space, E, is_shared, order, ...)                                    \
  extern "C" __global__ void ld_##type##_##M##x##N##x##K##_##use##_##layout##_##space(const E* data, E* out, \
                                                                                      unsigned ldm) {        \
    load_kernel<wmma::fragment<__VA_ARGS__>, is_shared, E>(data, out, ldm, order);                           \
  }
#define STORE(type, M, N, K, layout, space, E, is_shared, order)                                  \
  extern "C" __global__ void st_##type##_##M##x##N##x##K##_c_##layout##_##space(const E*, E* out, \
                                                                                unsigned ldm) {   \
    store_kernel<wmma::fragment<wmma::accumulator, M, N, K, E>, is_shared, E>(out, ldm, order);   \
  }
#include "wmma_fragments.inc"
