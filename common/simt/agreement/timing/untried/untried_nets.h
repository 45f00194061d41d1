// Layers of convolutional and recurrent networks, forward and backward.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace untried {

__device__ inline float warp_total(float v) {
  for (int offset = 16; offset > 0; offset /= 2) v += __shfl_xor_sync(0xffffffff, v, offset);
  return v;
}

__device__ inline float warp_largest(float v) {
  for (int offset = 16; offset > 0; offset /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, offset));
  return v;
}

// Squeeze and excite: the gate of each channel of an image, from the means of all; a block an image. Channels are a
// multiple of 16, hidden units are 16, and threads are at least 32.
__global__ void squeeze_and_excite(const float* x, const float* w1, const float* w2, float* gate,
                                   int channels, int pixels) {
  extern __shared__ float mean[];
  __shared__ float hidden[16];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  const float* image = x + static_cast<size_t>(blockIdx.x) * channels * pixels;
  for (int c = warp; c < channels; c += warps) {
    float sum = 0;
    for (int p = lane; p < pixels; p += 32) sum += image[c * pixels + p];
    sum = warp_total(sum);
    if (lane == 0) mean[c] = sum / pixels;
  }
  __syncthreads();
  for (int h = warp; h < 16; h += warps) {
    float sum = 0;
    for (int c = lane; c < channels; c += 32) sum += w1[h * channels + c] * mean[c];
    sum = warp_total(sum);
    if (lane == 0) hidden[h] = fmaxf(sum, 0);
  }
  __syncthreads();
  for (int c = threadIdx.x; c < channels; c += blockDim.x) {
    float sum = 0;
#pragma unroll
    for (int h = 0; h < 16; ++h) sum += w2[c * 16 + h] * hidden[h];
    gate[blockIdx.x * channels + c] = 1 / (1 + __expf(-sum));
  }
}

// The gradients of the weights of a 3 by 3 convolution; a block for each pair of an output and an input channel.
// Images of the input have a rim of one pixel. Blocks have 128 threads.
__global__ void conv3x3_weight_gradients(const float* x, const float* dy, float* dw, int images, int side,
                                         int in, int out) {
  __shared__ float partial[4][9];
  int c = blockIdx.x, o = blockIdx.y, pixels = side * side, pitch = side + 2;
  float sum[9] = {};
  for (int i = threadIdx.x; i < images * pixels; i += 128) {
    int image = i / pixels, pixel = i % pixels;
    float d = dy[(image * out + o) * pixels + pixel];
    const float* at = x + (image * in + c) * pitch * pitch + pixel / side * pitch + pixel % side;
#pragma unroll
    for (int k = 0; k < 9; ++k) sum[k] += d * at[k / 3 * pitch + k % 3];
  }
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    float total = warp_total(sum[k]);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32][k] = total;
  }
  __syncthreads();
  if (threadIdx.x < 9) {
    int k = threadIdx.x;
    dw[(o * in + c) * 9 + k] = partial[0][k] + partial[1][k] + partial[2][k] + partial[3][k];
  }
}

// The gradient of a bilinear enlargement: each output pixel adds to the four inputs that it read.
__global__ void resize_gradient(const float* dy, float* dx, int planes, int in_side, int out_side) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= planes * out_side * out_side) return;
  int x = i % out_side, y = i / out_side % out_side, plane = i / out_side / out_side;
  float scale = static_cast<float>(in_side) / out_side;
  float sx = fmaxf((x + 0.5f) * scale - 0.5f, 0), sy = fmaxf((y + 0.5f) * scale - 0.5f, 0);
  int x0 = static_cast<int>(sx), y0 = static_cast<int>(sy);
  int x1 = min(x0 + 1, in_side - 1), y1 = min(y0 + 1, in_side - 1);
  float fx = sx - x0, fy = sy - y0, d = dy[i];
  float* to = dx + static_cast<size_t>(plane) * in_side * in_side;
  atomicAdd(to + y0 * in_side + x0, d * (1 - fx) * (1 - fy));
  atomicAdd(to + y0 * in_side + x1, d * fx * (1 - fy));
  atomicAdd(to + y1 * in_side + x0, d * (1 - fx) * fy);
  atomicAdd(to + y1 * in_side + x1, d * fx * fy);
}

// The columns of a deformable 3 by 3 convolution: each tap reads between pixels, where its own offset leads.
__global__ void deformable_columns(const float* __restrict__ x, const float2* __restrict__ offset,
                                   float* __restrict__ columns, int channels, int side) {
  int pixels = side * side, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 9 * pixels) return;
  int tap = i / pixels, pixel = i % pixels;
  float2 shift = offset[i];
  float px = pixel % side + tap % 3 - 1 + shift.x, py = pixel / side + tap / 3 - 1 + shift.y;
  int x0 = static_cast<int>(floorf(px)), y0 = static_cast<int>(floorf(py));
  float fx = px - x0, fy = py - y0;
  bool left = x0 >= 0 && x0 < side, right = x0 + 1 >= 0 && x0 + 1 < side;
  bool above = y0 >= 0 && y0 < side, below = y0 + 1 >= 0 && y0 + 1 < side;
  int at = y0 * side + x0;
  for (int c = blockIdx.y; c < channels; c += gridDim.y) {
    const float* plane = x + c * pixels;
    float a = left && above ? plane[at] : 0, b = right && above ? plane[at + 1] : 0;
    float d = left && below ? plane[at + side] : 0, e = right && below ? plane[at + side + 1] : 0;
    columns[(c * 9 + tap) * pixels + pixel] =
        (1 - fy) * ((1 - fx) * a + fx * b) + fy * ((1 - fx) * d + fx * e);
  }
}

// All steps of an Elman network for one sequence; a block of `units` threads a sequence. The recurrent weights are
// read from the caches in every step.
__global__ void elman_sequence(const float* __restrict__ input, const float* __restrict__ weights,
                               float* states, int units, int steps) {
  extern __shared__ float state[];
  int u = threadIdx.x;
  state[u] = 0;
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    size_t at = (static_cast<size_t>(blockIdx.x) * steps + step) * units + u;
    float sum = input[at];
#pragma unroll 8
    for (int k = 0; k < units; ++k) sum += weights[k * units + u] * state[k];
    __syncthreads();
    float next = tanhf(sum);
    state[u] = next;
    states[at] = next;
    __syncthreads();
  }
}

// A transposed convolution, 4 by 4 with stride 2, an output element a thread: four taps of each input channel.
__global__ void transposed_conv4x4(const float* __restrict__ x, const float* __restrict__ w,
                                   float* __restrict__ y, int in, int out, int side) {
  int wide = 2 * side, i = blockIdx.x * blockDim.x + threadIdx.x, o = blockIdx.y, image = blockIdx.z;
  if (i >= wide * wide) return;
  int ox = i % wide, oy = i / wide;
  float sum = 0;
  for (int c = 0; c < in; ++c) {
    const float *plane = x + (image * in + c) * side * side, *tap = w + (c * out + o) * 16;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      int ky = (oy + 1) % 2 + k / 2 * 2, kx = (ox + 1) % 2 + k % 2 * 2;
      int iy = (oy + 1 - ky) / 2, ix = (ox + 1 - kx) / 2;
      if (oy + 1 >= ky && ox + 1 >= kx && iy < side && ix < side)
        sum += plane[iy * side + ix] * tap[ky * 4 + kx];
    }
  }
  y[(image * out + o) * wide * wide + i] = sum;
}

// The divergence of a student from a teacher over a vocabulary; a block a row, in two passes.
__global__ void distillation_loss(const float4* student, const float4* teacher, float* loss, int quads,
                                  float warmth) {
  __shared__ float kept[2][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  const float4 *s = student + static_cast<size_t>(blockIdx.x) * quads,
               *t = teacher + static_cast<size_t>(blockIdx.x) * quads;
  float most_s = -1e30f, most_t = -1e30f;
  for (int i = threadIdx.x; i < quads; i += blockDim.x) {
    float4 a = s[i], b = t[i];
    most_s = fmaxf(fmaxf(fmaxf(a.x, a.y), fmaxf(a.z, a.w)), most_s);
    most_t = fmaxf(fmaxf(fmaxf(b.x, b.y), fmaxf(b.z, b.w)), most_t);
  }
  most_s = warp_largest(most_s);
  most_t = warp_largest(most_t);
  if (lane == 0) {
    kept[0][warp] = most_s;
    kept[1][warp] = most_t;
  }
  __syncthreads();
  most_s = warp_largest(lane < warps ? kept[0][lane] : -1e30f);
  most_t = warp_largest(lane < warps ? kept[1][lane] : -1e30f);
  __syncthreads();
  float sum_s = 0, sum_t = 0, cross = 0;
  for (int i = threadIdx.x; i < quads; i += blockDim.x) {
    float4 a = s[i], b = t[i];
    float as[4] = {a.x, a.y, a.z, a.w}, bs[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      float u = (as[k] - most_s) * warmth, v = (bs[k] - most_t) * warmth, e = __expf(v);
      sum_s += __expf(u);
      sum_t += e;
      cross += e * (v - u);
    }
  }
  sum_s = warp_total(sum_s);
  sum_t = warp_total(sum_t);
  cross = warp_total(cross);
  __shared__ float crossed[32];
  if (lane == 0) {
    kept[0][warp] = sum_s;
    kept[1][warp] = sum_t;
    crossed[warp] = cross;
  }
  __syncthreads();
  if (warp == 0) {
    sum_s = warp_total(lane < warps ? kept[0][lane] : 0);
    sum_t = warp_total(lane < warps ? kept[1][lane] : 0);
    cross = warp_total(lane < warps ? crossed[lane] : 0);
    if (lane == 0) loss[blockIdx.x] = cross / sum_t + __logf(sum_s) - __logf(sum_t);
  }
}

// The gradients of swish(gate) * up, in half precision, computed in float.
__global__ void swish_product_gradients(const __half2* gate, const __half2* up, const __half2* dy,
                                        __half2* dgate, __half2* dup, int pairs) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
    float2 g = __half22float2(gate[i]), u = __half22float2(up[i]), d = __half22float2(dy[i]);
    float sx = 1 / (1 + __expf(-g.x)), sy = 1 / (1 + __expf(-g.y));
    dup[i] = __floats2half2_rn(d.x * g.x * sx, d.y * g.y * sy);
    dgate[i] =
        __floats2half2_rn(d.x * u.x * sx * (1 + g.x * (1 - sx)), d.y * u.y * sy * (1 + g.y * (1 - sy)));
  }
}

}  // namespace untried
