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
// 1 in a cooperative launch, else 0.
SIMT_INDEX unsigned simt_is_cooperative();
// The address of the block's shared memory.
SIMT_INDEX unsigned long long simt_shared_base();

SIMT_RUNTIME void simt_barrier();
// Returns how many of the block's threads passed a predicate that is not 0.
SIMT_RUNTIME int simt_barrier_count(int predicate);
// All threads of the grid.
SIMT_RUNTIME void simt_sync_grid();
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

// Asynchronous copies: source and target of one, of `width` bytes, 4, 8 or 16; then groups of them.
SIMT_RUNTIME void simt_copy_source(const void* global, unsigned bytes, unsigned width);
SIMT_RUNTIME void simt_copy_async(void* shared, unsigned width, unsigned bypasses_l1);
SIMT_RUNTIME void simt_commit_async();
SIMT_RUNTIME void simt_wait_async(unsigned groups);
// Phase barriers (mbarrier). `step` and `how`: module_abi.h.
SIMT_RUNTIME void simt_init_phases(void* barrier, unsigned count);
SIMT_RUNTIME unsigned simt_arrive_phase(void* barrier, unsigned count, unsigned step);
SIMT_RUNTIME unsigned simt_wait_phase(void* barrier, unsigned parity, unsigned how);
SIMT_RUNTIME void simt_named_barrier(unsigned number, unsigned threads, unsigned waits);

// `what`: as simt_texture.h and simt_surface.h number it. Coordinates are bits.
SIMT_RUNTIME simt_pair simt_fetch_texture(unsigned long long texture, unsigned what, unsigned x, unsigned y,
                                          unsigned z, unsigned layer);
SIMT_RUNTIME simt_pair simt_surface_load(unsigned long long surface, unsigned what, unsigned x, unsigned y,
                                         unsigned z);
SIMT_RUNTIME void simt_surface_store(unsigned long long surface, unsigned what, unsigned x, unsigned y,
                                     unsigned z, unsigned long long low, unsigned long long high);
SIMT_RUNTIME unsigned long long simt_clock();

// The memory that an address lies in, as simt::Space numbers it.
SIMT_RUNTIME unsigned simt_space_of(unsigned long long address);
// The heap. 0: it has no room.
SIMT_RUNTIME unsigned long long simt_allocate(unsigned long long bytes);
SIMT_RUNTIME void simt_release(unsigned long long address);

// Whether a pointer leads to shared memory.
SIMT_INDEX int simt_is_shared(const void* pointer);
// Whether it leads to a kernel's parameter that is __grid_constant__.
SIMT_INDEX int simt_is_grid_constant(const void* pointer);

// Tensor-core instructions; `what` as contract/matrix_abi.h numbers it. All lanes of the warp come.
SIMT_RUNTIME simt_pair simt_load_matrix(unsigned what, const void* row);
SIMT_RUNTIME void simt_store_matrix(unsigned what, void* row, unsigned long long low,
                                    unsigned long long high);
SIMT_RUNTIME simt_pair simt_multiply_matrices(unsigned what, unsigned long long a_low,
                                              unsigned long long a_high, unsigned long long b,
                                              unsigned long long c_low, unsigned long long c_high);

// Each of these stops the launch.
SIMT_RUNTIME __attribute__((noreturn)) void simt_trap(const char* message);
SIMT_RUNTIME __attribute__((noreturn)) void simt_assertion(const char* expression);
}

#undef SIMT_RUNTIME
#undef SIMT_INDEX
