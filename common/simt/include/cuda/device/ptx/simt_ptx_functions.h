// What instructions of inline PTX do, where that takes more than an instruction of LLVM's: simtcc compiles
// this file when a kernel needs one of them. Registers are integers of their width, names those of the
// instruction.
#include "../simt_device.h"
#include "../tensor_cores/simt_matrix.h"
#include "simt_ptx_bits.h"
#include "simt_ptx_conversions.h"
#include "simt_ptx_floats.h"

extern "C" {

// shfl.sync: the lane that is read, and 0x100 if that is in range. `mode` as simt_warp::Shuffle has it.
__device__ unsigned simt_ptx_shuffle_source(unsigned mode, unsigned operand, unsigned clamps) {
  const unsigned lane = simt_warp::lane();
  const unsigned by = operand & 31U;
  const unsigned segment = clamps >> 8 & 31U;
  const unsigned last = (lane & segment) | (clamps & 31U & ~segment);
  const unsigned source = mode == 0   ? (lane & segment) | (by & ~segment)
                          : mode == 1 ? lane - by
                          : mode == 2 ? lane + by
                                      : lane ^ by;
  const bool is_in_range = mode == 1 ? static_cast<int>(source) >= static_cast<int>(last) : source <= last;
  return is_in_range ? source | 0x100U : lane;
}

// The threads that a barrier is for where the statement does not say.
__device__ unsigned simt_ptx_block_threads() {
  return simt_block_dim_x() * simt_block_dim_y() * simt_block_dim_z();
}

// bar.red with a number of threads. Only that of the whole block is supported, because the machine does not count a part of it.
__device__ int simt_ptx_barrier_count(unsigned threads, int predicate) {
  if (threads != simt_ptx_block_threads()) simt_trap("bar.red of a part of a block is not supported");
  return simt_barrier_count(predicate);
}

// movmatrix
__device__ unsigned simt_ptx_transposed_matrix(unsigned halves) { return simt_matrix::transposed(halves); }
}
