// Rows that start anywhere, and accesses that may not: of the handbook's chapter.
#include <cuda_runtime.h>

// [floats]
// The pitch counts bytes.
__device__ float* row_of(float* m, int pitch) {
  char* const start = reinterpret_cast<char*>(m) + blockIdx.x * pitch;
  return reinterpret_cast<float*>(start);
}

extern "C" __global__ void scale_rows(float* m, int cols, int pitch, float by) {
  float* const row = row_of(m, pitch);
  for (int i = threadIdx.x; i < cols; i += blockDim.x) row[i] *= by;
}
// [/floats]

// [hoped]
extern "C" __global__ void scale_rows_hoping(float* m, int cols, int pitch, float by) {
  float* const row = row_of(m, pitch);
  for (int i = threadIdx.x; i < cols / 4; i += blockDim.x) {
    float4 v = reinterpret_cast<float4*>(row)[i];
    v.x *= by, v.y *= by, v.z *= by, v.w *= by;
    reinterpret_cast<float4*>(row)[i] = v;
  }
}
// [/hoped]

// [vectors]
extern "C" __global__ void scale_rows_wide(float* m, int cols, int pitch, float by) {
  float* const row = row_of(m, pitch);
  const int past = reinterpret_cast<size_t>(row) % 16;  // bytes past a multiple of 16
  const int head = (16 - past) % 16 / 4;                // floats up to the next one
  const int tail = head + (cols - head) / 4 * 4;        // behind the last float4
  if (threadIdx.x < head) row[threadIdx.x] *= by;
  for (int i = head + 4 * threadIdx.x; i < tail; i += 4 * blockDim.x) {
    float4 v = *reinterpret_cast<float4*>(row + i);
    v.x *= by, v.y *= by, v.z *= by, v.w *= by;
    *reinterpret_cast<float4*>(row + i) = v;
  }
  if (tail + threadIdx.x < cols) row[tail + threadIdx.x] *= by;
}
// [/vectors]

// [plain]
struct Quaternion {
  float x, y, z, w;
};
extern "C" __global__ void copy_plain(const Quaternion* in, Quaternion* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
// [/plain]

// [aligned]
struct __align__(16) Aligned {
  float x, y, z, w;
};
extern "C" __global__ void copy_aligned(const Aligned* in, Aligned* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
// [/aligned]
