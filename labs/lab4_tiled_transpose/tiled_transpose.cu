// Lab 4, tiled transpose. This is the only file you edit.
// The contract is in tiled_transpose.h, the task in README.md. Run `ctest -L lab4`, or `./course check lab4`.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  // TODO: read a 32 x 32 tile of `in` row by row into shared memory, then write it to `out` row by row.
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  // TODO: the same, with a tile whose columns are spread over all banks.
}

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  // TODO: the same with a 16 x 16 tile. Look at the cost of every line: where do its bank conflicts come
  // from?
}
