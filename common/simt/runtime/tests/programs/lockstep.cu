// Kernels from before Volta, compiled with --lockstep: a warp's lanes exchange values with nothing between. One argument
// chooses a mistake that lockstep does not make right.
#include <cstdio>
#include <cstring>

constexpr int kLanes = 32;
constexpr int kThreads = 64;

__global__ void reduce(const int* in, int* out) {
  __shared__ volatile int s[kThreads + kLanes];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < kLanes) {
    s[t] = s[t] + s[t + 32];
    s[t] = s[t] + s[t + 16];
    s[t] = s[t] + s[t + 8];
    s[t] = s[t] + s[t + 4];
    s[t] = s[t] + s[t + 2];
    s[t] = s[t] + s[t + 1];
  }
  if (t == 0) out[0] = s[0];
}

// Lanes that take no part in a step wait for the others behind it.
__global__ void scan(int* data) {
  extern __shared__ volatile int sums[];
  const int t = threadIdx.x;
  sums[t] = data[t];
  for (int distance = 1; distance < kLanes; distance *= 2) {
    if (t % kLanes >= distance) sums[t] = sums[t] + sums[t - distance];
  }
  data[t] = sums[t];
}

// A loop of which lanes come out one after another: each finds what all have stored in it.
__global__ void leave_in_turn(int* out) {
  __shared__ volatile int rounds[kLanes];
  const int t = threadIdx.x;
  rounds[t] = 0;
  for (int i = 0; i < 20 + t; ++i) rounds[t] = rounds[t] + 1;
  out[t] = rounds[kLanes - 1 - t];
}

__device__ int turns[kLanes];

// In global memory, and an atomic operation whose answer nobody uses.
__global__ void in_global(int* out) {
  const int t = threadIdx.x;
  atomicAdd(&turns[t], t);
  out[t] = turns[(t + 1) % kLanes];
}

__global__ void without_masks(const int* in, int* out) {
  int sum = in[threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down(sum, distance);
  const int all = __shfl(sum, 0);
  if (threadIdx.x < 8) out[threadIdx.x] = all + __any(threadIdx.x == 7) + 2 * __all(threadIdx.x == 7);
  if (threadIdx.x == 8) out[8] = static_cast<int>(__ballot(1));
}

// An atomic operation and a volatile access need no order.
__global__ void counted(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  out[threadIdx.x] = *static_cast<volatile int*>(&count);
}

// Two warps: nothing keeps them apart.
__global__ void two_warps(int* out) {
  __shared__ volatile int s[kThreads];
  s[threadIdx.x] = 3;
  out[threadIdx.x] = s[(threadIdx.x + kLanes) % kThreads];
}

// One instruction: nobody knows which lane is last.
__global__ void one_place(int* out) {
  __shared__ volatile int last;
  last = threadIdx.x;
  out[threadIdx.x] = last;
}

__global__ void fenced(int* out) {
  __shared__ volatile int s[kLanes];
  s[threadIdx.x] = 5;
  __threadfence_block();
  out[threadIdx.x] = s[kLanes - 1 - threadIdx.x];
}

int main(int, char** words) {
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, kThreads * sizeof(int));
  cudaMallocManaged(&out, kThreads * sizeof(int));
  for (int i = 0; i < kThreads; ++i) in[i] = i;
  const auto show = [&](const char* name, int count) {
    if (cudaDeviceSynchronize() != cudaSuccess) std::puts("error");
    std::printf("%s:", name);
    for (int i = 0; i < count; ++i) std::printf(" %d", out[i]);
    std::puts("");
  };
  if (words[1] != nullptr) {
    if (std::strcmp(words[1], "two_warps") == 0) two_warps<<<1, kThreads>>>(out);
    if (std::strcmp(words[1], "one_place") == 0) one_place<<<1, kLanes>>>(out);
    cudaDeviceSynchronize();
  } else {
    reduce<<<1, kThreads>>>(in, out);
    show("reduce", 1);
    leave_in_turn<<<1, kLanes>>>(out);
    show("leave_in_turn", kLanes);
    in_global<<<1, kLanes>>>(out);
    show("in_global", kLanes);
    without_masks<<<1, kLanes>>>(in, out);
    show("without_masks", 9);
    fenced<<<1, kLanes>>>(out);
    show("fenced", kLanes);
    counted<<<1, kLanes>>>(out);
    show("counted", 1);
    scan<<<1, kThreads, kThreads * sizeof(int)>>>(in);
    cudaDeviceSynchronize();
    std::printf("scan: %d %d %d\n", in[1], in[31], in[63]);
  }
  cudaFree(in);
  cudaFree(out);
  return 0;
}
