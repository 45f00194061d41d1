// What no announcement tells: accesses through a local array's end, of odd sizes, over what calls saved on
// the stack.
#include <cuda_runtime.h>

struct Tail {
  int length;
  float values[4];
};

// The distance is the caller's, so that no compiler can know it.
extern "C" __global__ void reads_past_a_struct(const float* in, float* out, long distance) {
  Tail tail = {1, {2, 3, 4, 5}};
  float sum = 0;
  for (int i = 0; i < 2; ++i) sum += tail.values[i * distance];  // reads past
  out[0] = sum + in[0];
}

extern "C" __global__ void writes_past_a_struct(float* out, long distance) {
  Tail tail = {1, {2, 3, 4, 5}};
  for (int i = 0; i < 2; ++i) tail.values[i * distance] = 1.0F;  // writes past
  out[0] = tail.values[0];
}

__device__ __noinline__ void put(volatile long* at, long index, long value) {
  at[index] = value;  // writes there
}

// A word at a time from a local variable up: saved registers, frame pointer, return address.
extern "C" __global__ void overwrites_the_callers(float* out, long words) {
  volatile long own = 0;
  for (long i = 0; i < words; ++i) put(&own, i, i);
  out[0] = static_cast<float>(own);
}

struct Big {
  long words[64];
};

// The machine copies for clang++, the compiled code itself for g++.
extern "C" __global__ void copies_over_the_callers(const Big* in, float* out) {
  volatile long own = 0;
  put(&own, 0, 1);
  *reinterpret_cast<Big*>(const_cast<long*>(&own)) = *in;  // copies over
  out[0] = static_cast<float>(own);
}

struct Odd {
  unsigned low : 24;
  unsigned char high;
};

extern "C" __global__ void reads_three_bytes(const Odd* in, float* out) {
  out[threadIdx.x] = static_cast<float>(in[threadIdx.x].low);  // reads three
}

__constant__ const int steps[4] = {3, 1, 4, 1};

__device__ __noinline__ float sum_of(const float* values, int count) {
  float sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i];
  return sum;
}

// Honest: tables, local arrays by index, by pointer and in structs, copies of structs.
extern "C" __global__ void honest(const float* in, float* out, int n) {
  struct Sums {
    float part[8];
  } sums = {}, other;
  float own[12];
  for (int i = 0; i < n; ++i) own[i] = in[i];
  for (int i = 0; i < n; ++i) sums.part[(i + steps[i & 3]) & 7] += own[i];
  other = sums;
  out[threadIdx.x] = sum_of(own, n) + sum_of(other.part, 8);
}
