// Other ways to write the transpose through a tile of 32 x 32, and the one of 16 x 16, launched as the lab's
// are. research/limits/launches.cu times each beside the reference.
#include "tiled_transpose.h"

// The tiles that lie above one another make columns. Blocks start by rising number; here `STRIP` columns at a
// time are walked down together, row by row. 0: all columns, which is the order of the lab's grid.
template <int STRIP>
__device__ int2 tile_of_block(int tile) {
  if (STRIP == 0) return make_int2(blockIdx.y * tile, blockIdx.x * tile);
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  const unsigned first = block / (STRIP * gridDim.y) * STRIP;
  const unsigned within = block % (STRIP * gridDim.y);
  const unsigned columns = min(unsigned(STRIP), gridDim.x - first);  // the last strip may be narrower
  return make_int2(within / columns * tile, (first + within % columns) * tile);
}

// Plain accesses, or ones that say: not needed again.
enum class Hint { none, streaming };

template <Hint HINT, class T>
__device__ T load(const T* from) {
  return HINT == Hint::streaming ? __ldcs(from) : *from;
}

template <Hint HINT, class T>
__device__ void store(T* to, T value) {
  if (HINT == Hint::streaming) {
    __stcs(to, value);
  } else {
    *to = value;
  }
}

// The reference's tile: four floats a thread, pitch 33.
template <int STRIP, Hint HINT>
__device__ void through_floats(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  __shared__ float tile[TILE][TILE + 1];
  const int2 corner = tile_of_block<STRIP>(TILE);
  const int col = corner.y + threadIdx.x;
  float element[TILE / BLOCK_ROWS] = {};
#pragma unroll
  for (int i = 0; i < TILE / BLOCK_ROWS; ++i) {
    const int row = corner.x + threadIdx.y + i * BLOCK_ROWS;
    if (row < rows && col < cols) element[i] = load<HINT>(&in[row * cols + col]);
  }
#pragma unroll
  for (int i = 0; i < TILE / BLOCK_ROWS; ++i) tile[threadIdx.y + i * BLOCK_ROWS][threadIdx.x] = element[i];
  __syncthreads();
  const int row = corner.x + threadIdx.x;
#pragma unroll
  for (int i = 0; i < TILE / BLOCK_ROWS; ++i) {
    const int c = corner.y + threadIdx.y + i * BLOCK_ROWS;
    if (c < cols && row < rows)
      store<HINT>(&out[c * rows + row], tile[threadIdx.x][threadIdx.y + i * BLOCK_ROWS]);
  }
}

// One float4 a thread each way, for whole tiles whose rows are aligned. Four lanes' rows of eight float4 meet
// banks r + 4 q + k and, read back, 4 q + k + c: all 32 each time.
template <int STRIP, Hint HINT>
__device__ void through_vectors(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  __shared__ float tile[TILE][TILE + 1];
  const int2 corner = tile_of_block<STRIP>(TILE);
  const int thread = threadIdx.y * TILE + threadIdx.x;
  const int line = thread / 8;
  const int quad = thread % 8 * 4;
  const float4 from =
      load<HINT>(reinterpret_cast<const float4*>(&in[(corner.x + line) * cols + corner.y + quad]));
  tile[line][quad] = from.x;
  tile[line][quad + 1] = from.y;
  tile[line][quad + 2] = from.z;
  tile[line][quad + 3] = from.w;
  __syncthreads();
  const float4 to =
      make_float4(tile[quad][line], tile[quad + 1][line], tile[quad + 2][line], tile[quad + 3][line]);
  store<HINT>(reinterpret_cast<float4*>(&out[(corner.y + line) * rows + corner.x + quad]), to);
}

// The same with a 16-byte store to the tile, whose pieces of four are swizzled instead of padded.
template <int STRIP, Hint HINT>
__device__ void through_swizzled_vectors(const float* __restrict__ in, float* __restrict__ out, int rows,
                                         int cols) {
  __shared__ float4 tile[TILE][TILE / 4];
  const int2 corner = tile_of_block<STRIP>(TILE);
  const int thread = threadIdx.y * TILE + threadIdx.x;
  const int line = thread / 8;
  const int quad = thread % 8;
  tile[line][quad ^ (line / 4)] =
      load<HINT>(reinterpret_cast<const float4*>(&in[(corner.x + line) * cols + corner.y + 4 * quad]));
  __syncthreads();
  const float* const words = reinterpret_cast<const float*>(tile);
  const int place = 4 * (line / 4 ^ quad) + line % 4;  // of column `line` in each of four neighbouring rows
  const float* const column = words + 4 * quad * TILE + place;
  const float4 to = make_float4(column[0], column[TILE], column[2 * TILE], column[3 * TILE]);
  store<HINT>(reinterpret_cast<float4*>(&out[(corner.y + line) * rows + corner.x + 4 * quad]), to);
}

extern "C" __global__ void padded_streaming(const float* in, float* out, int rows, int cols) {
  through_floats<0, Hint::streaming>(in, out, rows, cols);
}
extern "C" __global__ void padded_down(const float* in, float* out, int rows, int cols) {
  through_floats<1, Hint::none>(in, out, rows, cols);
}
extern "C" __global__ void padded_strips_2(const float* in, float* out, int rows, int cols) {
  through_floats<2, Hint::none>(in, out, rows, cols);
}
extern "C" __global__ void padded_strips_4(const float* in, float* out, int rows, int cols) {
  through_floats<4, Hint::none>(in, out, rows, cols);
}
extern "C" __global__ void padded_strips_16(const float* in, float* out, int rows, int cols) {
  through_floats<16, Hint::none>(in, out, rows, cols);
}
extern "C" __global__ void padded_vectors(const float* in, float* out, int rows, int cols) {
  through_vectors<0, Hint::none>(in, out, rows, cols);
}
extern "C" __global__ void padded_vectors_streaming(const float* in, float* out, int rows, int cols) {
  through_vectors<0, Hint::streaming>(in, out, rows, cols);
}
extern "C" __global__ void padded_vectors_down(const float* in, float* out, int rows, int cols) {
  through_vectors<1, Hint::none>(in, out, rows, cols);
}
extern "C" __global__ void padded_vectors_strips_2(const float* in, float* out, int rows, int cols) {
  through_vectors<2, Hint::none>(in, out, rows, cols);
}
extern "C" __global__ void padded_vectors_swizzled(const float* in, float* out, int rows, int cols) {
  through_swizzled_vectors<0, Hint::none>(in, out, rows, cols);
}
extern "C" __global__ void padded_vectors_swizzled_down(const float* in, float* out, int rows, int cols) {
  through_swizzled_vectors<1, Hint::none>(in, out, rows, cols);
}

// transpose_tile16 without its conflicts: two rows of the block are one row of the tile (in the catalogue,
// too).
extern "C" __global__ void tile16_no_conflicts(const float* __restrict__ in, float* __restrict__ out,
                                               int rows, int cols) {
  __shared__ float tile[SMALL_TILE / 2][2 * SMALL_TILE + 2];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int tile_row = blockIdx.y * SMALL_TILE;
  const int tile_col = blockIdx.x * SMALL_TILE;
  if (tile_row + y < rows && tile_col + x < cols)
    tile[y / 2][SMALL_TILE * (y % 2) + x] = in[(tile_row + y) * cols + tile_col + x];
  __syncthreads();
  if (tile_col + y < cols && tile_row + x < rows)
    out[(tile_col + y) * rows + tile_row + x] = tile[x / 2][SMALL_TILE * (x % 2) + y];
}

// copy_rows of the lab, in strips: whether a copy feels the order of its blocks.
template <int STRIP>
__device__ void copy(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  const int2 corner = tile_of_block<STRIP>(TILE);
  const int col = corner.y + threadIdx.x;
#pragma unroll
  for (int i = 0; i < TILE; i += BLOCK_ROWS) {
    const int row = corner.x + threadIdx.y + i;
    if (row < rows && col < cols) out[row * cols + col] = in[row * cols + col];
  }
}

extern "C" __global__ void copy_down(const float* in, float* out, int rows, int cols) {
  copy<1>(in, out, rows, cols);
}
extern "C" __global__ void copy_strips_4(const float* in, float* out, int rows, int cols) {
  copy<4>(in, out, rows, cols);
}
