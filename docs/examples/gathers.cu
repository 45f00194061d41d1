// Addresses that the data decides: of the handbook's chapter.
#include <cuda_runtime.h>

// [gather]
extern "C" __global__ void gather(const float* in, const int* index, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int from = index[i];
  out[i] = in[from];
}
// [/gather]

// [scatter]
extern "C" __global__ void scatter(const float* in, const int* index, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int to = index[i];
  out[to] = in[i];
}
// [/scatter]

// [rows]
extern "C" __global__ void gather_rows(const float4* table, const int* index, float4* out) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  out[row * 32 + lane] = table[index[row] * 32 + lane];
}
// [/rows]

// [short_rows]
constexpr int ROW_VECTORS = 2;  // rows of 8 floats

extern "C" __global__ void gather_short_rows(const float4* table, const int* index, float4* out) {
  const int lane = threadIdx.x % 32;
  // The first of this warp's 32 rows; each lane loads the id of one.
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32;
  const int mine = index[first + lane];
  for (int i = 0; i < ROW_VECTORS; ++i) {
    const int piece = i * 32 + lane;  // of the 64 that the warp moves
    const int row = __shfl_sync(0xFFFFFFFF, mine, piece / ROW_VECTORS);
    out[first * ROW_VECTORS + piece] = table[row * ROW_VECTORS + piece % ROW_VECTORS];
  }
}
// [/short_rows]

// [bring_back]
extern "C" __global__ void gather_and_bring_back(const float* in, const int* sorted, const int* position,
                                                 float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = in[sorted[i]];
  out[position[i]] = value;
}
// [/bring_back]

// [invert]
extern "C" __global__ void invert(const int* index, int* inverse) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  inverse[index[i]] = i;
}
// [/invert]

// [count]
extern "C" __global__ void count(const int* bin, unsigned* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&counts[bin[i]], 1u);
}
// [/count]
