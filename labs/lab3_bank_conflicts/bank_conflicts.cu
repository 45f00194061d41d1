// Lab 3, bank-conflict detector. This is the only file you edit.
// The contract is in bank_conflicts.h, the task in README.md. Run `ctest -L lab3`, or `./course check lab3`.
#include "bank_conflicts.h"

extern "C" __global__ void conflict_probe(float* out, long long* cycles, int stride, int rounds) {
  // TODO: fill a shared array, then time `rounds` loads of word l * stride by each lane l.
}

extern "C" __global__ void detect_conflicts(const int* addresses, const unsigned* active, int* degree,
                                            int n) {
  // TODO: one warp per row. Which lanes want a word of my bank? How many different words are these?
}

extern "C" __global__ void column_sum_padded(const float* in, float* out, int tiles) {
  // TODO: a tile whose rows are longer than needed, so that a column is spread over all banks.
}

extern "C" __global__ void column_sum_swizzled(const float* in, float* out, int tiles) {
  // TODO: the same in 32 x 32 words: give each element another place in its row.
}
