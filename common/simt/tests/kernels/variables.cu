// Variables of a module: __device__ and __constant__, their costs, bounds and races.
#include <cuda_runtime.h>

__device__ unsigned launches;
__device__ float table[100] = {1, 2, 3};
__device__ double pair[2];
__constant__ float coefficients[8];
__constant__ const int fixed[4] = {10, 20, 30, 40};
static __constant__ int uploaded_later;
namespace nested {
__device__ const float lookup[4] = {0.5f, 1.5f, 2.5f, 3.5f};
}
template <int N>
__device__ int per_instance[N];

extern "C" __global__ void read_all(float* out) {
  const int t = threadIdx.x;
  float sum = table[t];          // device array
  sum += coefficients[3];        // one constant for all
  sum += coefficients[t % 8];    // eight constants
  sum += fixed[t % 4];           // initialised constants
  sum += nested::lookup[t % 4];  // read-only
  sum += uploaded_later;         // of internal linkage
  out[t] = sum;
}

extern "C" __global__ void keep(int value) {
  if (threadIdx.x == 0) {
    launches = launches + 1;
    per_instance<5>[2] = value;
    pair[1] = value;
  }
}

extern "C" __global__ void past_the_table(float* out) {
  out[threadIdx.x] = table[threadIdx.x + 90];  // 10 too many
}
extern "C" __global__ void past_the_constants(float* out) { out[threadIdx.x] = coefficients[threadIdx.x]; }
extern "C" __global__ void past_the_pair() { pair[threadIdx.x] = 1; }
extern "C" __global__ void write_a_constant() { coefficients[threadIdx.x] = 2; }
extern "C" __global__ void count_threads() { launches = launches + 1; }  // by all
extern "C" __global__ void count_atomically() { atomicAdd(&launches, 1u); }
extern "C" __global__ void write_input(const float* in) { const_cast<float*>(in)[threadIdx.x] = 1; }
extern "C" __global__ void never_written(float* out) {
  __shared__ float tile[64];
  out[threadIdx.x] = tile[threadIdx.x];  // nothing in the file writes it
}

// clang takes the elements of constexpr arrays from copies without a qualifier.
__device__ constexpr int squares[4] = {0, 1, 4, 9};
__constant__ constexpr float weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};
namespace deeper {
namespace {
__device__ constexpr double thirds[2] = {1.0 / 3, 2.0 / 3};
}
}  // namespace deeper
extern "C" __global__ void read_constexpr(float* out, const int* at) {
  const int t = at[threadIdx.x];
  float sum = static_cast<float>(squares[t % 4]);        // constexpr in global memory
  sum += weights[t];                                     // constexpr in constant memory
  sum += static_cast<float>(3 * deeper::thirds[t % 2]);  // of a namespace
  out[threadIdx.x] = sum;
}
