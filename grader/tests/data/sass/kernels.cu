// Kernels of which nvcc makes something else than the source says. kernels.sass and kernels.ptxas hold what nvcc
// 13.0.88 and nvdisasm 13.2.86 said of them, with @FILE@ for this file and @CUDA@ for the toolkit:
//   nvcc -std=c++17 -O3 -lineinfo -arch=sm_90 -cubin -Xptxas -v kernels.cu -o kernels.cubin 2>kernels.ptxas
//   nvdisasm -gi -c kernels.cubin >kernels.sass
// tiled_transpose.* beside them are the same of ../tiled_transpose.cu, and spills.ptxas is of lab 8 with 24 registers.

__device__ __noinline__ float far_away(float x) { return x * x + 1; }

__device__ float twice(const float* in) { return in[threadIdx.x] * 2; }

extern "C" __global__ void merged(float* out) {
  __shared__ float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += tile[4 * (threadIdx.x % 32) + k];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void unrolled(const float* __restrict__ in, float* out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += in[i];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void hoisted(const float* __restrict__ scale, float* out, int n) {
#pragma unroll 1
  for (int i = threadIdx.x; i < n; i += 32)
    out[i] = scale[threadIdx.x];
}

extern "C" __global__ void in_registers(const float* __restrict__ in, float* out) {
  float window[4];
  for (int k = 0; k < 4; ++k) window[k] = in[threadIdx.x + 32 * k];
  out[threadIdx.x] = window[0] * window[3] + window[1] * window[2];
}

extern "C" __global__ void in_local_memory(const int* __restrict__ in, int* out) {
  int window[64];
#pragma unroll 1
  for (int k = 0; k < 64; ++k) window[in[k] & 63] = k;
  out[threadIdx.x] = window[in[threadIdx.x] & 63];
}

extern "C" __global__ void atomics(int* sum, float* total) {
  __shared__ float part[32];
  part[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&part[threadIdx.x % 4], 1.5f);
  __syncthreads();
  atomicAdd(sum, threadIdx.x);
  total[threadIdx.x] = part[threadIdx.x];
}

extern "C" __global__ void generic(const float* in, float* out) {
  __shared__ float tile[32];
  tile[threadIdx.x] = 1;
  __syncthreads();
  const float* from = threadIdx.x % 2 ? in : tile;
  out[threadIdx.x] = from[threadIdx.x];
}

__global__ void in_cpp(const float* in, float* out) { out[threadIdx.x] = far_away(twice(in)); }

template <int N>
__global__ void in_template(float* out) {
  out[threadIdx.x] = N;
}
template __global__ void in_template<3>(float*);
template __global__ void in_template<4>(float*);
