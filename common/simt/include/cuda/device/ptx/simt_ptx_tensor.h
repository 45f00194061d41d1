// Tensor-core instructions of inline PTX that are made of others.
#pragma once

#include "../tensor_cores/simt_matrix.h"

extern "C" __device__ unsigned simt_ptx_transposed_matrix(unsigned halves) {
  return simt_matrix::transposed(halves);
}
