// Lanes that part: a request is what lanes carry out together.
#include <cuda_runtime.h>

extern "C" __global__ void halves_of_branch(const float* a, const float* b, float* out) {
  const int t = threadIdx.x;
  if (t % 2 == 0) {
    out[t] = a[t] * 2;
  } else {
    out[t] = b[t] + 1;
  }
}

// The same load on both sides of a branch.
extern "C" __global__ void same_load_both_sides(const float* in, float* out) {
  const int t = threadIdx.x;
  if (t < 10) {
    out[t] = in[t] * 2;
  } else {
    out[t] = in[t] + 1;
  }
}

extern "C" __global__ void four_cases(const float* in, float* out) {
  const int t = threadIdx.x;
  float value = 0;
  switch (t % 4) {
    case 0:
      value = in[t];
      break;
    case 1:
      value = in[t + 32] * 2;
      break;
    case 2:
      value = in[t + 64] * 3;
      break;
    default:
      value = in[t + 96] * 4;
  }
  out[t] = value;
}

extern "C" __global__ void falls_through(const float* in, float* out) {
  const int t = threadIdx.x;
  float value = 0;
  switch (t % 3) {
    case 0:
      value += in[t];
      [[fallthrough]];
    case 1:
      value += in[t + 32];
      [[fallthrough]];
    default:
      value += in[t + 64];
  }
  out[t] = value;
}

extern "C" __global__ void half_returns(const float* in, float* out) {
  const int t = threadIdx.x;
  if (t >= 16) return;
  out[t] = in[t] + in[t + 16];
}

// One lane at a time is 32 requests, though each lane makes but one access.
extern "C" __global__ void one_lane_at_a_time(const float* in, float* out) {
  for (int k = 0; k < 32; ++k) {
    if (threadIdx.x == k) out[k] = in[k];
  }
}

extern "C" __global__ void one_lane_at_a_time_not_unrolled(const float* in, float* out) {
#pragma unroll 1
  for (int k = 0; k < 32; ++k) {
    if (threadIdx.x == k) out[k] = in[k];
  }
}

extern "C" __global__ void odd_lanes_skip(const float* in, float* out, int rounds) {
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    if ((k + t) % 2) continue;
    sum += in[k * 32 + t];
  }
  out[t] = sum;
}

// Short enough for predication: the lanes stay together.
extern "C" __global__ void add_where_wanted(const float* in, const int* wanted, float* out) {
  const int t = threadIdx.x;
  float sum = in[t];
  if (wanted[t]) sum += in[t + 32];
  out[t] = sum;
}

extern "C" __global__ void both_positive(const float* a, const float* b, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] > 0.5F && b[i] > 0.5F) out[i] = 1;
}

// Lanes leave the loop in different rounds and load together after it.
extern "C" __global__ void meet_after_loop(const int* lengths, const float* in, float* out) {
  const int t = threadIdx.x;
  int steps = 0;
  while (steps < lengths[t]) ++steps;
  out[t] = in[steps + t];
}

extern "C" __global__ void nested_branches(const float* in, float* out) {
  const int t = threadIdx.x;
  float value = 1;
  if (t < 24) {
    value = in[t];
    if (t % 2) {
      value += in[t + 32];
      if (t % 3 == 0) value += in[t + 64];
    }
  }
  out[t] = value;
}

// Lanes of equal keys work together, one key after another.
extern "C" __global__ void key_by_key(const int* keys, const float* in, float* out) {
  const int t = threadIdx.x;
  const int key = keys[t];
  unsigned left = 0xFFFFFFFF;
  while (left != 0) {
    const int first = __shfl_sync(0xFFFFFFFF, key, __ffs(left) - 1);
    if (key == first) out[t] = in[t] * key;
    left &= ~__ballot_sync(0xFFFFFFFF, key == first);
  }
}

// Chains of different lengths, as lists have them.
extern "C" __global__ void follow_links(const int* next, const int* lengths, int* out) {
  const int t = threadIdx.x;
  int at = t;
  for (int k = lengths[t]; k > 0; --k) at = next[at];
  out[t] = at;
}

extern "C" __global__ void branch_on_warp(const float* a, const float* b, float* out) {
  const int t = threadIdx.x;
  if (t / 32 % 2 == 0) {
    out[t] = a[t] + 1;
  } else {
    out[t] = b[t] * 2;
  }
}
