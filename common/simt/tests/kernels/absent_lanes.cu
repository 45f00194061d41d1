// Lanes that have left the kernel, or that the block does not have, and what others make of their values.
#include <cuda_runtime.h>

constexpr unsigned kAll = 0xFFFFFFFF;

extern "C" __global__ void warp_sum_after_return(const float* in, float* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;  // leaves the sum
  float v = in[i];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(kAll, v, d);  // reads who left
  if (i == 0) out[0] = v;                                             // the sum is stored
}
extern "C" __global__ void warp_sum_of_neutral_values(const float* in, float* out, int n) {
  const int i = threadIdx.x;
  float v = i < n ? in[i] : 0;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(kAll, v, d);
  if (i == 0) out[0] = v;
}
// What the absent lane would have brought is dropped: by a branch, by a choice, by a condition, in a loop.
extern "C" __global__ void dropped(const int* in, int* out, int n, int how) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const int v = in[i];
  const int right = __shfl_down_sync(kAll, v, 1);
  const bool has_right = i + 1 < n;
  out[i] = 0;
  if (how == 0 && has_right) out[i] = right - v;
  if (how == 1) out[i] = has_right ? right - v : 0;
  if (how == 2) out[i] = has_right && right > v ? 1 : 0;
  if (how == 3) out[i] = -static_cast<int>(has_right) & (right - v);
}
extern "C" __global__ void dropped_in_a_loop(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  int v = in[i];
  for (int d = 1; d < 32; d *= 2) {
    const int other = __shfl_down_sync(kAll, v, d);
    if (i + d < n) v += other;
  }
  out[i] = v;
}
// Each use by itself.
extern "C" __global__ void used(const int* in, int* out, int n, int how) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const int right = __shfl_down_sync(kAll, in[i], 1);                    // taken
  if (how == 0) out[i] = right;                                          // goes to memory
  if (how == 1 && right > 0) out[i] = 1;                                 // decides a branch
  if (how == 2) out[right & 31] = 1;                                     // an index
  if (how == 3) out[i] = __ballot_sync(__activemask(), right > 0) != 0;  // a vote
  if (how == 4) atomicAdd(out, right);                                   // is added
}
// The value goes on through a second shuffle, and is used by another lane.
extern "C" __global__ void passed_on(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const int right = __shfl_down_sync(kAll, in[i], 1);  // undefined in the last lane
  const int last = __shfl_sync(kAll, right, n - 1);    // passed on
  if (i == 0) out[0] = last;                           // by lane 0
}
extern "C" __global__ void ends_without_return(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i < n) {
    out[i] = __shfl_xor_sync(kAll, in[i], 16);  // half of them absent
  }
}  // the end of the kernel
extern "C" __global__ void not_named(const int* in, int* out) {
  const int i = threadIdx.x;
  if (i < 16) {
    out[i] = __shfl_down_sync(0xFFFF, in[i], 1);  // lane 15 reads lane 16
  }
}
extern "C" __global__ void votes_of_who_is_there(unsigned* out, int n) {
  const unsigned i = threadIdx.x;
  if (i >= n) return;
  out[i] = __ballot_sync(kAll, true);
  out[32 + i] = __all_sync(kAll, i < n);
  out[64 + i] = __any_sync(kAll, i >= n);
  out[96 + i] = __reduce_add_sync(kAll, 1U);
  out[128 + i] = __match_any_sync(kAll, i / 8);
}

// A __syncwarp() that some never come to: it does not order what these have stored.
extern "C" __global__ void sync_of_eight(const int* in, int* out, int read) {
  __shared__ int kept[32];
  const int lane = threadIdx.x;
  kept[lane] = in[lane];  // stored by all
  if (lane < 8) {
    __syncwarp();
    out[lane] = kept[(lane + 1) % 8 + read];  // read by eight
  }
}
extern "C" __global__ void sync_after_a_fence(const int* in, int* out, int read) {
  __shared__ int kept[32];
  const int lane = threadIdx.x;
  kept[lane] = in[lane];  // fenced by all
  __threadfence_block();
  if (lane < 8) {
    __syncwarp();
    out[lane] = kept[(lane + 1) % 8 + read];  // read behind a fence
  }
}
