// Filters and measures of images: colour spaces, edge-preserving smoothing, texture codes, optical flow and
// recursive filters.
#pragma once
#include <cuda_runtime.h>

namespace untried {

__device__ inline int within(int v, int last) { return min(max(v, 0), last); }

__device__ inline float linear_of_srgb(float v) {
  return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}

__device__ inline float lab_curve(float t) { return t > 0.008856f ? cbrtf(t) : 7.787f * t + 16.0f / 116; }

// CIE L*a*b* (D65) of sRGB bytes, a pixel a thread.
__global__ void lab_of_rgb(const uchar4* __restrict__ in, float4* __restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar4 p = in[i];
  float r = linear_of_srgb(p.x / 255.0f), g = linear_of_srgb(p.y / 255.0f), b = linear_of_srgb(p.z / 255.0f);
  float x = lab_curve((0.4124f * r + 0.3576f * g + 0.1805f * b) / 0.95047f);
  float y = lab_curve(0.2126f * r + 0.7152f * g + 0.0722f * b);
  float z = lab_curve((0.0193f * r + 0.1192f * g + 0.9505f * b) / 1.08883f);
  out[i] = make_float4(116 * y - 16, 500 * (x - y), 200 * (y - z), p.w / 255.0f);
}

// Each pixel becomes the mean of that of its four 4 by 4 quadrants which varies least. Blocks are 16 by 16.
__global__ void kuwahara_filter(const float* in, float* out, int width, int height) {
  constexpr int kSide = 22;
  __shared__ float tile[kSide][kSide + 1];
  int left = blockIdx.x * 16 - 3, top = blockIdx.y * 16 - 3;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < kSide * kSide; i += 256) {
    int x = within(left + i % kSide, width - 1), y = within(top + i / kSide, height - 1);
    tile[i / kSide][i % kSide] = in[y * width + x];
  }
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= width || y >= height) return;
  float least = 1e30f, chosen = 0;
  for (int quadrant = 0; quadrant < 4; ++quadrant) {
    int dx = threadIdx.x + (quadrant & 1) * 3, dy = threadIdx.y + (quadrant >> 1) * 3;
    float sum = 0, squares = 0;
    for (int j = 0; j < 4; ++j) {
      for (int k = 0; k < 4; ++k) {
        float v = tile[dy + j][dx + k];
        sum += v;
        squares += v * v;
      }
    }
    float mean = sum / 16, variance = squares / 16 - mean * mean;
    if (variance < least) {
      least = variance;
      chosen = mean;
    }
  }
  out[y * width + x] = chosen;
}

// The histogram of the local binary patterns of each 32 by 32 cell; a block of 32 by 8 threads does one cell.
// The image has a rim of one pixel.
__global__ void local_binary_patterns(const unsigned char* image, int pitch, unsigned short* histograms) {
  __shared__ int count[256];
  int thread = threadIdx.y * 32 + threadIdx.x;
  count[thread] = 0;
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) {
    const unsigned char* at = image + (blockIdx.y * 32 + j + 1) * pitch + blockIdx.x * 32 + threadIdx.x + 1;
    int centre = at[0];
    int code = (at[-pitch - 1] >= centre) | (at[-pitch] >= centre) << 1 | (at[-pitch + 1] >= centre) << 2 |
               (at[1] >= centre) << 3 | (at[pitch + 1] >= centre) << 4 | (at[pitch] >= centre) << 5 |
               (at[pitch - 1] >= centre) << 6 | (at[-1] >= centre) << 7;
    atomicAdd(&count[code], 1);
  }
  __syncthreads();
  histograms[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + thread] =
      static_cast<unsigned short>(count[thread]);
}

// One step of Perona and Malik: diffusion that stops at edges.
__global__ void anisotropic_step(const float* __restrict__ in, float* __restrict__ out, int width, int height,
                                 float edge, float rate) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float c = in[y * width + x];
  float difference[4] = {in[y * width + max(x - 1, 0)] - c, in[y * width + min(x + 1, width - 1)] - c,
                         in[max(y - 1, 0) * width + x] - c, in[min(y + 1, height - 1) * width + x] - c};
  float flow = 0;
  for (float d : difference) flow += d * expf(-d * d * edge);
  out[y * width + x] = c + rate * flow;
}

// Lucas and Kanade: the motion of each pixel from the gradients in the 5 by 5 pixels around it. Blocks are 16 by 16.
__global__ void flow_of_gradients(const float* before, const float* after, float2* flow, int width,
                                  int height) {
  constexpr int kSide = 20;
  __shared__ float3 gradient[kSide * kSide];
  for (int i = threadIdx.y * 16 + threadIdx.x; i < kSide * kSide; i += 256) {
    int x = within(static_cast<int>(blockIdx.x) * 16 + i % kSide - 2, width - 1);
    int y = within(static_cast<int>(blockIdx.y) * 16 + i / kSide - 2, height - 1);
    float dx = before[y * width + min(x + 1, width - 1)] - before[y * width + max(x - 1, 0)];
    float dy = before[min(y + 1, height - 1) * width + x] - before[max(y - 1, 0) * width + x];
    gradient[i] = make_float3(dx / 2, dy / 2, after[y * width + x] - before[y * width + x]);
  }
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= width || y >= height) return;
  float xx = 0.01f, xy = 0, yy = 0.01f, xt = 0, yt = 0;
  for (int j = 0; j < 5; ++j) {
#pragma unroll
    for (int k = 0; k < 5; ++k) {
      float3 g = gradient[(threadIdx.y + j) * kSide + threadIdx.x + k];
      xx += g.x * g.x;
      xy += g.x * g.y;
      yy += g.y * g.y;
      xt += g.x * g.z;
      yt += g.y * g.z;
    }
  }
  float determinant = xx * yy - xy * xy;
  flow[y * width + x] = make_float2((xy * yt - yy * xt) / determinant, (xy * xt - xx * yt) / determinant);
}

// A recursive Gauss filter down each column and up again, a column a thread.
__global__ void recursive_gauss_columns(const float* in, float* out, int width, int height, float4 forward) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float a = in[x], b = a, c = a;
  for (int y = 0; y < height; ++y) {
    float v = forward.x * in[y * width + x] + forward.y * a + forward.z * b + forward.w * c;
    c = b;
    b = a;
    a = v;
    out[y * width + x] = v;
  }
  b = c = a;
  for (int y = height - 1; y >= 0; --y) {
    float v = forward.x * out[y * width + x] + forward.y * a + forward.z * b + forward.w * c;
    c = b;
    b = a;
    a = v;
    out[y * width + x] = v;
  }
}

// Fewer columns by Lanczos's kernel with three lobes; the weights are computed where they are used.
__global__ void shrink_rows_lanczos(const uchar4* in, uchar4* out, int width, int new_width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= new_width || y >= height) return;
  float scale = static_cast<float>(width) / new_width, centre = (x + 0.5f) * scale - 0.5f;
  int first = static_cast<int>(ceilf(centre - 3 * scale)),
      last = static_cast<int>(floorf(centre + 3 * scale));
  float r = 0, g = 0, b = 0, total = 0;
  for (int k = first; k <= last; ++k) {
    float t = (k - centre) / scale, pi_t = 3.14159265f * t;
    float weight = fabsf(t) < 1e-4f ? 1 : 3 * sinf(pi_t) * sinf(pi_t / 3) / (pi_t * pi_t);
    uchar4 p = in[y * width + within(k, width - 1)];
    r += weight * p.x;
    g += weight * p.y;
    b += weight * p.z;
    total += weight;
  }
  float scaled = 1 / total;
  out[y * new_width + x] = make_uchar4(static_cast<unsigned char>(__saturatef(r * scaled / 255) * 255),
                                       static_cast<unsigned char>(__saturatef(g * scaled / 255) * 255),
                                       static_cast<unsigned char>(__saturatef(b * scaled / 255) * 255), 255);
}

}  // namespace untried
