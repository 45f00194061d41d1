// A warp that passes 32 values through shared memory, in several ways.
#include <cuda_runtime.h>

constexpr unsigned kAll = 0xFFFFFFFF;

// `distance`: how far away the thread is whose value a thread loads; 0: its own.
extern "C" __global__ void passes(const float* in, float* out, int distance, int how) {
  __shared__ __align__(16) float tile[128];
  const int i = threadIdx.x;
  const int other = (i + distance) % 32;
  if (how == 0) {  // plain
    tile[i] = in[i];
    __syncthreads();
    out[i] = tile[other];
  } else if (how == 1) {  // both a value of its own and another thread's
    tile[i] = in[i];
    __syncwarp();
    out[i] = tile[i] + tile[other];
  } else if (how == 2) {  // twice, in a loop
    tile[i] = in[i];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 2 * distance + 2; ++k) sum += tile[(i + k * distance) % 32];
    out[i] = sum;
  } else if (how == 3) {  // read at once: no barrier has changed it yet
    tile[i] = in[i];
    float own = *static_cast<volatile float*>(tile + i);
    __syncthreads();
    out[i] = own + tile[other];
  } else {  // stored by another thread in the meantime
    tile[i] = in[i];
    __syncthreads();
    const float passed = tile[(i + 1) % 32];
    __syncthreads();
    tile[(i + 31) % 32] = passed;
    __syncthreads();
    out[i] = tile[i];
  }
}

// A matrix of 8 x 8 halves is 32 words: lane l stores word l, and ldmatrix gives it word l, or if `is_moved` another lane's.
extern "C" __global__ void by_matrices(const unsigned* in, unsigned* out, int is_moved) {
  __shared__ __align__(16) unsigned tile[32];
  const int i = threadIdx.x;
  tile[(i + 4 * is_moved) % 32] = in[i];
  __syncwarp();
  const unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(tile + i % 8 * 4));
  unsigned word = 0;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(word) : "r"(row) : "memory");
  out[i] = word;
}
