// What kernels use of the language, and how a thread gives up.
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 800
#ifdef __CUDACC__
#define DEVICE_PATH 0
#endif
#else
#define DEVICE_PATH 1
#endif

extern "C" __global__ void architecture(int* out) {
#if __CUDA_ARCH__ >= 600
  out[0] = DEVICE_PATH;
#else
  out[0] = -1;
#endif
#ifdef __CUDACC__
  out[1] = 1;
#endif
  out[2] = CUDART_VERSION >= 11000;
}

__host__ __device__ constexpr int square(int x) { return x * x; }
__device__ __noinline__ float halved(float x) { return x / 2; }
__device__ __forceinline__ float doubled(float x) { return x * 2; }
template <int Steps, class Step>
__device__ float repeated(float x, Step step) {
#pragma unroll Steps
  for (int i = 0; i < Steps; ++i) x = step(x, i);
  return x;
}

extern "C" __global__ void __launch_bounds__(128, 2)
    features(const float* __restrict__ in, float* __restrict__ out, int n) {
  __builtin_assume(n > 0);
  const auto offset = [n](int i) { return n - 1 - i; };
  const float x = in[offset(threadIdx.x)];  // load
  __nanosleep(100);
  float sum = repeated<square(2)>(x, [](float y, int i) { return doubled(y) + static_cast<float>(i); });
#pragma unroll 2
  for (int i = 0; i < 4; ++i) sum += halved(x);
  out[threadIdx.x] = sum;  // store
}

// A volatile access is made each time.
__device__ int looked_up(int i) {
  constexpr int table[8][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5},
                               {3, 2, 1, 0, 7, 6, 5, 4}, {4, 5, 6, 7, 0, 1, 2, 3}, {5, 4, 7, 6, 1, 0, 3, 2},
                               {6, 7, 4, 5, 2, 3, 0, 1}, {7, 6, 5, 4, 3, 2, 1, 0}};
  return table[i & 7][i / 8];  // looked up
}

extern "C" __global__ void constant_array(int* out) { out[threadIdx.x] = looked_up(threadIdx.x); }

extern "C" __global__ void volatile_pointer(volatile int* memory) {
  memory[threadIdx.x] = 1;  // first store
  memory[threadIdx.x] = 2;  // second store
}

extern "C" __global__ void asserts(const int* in, int* out) {
  assert(in[threadIdx.x] >= 0 && "no debts");  // not for lane 5
  out[threadIdx.x] = in[threadIdx.x];
}
extern "C" __global__ void traps(const int* in) {
  if (in[threadIdx.x] < 0) __trap();  // give up
}

// What a round needs, the two before it have stored: nvcc keeps it in registers over the rounds that it unrolls.
extern "C" __global__ void fibonacci(unsigned* numbers, int n) {
  numbers[0] = 0;
  numbers[1] = 1;
  for (int i = 2; i < n; ++i) numbers[i] = numbers[i - 1] + numbers[i - 2];  // two of the rounds before
}

__device__ const char* const directions[] = {"north", "east", "south", "west"};
extern "C" __global__ void table_of_texts(int* lengths, int first) {
  static const char* const colours[] = {"red", "green", "ultraviolet"};
  const char* const colour = colours[(first + threadIdx.x) % 3];
  int length = 0;
  while (colour[length] != '\0') ++length;
  lengths[threadIdx.x] = length;
  printf("%s %s\n", directions[(first + threadIdx.x) % 4], colour);
}

__constant__ char constant_text[2][8] = {"zero", "one"};
__device__ char device_text[] = "device";
extern "C" __global__ void prints_texts_of_each_memory(const char* global, int which, const char* nowhere) {
  __shared__ char shared[4];
  shared[0] = 's';
  shared[1] = 'h';
  shared[2] = '\0';
  const char local[8] = {'l', 'o', static_cast<char>('a' + which), '\0'};
  printf("%s, %s, %s, %s, %s, %.2s, %s\n", constant_text[which], device_text, shared, local, global,
         global + 1, nowhere);
}
extern "C" __global__ void prints_text_without_end(const char* global) { printf("%s\n", global); }

template <class T, int kThreads>
__host__ __device__ constexpr int bound_of() {
  return kThreads * static_cast<int>(sizeof(T));
}
template <class T, int kThreads>
__global__ void __launch_bounds__(bound_of<T, kThreads>(), 2) bounded_by_function(T* out) {
  out[threadIdx.x] = kThreads;
}
template __global__ void bounded_by_function<int, 16>(int*);

extern "C" __global__ void __launch_bounds__(64, 2, 1) counted_at_barriers(unsigned* out, unsigned threads) {
  __barrier_sync(2);
  __barrier_sync_count(3, blockDim.x);
  unsigned count = 0;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; bar.red.popc.u32 %0, 1, %1, p; }"
               : "=r"(count)
               : "r"(threads), "r"(threadIdx.x % 3));
  out[threadIdx.x] = count;
}
