/* +++
kind = "right"
summary = "Loops over the grid, cached loads, and a prediction that compares each lane with all lanes before it."
+++ */
// Thought: a loop over the grid fits any launch.
#include "stride_sweep.h"

extern "C" __global__ void strided_read(const float* in, float* out, int n, int stride) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = __ldg(&in[i * stride]);
  }
}

extern "C" __global__ void offset_read(const float* in, float* out, int n, int offset) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = __ldg(in + offset + i);
  }
}

extern "C" __global__ void predict_sectors(const WarpPattern* patterns, int* sectors, int n) {
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += gridDim.x * blockDim.x) {
    int sector_of[32];
    int count = 0;
    for (int lane = 0; lane < 32; ++lane) {
      sector_of[lane] = -1;
      if (!(patterns[p].active >> lane & 1)) continue;
      const int sector =
          (patterns[p].byte_offset + lane * patterns[p].stride * patterns[p].element_bytes) / 32;
      sector_of[lane] = sector;
      bool is_new = true;
      for (int before = 0; before < lane; ++before) is_new = is_new && sector_of[before] != sector;
      if (is_new) ++count;
    }
    sectors[p] = count;
  }
}

extern "C" __global__ void fast_copy(const float* in, float* out, int n) {
  const int vectors = n / 4;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const auto* from = reinterpret_cast<const float4*>(in);
  auto* to = reinterpret_cast<float4*>(out);
  for (int v = thread; v < vectors; v += gridDim.x * blockDim.x) to[v] = __ldg(&from[v]);
  if (thread == 0) {
    for (int i = 4 * vectors; i < n; ++i) out[i] = in[i];
  }
}
