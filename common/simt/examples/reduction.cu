// The sum of an array, by blocks, in two ways: threads a stride apart, whose accesses meet in few banks, and
// neighbouring threads with shuffles in the last warp. The partial sums are summed by a second launch.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kThreads = 256;

__global__ void sum_interleaved(const int* in, int* out, int n) {
  __shared__ int part[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = 1; stride < kThreads; stride *= 2) {
    const int at = 2 * stride * threadIdx.x;
    if (at < kThreads) part[at] += part[at + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

__global__ void sum_sequential(const int* in, int* out, int n) {
  __shared__ int part[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = kThreads / 2; stride >= 32; stride /= 2) {
    if (threadIdx.x < stride) part[threadIdx.x] += part[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x >= 32) return;
  int sum = part[threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

using Sum = void (*)(const int*, int*, int);

bool is_right(const char* name, Sum sum, const int* in, int* partial, int* total, int n, int expected) {
  const int blocks = (n + kThreads - 1) / kThreads;
  sum<<<blocks, kThreads>>>(in, partial, n);
  sum<<<1, kThreads>>>(partial, total, blocks);
  int result = 0;
  if (cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess) return false;
  std::printf("%s: %d, expected %d\n", name, result, expected);
  return result == expected;
}

int main() {
  const int n = kThreads * kThreads - 100;
  std::vector<int> values(n);
  int expected = 0;
  for (int i = 0; i < n; ++i) expected += values[i] = i % 7;
  int *in, *partial, *total;
  if (cudaMalloc(&in, n * sizeof(int)) != cudaSuccess ||
      cudaMalloc(&partial, kThreads * sizeof(int)) != cudaSuccess ||
      cudaMalloc(&total, sizeof(int)) != cudaSuccess)
    return EXIT_FAILURE;
  cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const bool all_are_right = is_right("interleaved", sum_interleaved, in, partial, total, n, expected) &&
                             is_right("sequential", sum_sequential, in, partial, total, n, expected);
  cudaFree(in);
  cudaFree(partial);
  cudaFree(total);
  return all_are_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
