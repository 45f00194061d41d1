// Atomics: histograms, sums and scattered additions. Results that nobody reads become reductions (RED).
#include <cuda_runtime.h>

constexpr int kBins = 256;

extern "C" __global__ void histogram_global(const unsigned char* data, unsigned* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&bins[data[i]], 1U);
  }
}

extern "C" __global__ void histogram_shared(const unsigned char* data, unsigned* bins, int n) {
  __shared__ unsigned mine[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&mine[data[i]], 1U);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) atomicAdd(&bins[bin], mine[bin]);
}

extern "C" __global__ void sum_atomically(const float* in, float* out, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(0xFFFFFFFFU, sum, delta);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

extern "C" __global__ void scatter_add(const float* in, const int* index, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&out[index[i]], in[i]);
}

// The old value is used: an atomic that answers (ATOM).
extern "C" __global__ void take_numbers(int* counters, int* numbers, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) numbers[i] = atomicAdd(&counters[i % 32 * 8], 1);
}

extern "C" __global__ void largest_atomically(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(&out[i % 64], in[i]);
}

// A place that is the same for all lanes: nvcc adds up within the warp first where it is an integer.
extern "C" __global__ void count_at_one_place(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 == 0) atomicAdd(out, 1);
}

extern "C" __global__ void sum_at_one_place(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}

// Numbers from counters in shared memory: the result is used.
extern "C" __global__ void number_by_bin(const unsigned char* data, unsigned* numbers, int n) {
  __shared__ unsigned bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) numbers[i] = atomicAdd(&bins[data[i]], 1U);
}

extern "C" __global__ void sum_by_bin(const unsigned char* data, unsigned* sums, int n) {
  __shared__ unsigned bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[data[i]], static_cast<unsigned>(i));
  __syncthreads();
  if (threadIdx.x < 16) sums[threadIdx.x] = bins[threadIdx.x];
}
