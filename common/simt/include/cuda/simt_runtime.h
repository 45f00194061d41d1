// What kernels ask of the machine: the functions of its runtime, as module_abi.h has them. simtcc knows them
// by name, and adds the context of the lane and the place of the call.
#pragma once

#include "simt_bits.h"
#include "simt_qualifiers.h"

// 16 bytes, as a texture gives them.
struct simt_pair {
  unsigned long long low;
  unsigned long long high;
};

// Two calls in two branches are two places, where lanes do not meet: no call becomes one with another
// (nomerge).
#define SIMT_RUNTIME __device__ __attribute__((nomerge))
// The answer never changes while a thread runs.
#define SIMT_INDEX __device__ __attribute__((const))

extern "C" {
SIMT_INDEX unsigned simt_thread_index_x();
SIMT_INDEX unsigned simt_thread_index_y();
SIMT_INDEX unsigned simt_thread_index_z();
SIMT_INDEX unsigned simt_block_index_x();
SIMT_INDEX unsigned simt_block_index_y();
SIMT_INDEX unsigned simt_block_index_z();
SIMT_INDEX unsigned simt_block_dim_x();
SIMT_INDEX unsigned simt_block_dim_y();
SIMT_INDEX unsigned simt_block_dim_z();
SIMT_INDEX unsigned simt_grid_dim_x();
SIMT_INDEX unsigned simt_grid_dim_y();
SIMT_INDEX unsigned simt_grid_dim_z();

SIMT_RUNTIME void simt_barrier();
// How many of the block's threads passed a predicate that is not 0.
SIMT_RUNTIME int simt_barrier_count(int predicate);
SIMT_RUNTIME void simt_fence(unsigned whole_device);

SIMT_RUNTIME void simt_sync_warp(unsigned mask);
SIMT_RUNTIME unsigned long long simt_shuffle(unsigned mask, unsigned long long value, unsigned how,
                                             int operand, int width);
SIMT_RUNTIME unsigned simt_ballot(unsigned mask, int predicate);
SIMT_RUNTIME unsigned simt_match(unsigned mask, unsigned long long value);
SIMT_RUNTIME unsigned simt_reduce(unsigned mask, unsigned value, unsigned how);
SIMT_RUNTIME unsigned simt_active_mask();

// `what` is an operation and a type, as simt_atomics.h numbers them. The values are bits, zero-extended.
SIMT_RUNTIME unsigned long long simt_atomic(unsigned what, void* address, unsigned long long value,
                                            unsigned long long compare);
SIMT_RUNTIME simt_pair simt_texture(unsigned long long texture, int index, unsigned bytes);
SIMT_RUNTIME unsigned long long simt_clock();

// These stop the launch.
SIMT_RUNTIME __attribute__((noreturn)) void simt_trap(const char* message);
SIMT_RUNTIME __attribute__((noreturn)) void simt_assertion(const char* expression);
}

#undef SIMT_RUNTIME
#undef SIMT_INDEX
