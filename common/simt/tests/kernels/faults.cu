#include <cuda_runtime.h>

extern "C" __global__ void read_past_the_end(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = in[i];  // one too many
}
extern "C" __global__ void write_before_the_start(float* out) {
  out[static_cast<int>(threadIdx.x) - 3] = 1;  // before the start
}
extern "C" __global__ void read_null(const float* nothing, float* out) {
  out[0] = nothing[2];  // null
}
extern "C" __global__ void past_the_tile(float* out) {
  __shared__ float tile[16];
  tile[threadIdx.x] = 1;  // past the tile
  __syncthreads();
  out[threadIdx.x % 16] = tile[0];
}
extern "C" __global__ void misaligned(const float* in, float4* out) {
  out[threadIdx.x] = *reinterpret_cast<const float4*>(in + threadIdx.x);  // misaligned
}
extern "C" __global__ void barrier_in_a_branch(float* out) {
  if (threadIdx.x < 20) {
    out[threadIdx.x] = 1;
    __syncthreads();  // in a branch
  }
}
extern "C" __global__ void return_before_the_barrier(int* out) {
  __shared__ int line[64];
  if (threadIdx.x % 2 == 0) return;
  line[threadIdx.x] = 1;
  __syncthreads();  // the odd ones
  out[threadIdx.x] = line[threadIdx.x];
}
extern "C" __global__ void two_barriers(float* out) {
  if (threadIdx.x % 2 == 0) {
    __syncthreads();  // even threads
    out[0] = 1;
  } else {
    __syncthreads();  // odd threads
    out[1] = 2;
  }
}
extern "C" __global__ void divide(int* out, int divisor) {
  out[threadIdx.x] = 100 / (divisor - static_cast<int>(threadIdx.x));  // divide
}
extern "C" __global__ void endless(volatile int* out) {
  if (blockIdx.x == 1) {
    while (true) {  // endless, with nothing in it
    }
  }
  out[threadIdx.x + blockDim.x * blockIdx.x] = 1;
}
extern "C" __global__ void endless_access(volatile int* out) {
  while (out[0] == 0) out[1] = 1;  // endless, with accesses
}
__device__ int deep(int n) {
  volatile int local[256];
  local[n % 256] = n;
  return n < 0 ? local[0] : deep(n + 1) + local[(n + 7) % 256];  // too deep
}
extern "C" __global__ void overflow(int* out) { out[0] = deep(1); }

extern "C" __global__ void large_local_array(int* out, int n) {
  int local[200000];  // larger than a stack
  for (int i = 0; i < n; ++i) local[i] = i;
  out[0] = local[n - 1];
}

extern "C" __global__ void no_barrier(const int* in, int* out) {
  __shared__ int line[64];
  line[threadIdx.x] = in[threadIdx.x];        // filled
  out[threadIdx.x] = line[63 - threadIdx.x];  // read too early
}
extern "C" __global__ void second_barrier_missing(const int* in, int* out) {
  __shared__ int line[64];
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    line[threadIdx.x] = in[threadIdx.x + i];  // written again
    __syncthreads();
    sum += line[(threadIdx.x + 1) % 64];  // still being read
  }
  out[threadIdx.x] = sum;
}
extern "C" __global__ void two_writers(int* out) {
  __shared__ int one;
  one = threadIdx.x;  // all write one
  __syncthreads();
  out[threadIdx.x] = one;
}
extern "C" __global__ void never_written(const int* in, int* out) {
  __shared__ int line[64];
  if (threadIdx.x < blockDim.x / 2) line[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = line[threadIdx.x] + in[threadIdx.x];  // nothing there
}
extern "C" __global__ void last_block_faults(int* out, int last) {
  out[blockIdx.x] = 1;
  if (blockIdx.x >= last) out[-1] = 1;  // in several blocks
}
extern "C" __global__ void prints(int* out) {
  if (threadIdx.x == 0) printf("block %d of %d: %s\n", blockIdx.x, gridDim.x, "hello");
  out[threadIdx.x] = 0;
}
struct Trio {
  float x, y, z;
};
extern "C" __global__ void a_third_of_a_struct(float* out) {
  __shared__ Trio tile[32];
  tile[threadIdx.x].x = 1;
  const Trio whole = tile[threadIdx.x];  // two members too many
  out[threadIdx.x] = whole.z - whole.y * whole.x;
}
extern "C" __global__ void does_nothing(int* out) {  // its name stands here
  // Nothing.
}
extern "C" __global__ void dynamic_tile(float* out) {
  extern __shared__ float tile[];  // as past_the_tile() names its own
  tile[threadIdx.x] = 1;           // past what there is
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
extern "C" __global__ void stores_by_atomics(int* out) {
  atomicExch(&out[threadIdx.x], 1);  // nothing to change
}
extern "C" __global__ void end_out_of_reach(int* out) {
  __syncthreads();
  __builtin_unreachable();
}

// ---- what a launch still does behind a read outside of an array

extern "C" __global__ void reads_beyond_and_races(const int* in, int* out) {
  __shared__ int mirrored[64];
  mirrored[threadIdx.x] = in[threadIdx.x + 1];    // one beyond
  out[threadIdx.x] = mirrored[63 - threadIdx.x];  // too early all the same
}
extern "C" __global__ void leads_out(const int* next, int* out) {
  int at = 1;
  while (at >= 0) at = next[at];  // leads out
  out[0] = at;
}
extern "C" __global__ void wrong_altogether(const int* in, int* out, int n) {
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) {
    out[blockIdx.x] = in[n + i];  // wrong altogether
  }
}
extern "C" __global__ void reads_then_writes_beyond(const int* in, int* out, int n) {
  const int value = in[n];  // the cause
  out[n + value] = 1;       // the consequence
}
extern "C" __global__ void busy_blocks(volatile int* out, int rounds) {
  for (int i = 0; i < rounds; ++i) out[blockIdx.x] = i;  // busy
}
__device__ __noinline__ long fibonacci(const int* in, int n) {
  if (n < 2) return in[n];
  return fibonacci(in, n - 1) + fibonacci(in, n - 2);  // endless, and no loop
}
extern "C" __global__ void endless_recursion(const int* in, long* out) { *out = fibonacci(in, 60); }
