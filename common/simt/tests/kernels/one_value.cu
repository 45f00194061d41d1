// Stores to one element in no order: of one value, of several, and with a reader among the threads.
#include <cuda_runtime.h>

extern "C" __global__ void raise_flag(const int* in, int* found) {
  if (in[blockIdx.x * blockDim.x + threadIdx.x] < 0) *found = 1;  // all the same
}

extern "C" __global__ void note_limit(int* found, int limit) {
  *found = 2 * limit + 1;  // of a parameter
}

extern "C" __global__ void two_lines(const int* in, int* found) {
  if (in[threadIdx.x] < 0) {
    *found = 7;  // the one
  } else {
    *found = 7;  // the other
  }
}

extern "C" __global__ void two_values(const int* in, int* found) {
  if (in[threadIdx.x] < 0) {
    *found = 1;  // of the negative
  } else {
    *found = 2;  // of the others
  }
}

extern "C" __global__ void last_thread(int* found) {
  *found = static_cast<int>(threadIdx.x);  // each its own
}

extern "C" __global__ void report_one(const int* in, int* found) {
  if (in[threadIdx.x] < 0) *found = static_cast<int>(threadIdx.x);  // whoever found it
}

extern "C" __global__ void report_in_range(int* found, int n) {
  if (threadIdx.x < n) *found = static_cast<int>(threadIdx.x);  // whoever is there
}

extern "C" __global__ void report_to_neighbours(const int* in, int* found) {
  if (in[threadIdx.x] < 0) found[threadIdx.x / 2] = static_cast<int>(threadIdx.x);  // two a place
}

extern "C" __global__ void report_and_clear(const int* in, int* found) {
  if (in[threadIdx.x] < 0) *found = static_cast<int>(threadIdx.x);  // reported
  if (in[threadIdx.x] == 0) *found = -1;                            // cleared
}

extern "C" __global__ void read_meanwhile(const int* in, int* found, int* out) {
  out[threadIdx.x] = *found;            // read
  if (in[threadIdx.x] < 0) *found = 1;  // written meanwhile
}

extern "C" __global__ void count_votes(const int* in, int* votes, int of_warps) {
  const unsigned found = __ballot_sync(~0U, in[threadIdx.x] < 0);
  votes[threadIdx.x / 32 * of_warps] = __popc(found) + 1;  // each warp's own
}

extern "C" __global__ void tell_all(const int* in, int* out, int lane) {
  out[threadIdx.x / 32] = __shfl_sync(~0U, in[threadIdx.x], 5);             // of one lane
  out[2 + threadIdx.x / 32] = __shfl_sync(~0U, in[threadIdx.x], lane + 0);  // of whichever
}

extern "C" __global__ void vote_by_halves(const int* in, int* votes) {
  const unsigned half = threadIdx.x % 32 < 16 ? 0x0000FFFFU : 0xFFFF0000U;
  votes[threadIdx.x / 32] = __ballot_sync(half, in[threadIdx.x] < 0);  // each half's own
}

extern "C" __global__ void shared_flag(const int* in, int* out) {
  __shared__ int any;
  if (threadIdx.x == 0) any = 0;
  __syncthreads();
  if (in[threadIdx.x] < 0) any = 1;  // in shared memory
  __syncthreads();
  out[threadIdx.x] = any;
}
