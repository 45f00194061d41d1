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

extern "C" __global__ void read_meanwhile(const int* in, int* found, int* out) {
  out[threadIdx.x] = *found;            // read
  if (in[threadIdx.x] < 0) *found = 1;  // written meanwhile
}

extern "C" __global__ void shared_flag(const int* in, int* out) {
  __shared__ int any;
  if (threadIdx.x == 0) any = 0;
  __syncthreads();
  if (in[threadIdx.x] < 0) any = 1;  // in shared memory
  __syncthreads();
  out[threadIdx.x] = any;
}
