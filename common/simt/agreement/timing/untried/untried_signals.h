// Signals and sound: spectra of frames, adaptive filters, beams, wavelets, pitch, and the receiver of a modem.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace untried {

// The power spectrum of a frame of 256 samples, windowed, by a transform in shared memory. Blocks have 128 threads,
// each of which does one butterfly a stage.
__global__ void frame_spectra_256(const float* signal, const float* window, float* power, int hop) {
  __shared__ float2 z[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 128) {
    z[__brev(i) >> 24] = make_float2(signal[blockIdx.x * hop + i] * window[i], 0);
  }
  for (int half = 1; half < 256; half *= 2) {
    __syncthreads();
    int k = t % half, a = t / half * 2 * half + k;
    float s, c;
    sincospif(-static_cast<float>(k) / half, &s, &c);
    float2 u = z[a], v = z[a + half];
    float2 w = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
    z[a] = make_float2(u.x + w.x, u.y + w.y);
    z[a + half] = make_float2(u.x - w.x, u.y - w.y);
  }
  __syncthreads();
  for (int i = t; i <= 128; i += 128) power[blockIdx.x * 129 + i] = z[i].x * z[i].x + z[i].y * z[i].y;
}

// A normalised adaptive filter of 16 taps a channel, which learns to predict `wanted` from `reference`. The channels
// are interleaved.
__global__ void adaptive_filter_16(const float* reference, const float* wanted, float* error, int channels,
                                   int samples, float rate) {
  int channel = blockIdx.x * blockDim.x + threadIdx.x;
  if (channel >= channels) return;
  float weight[16] = {}, past[16] = {};
  for (int n = 0; n < samples; ++n) {
#pragma unroll
    for (int k = 15; k > 0; --k) past[k] = past[k - 1];
    past[0] = reference[n * channels + channel];
    float guess = 0, energy = 1e-3f;
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      guess += weight[k] * past[k];
      energy += past[k] * past[k];
    }
    float wrong = wanted[n * channels + channel] - guess, step = rate * wrong / energy;
#pragma unroll
    for (int k = 0; k < 16; ++k) weight[k] += step * past[k];
    error[n * channels + channel] = wrong;
  }
}

// An ultrasound image: each pixel sums the echoes of all sensors, each at the time its path takes.
__global__ void delay_and_sum(const short* __restrict__ echo, const float* __restrict__ sensor_x,
                              float* image, int sensors, int samples, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || z >= height) return;
  float px = (x - 0.5f * width) * 1e-4f, pz = (z + 20) * 1e-4f, sum = 0;
  for (int s = 0; s < sensors; ++s) {
    float dx = px - __ldg(sensor_x + s);
    float at = (pz + sqrtf(dx * dx + pz * pz)) * 26000;
    int whole = static_cast<int>(at);
    if (whole + 1 >= samples) continue;
    float part = at - whole;
    const short* from = echo + s * samples + whole;
    sum += (1 - part) * __ldg(from) + part * __ldg(from + 1);
  }
  image[z * width + x] = sum;
}

// One level of the 9/7 wavelet of JPEG 2000 on each row, by lifting in shared memory; a block a row.
__global__ void wavelet_97_rows(const float* in, float* out, int width) {
  extern __shared__ float line[];
  const float* from = in + static_cast<size_t>(blockIdx.x) * width;
  float* to = out + static_cast<size_t>(blockIdx.x) * width;
  for (int i = threadIdx.x; i < width; i += blockDim.x) line[i] = from[i];
  __syncthreads();
  const float lift[4] = {-1.586134342f, -0.052980118f, 0.882911076f, 0.443506852f};
  for (int step = 0; step < 4; ++step) {
    for (int i = 2 * threadIdx.x + 1 - step % 2; i < width; i += 2 * blockDim.x) {
      float left = line[i > 0 ? i - 1 : 1], right = line[i + 1 < width ? i + 1 : width - 2];
      line[i] += lift[step] * (left + right);
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < width / 2; i += blockDim.x) {
    to[i] = line[2 * i] * 0.812893066f;
    to[width / 2 + i] = line[2 * i + 1] * 1.230174105f;
  }
}

// The pitch of a frame of 512 samples (YIN): the first lag whose difference is small beside the mean of those
// before. Blocks have 256 threads, one a lag.
__global__ void pitch_of_frames(const float* signal, int* pitch, int hop) {
  __shared__ float frame[512], sums[256];
  __shared__ int found;
  int lag = threadIdx.x;
  frame[lag] = signal[blockIdx.x * hop + lag];
  frame[lag + 256] = signal[blockIdx.x * hop + lag + 256];
  if (lag == 0) found = 256;
  __syncthreads();
  float difference = 0;
  for (int i = 0; i < 256; ++i) {
    float d = frame[i] - frame[i + lag];
    difference += d * d;
  }
  sums[lag] = difference;
  __syncthreads();
  for (int offset = 1; offset < 256; offset *= 2) {
    float before = lag >= offset ? sums[lag - offset] : 0;
    __syncthreads();
    sums[lag] += before;
    __syncthreads();
  }
  if (lag > 8 && difference * lag < 0.15f * sums[lag]) atomicMin(&found, lag);
  __syncthreads();
  if (lag == 0) pitch[blockIdx.x] = found;
}

// Log-likelihood ratios of the six bits of each symbol of a 64-QAM constellation with Gray codes.
__global__ void soft_bits_of_qam64(const float2* symbol, const float* noise, __half* bits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 s = symbol[i];
  float scale = 1 / noise[i];
  for (int axis = 0; axis < 2; ++axis) {
    float at = axis ? s.y : s.x, zero[3] = {1e30f, 1e30f, 1e30f}, one[3] = {1e30f, 1e30f, 1e30f};
#pragma unroll
    for (int level = 0; level < 8; ++level) {
      float d = at - (2 * level - 7) * 0.1543f;
      int gray = level ^ level >> 1;
#pragma unroll
      for (int b = 0; b < 3; ++b) {
        if (gray >> b & 1) {
          one[b] = fminf(one[b], d * d);
        } else {
          zero[b] = fminf(zero[b], d * d);
        }
      }
    }
    for (int b = 0; b < 3; ++b) bits[6 * i + 3 * axis + b] = __float2half((one[b] - zero[b]) * scale);
  }
}

// Half an iteration of min-sum decoding: each check of `degree` edges answers its variables. `edge` leads from the
// order of checks to the order in which messages are kept.
__global__ void check_messages(const int* __restrict__ edge, const float* __restrict__ from_variable,
                               float* __restrict__ to_variable, int checks, int degree) {
  int check = blockIdx.x * blockDim.x + threadIdx.x;
  if (check >= checks) return;
  float least = 1e30f, second = 1e30f;
  int who = 0;
  unsigned sign = 0;
  for (int k = 0; k < degree; ++k) {
    float m = from_variable[edge[k * checks + check]];
    sign ^= __float_as_uint(m) & 0x80000000u;
    float size = fabsf(m);
    if (size < least) {
      second = least;
      least = size;
      who = k;
    } else {
      second = fminf(second, size);
    }
  }
  for (int k = 0; k < degree; ++k) {
    int e = edge[k * checks + check];
    unsigned own = __float_as_uint(from_variable[e]) & 0x80000000u;
    float size = 0.75f * (k == who ? second : least);
    to_variable[e] = __uint_as_float(__float_as_uint(size) | (sign ^ own));
  }
}

}  // namespace untried
