// Kernels whose outcome depends on the order of threads, and one whose sum only rounds differently.
#include <cuda_runtime.h>

// Each thread takes the element whose number the block's counter has.
extern "C" __global__ void takes_turns(const int* in, int* out) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  const int turn = atomicAdd(&next, 1);  // who comes first
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + turn];
}

// The same, but each thread also writes where it read: right in every order.
extern "C" __global__ void queues(const int* in, int* out) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  const int turn = atomicAdd(&next, 1);
  out[blockIdx.x * blockDim.x + turn] = in[blockIdx.x * blockDim.x + turn];
}

// Block 0 is taken to come first.
extern "C" __global__ void begins_with_block_0(int* total) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicExch(total, 1);  // whatever others have added
  } else {
    atomicAdd(total, 1);
  }
}

// Reads beyond its array, unless the counter is at the lane's own number.
extern "C" __global__ void reads_beyond(const int* in, int* out) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  const int turn = atomicAdd(&next, 1);
  out[threadIdx.x] = in[turn == static_cast<int>(threadIdx.x) ? turn : 1 << 20];  // beyond
}

// Ends only if blocks begin in the order of their numbers.
extern "C" __global__ void waits_out_of_turn(int* counter, int* flag) {
  if (threadIdx.x != 0 || atomicAdd(counter, 1) == static_cast<int>(blockIdx.x)) return;
  while (atomicAdd(flag, 0) == 0) {  // nobody sets it
  }
}

extern "C" __global__ void adds_floats(const float* in, float* sum) { atomicAdd(sum, in[threadIdx.x]); }
