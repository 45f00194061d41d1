// Kernels that one part of a GPU limits each: ../time/predicted_time_test.cpp.
extern "C" {

__global__ void copy(const float* __restrict__ in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// Four loads of a thread are on their way at once.
__global__ void copy_by_four(const float* __restrict__ in, float* out) {
  const int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  float v[4];
  for (int j = 0; j < 4; ++j) v[j] = in[i + j * blockDim.x];
  for (int j = 0; j < 4; ++j) out[i + j * blockDim.x] = v[j];
}

// The first blocks copy, and the others do nothing.
__global__ void copy_by_few(const float* __restrict__ in, float* out, int n, int blocks) {
  if (blockIdx.x >= blocks) return;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blocks * blockDim.x) out[i] = in[i];
}

__global__ void chase(const int* __restrict__ next, int* out, int steps) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < steps; ++i) at = next[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

__global__ void add_one(int* sum) { atomicAdd(sum, static_cast<int>(threadIdx.x)); }

__global__ void banks(float* out, int stride, int rounds) {
  __shared__ float tile[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i] = i;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < rounds; ++i) sum += tile[(threadIdx.x * stride + i * 32) % 1024];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void arithmetic(float* out, int rounds) {
  float v = threadIdx.x;
  for (int i = 0; i < rounds; ++i) v = v * 1.0001f + 0.5f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void read_table(const float* __restrict__ table, float* out, int rounds) {
  float sum = 0;
  for (int i = 0; i < rounds; ++i) sum += table[(threadIdx.x + i * 32) % 1024];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void timed(float* out) { out[threadIdx.x] = static_cast<float>(clock64()); }
}
