// What courses let their students measure: conflicts, divergence, chains, crowded counters and low occupancy.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace varied {

// Reads and writes shared memory with a stride of words between neighbouring threads, many times.
template <int STRIDE>
__global__ void banks_with_stride(float* out, int times) {
  __shared__ float words[256 * STRIDE];
  for (int k = threadIdx.x; k < 256 * STRIDE; k += 256) words[k] = k * 0.5f;
  __syncthreads();
  float sum = 0;
  int at = threadIdx.x;
  for (int k = 0; k < times; ++k) {
    sum += words[at * STRIDE];
    at = (at + 32) & 255;
  }
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Each thread takes one of eight ways, by its number or by its warp.
__global__ void eight_ways(const float* in, float* out, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = in[i];
  for (int k = 0; k < 20; ++k) {
    switch (i / by % 8) {
      case 0:
        v = sinf(v) + 1;
        break;
      case 1:
        v = sqrtf(v + 2);
        break;
      case 2:
        v = expf(-v);
        break;
      case 3:
        v = logf(v + 2);
        break;
      case 4:
        v = v * v * 0.5f + 0.1f;
        break;
      case 5:
        v = 1 / (v + 3);
        break;
      case 6:
        v = atanf(v);
        break;
      default:
        v = cosf(v) + 1;
    }
  }
  out[i] = v;
}

// One warp follows a chain of indices through memory.
__global__ void follow_chain(const int* next, int* end, int steps) {
  int at = threadIdx.x;
  for (int k = 0; k < steps; ++k) at = next[at];
  end[threadIdx.x] = at;
}

// One thread alone does everything: the greatest sum of neighbours in an array.
__global__ void greatest_run_by_one_thread(const int* in, int* out, int n) {
  int best = in[0], here = in[0];
  for (int i = 1; i < n; ++i) {
    here = max(here + in[i], in[i]);
    best = max(best, here);
  }
  *out = best;
}

// The set of Mandelbrot.
template <class T>
__global__ void mandelbrot(unsigned short* out, int width, int height, T left, T top, T size, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  T cx = left + x * size, cy = top + y * size, u = 0, v = 0;
  int k = 0;
  while (k < most && u * u + v * v < T(4)) {
    T next = u * u - v * v + cx;
    v = 2 * u * v + cy;
    u = next;
    ++k;
  }
  out[y * width + x] = static_cast<unsigned short>(k);
}

// A sum of two vectors in tiny blocks, an element a thread.
template <class T>
__global__ void add_vectors(const T* a, const T* b, T* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// How long each start takes to reach one by halving and tripling.
__global__ void collatz_lengths(int* out, long long first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  long long v = first + i;
  int steps = 0;
  while (v != 1) {
    v = v & 1 ? 3 * v + 1 : v / 2;
    ++steps;
  }
  out[i] = steps;
}

// A polynomial of degree 63 by Horner's rule, its coefficients in memory.
template <class T>
__global__ void polynomials(const T* __restrict__ coefficient, const T* __restrict__ x, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T v = x[i], sum = coefficient[63];
#pragma unroll
  for (int k = 62; k >= 0; --k) sum = sum * v + coefficient[k];
  y[i] = sum;
}

// Many multiplications and additions of pairs of halves on four chains a thread.
__global__ void chains_of_halves(__half2* values, int times) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __half2 a = values[i], b = __hadd2(a, a), c = __hadd2(b, a), d = __hadd2(c, a);
  __half2 scale = __float2half2_rn(0.98f), shift = __float2half2_rn(0.015f);
  for (int k = 0; k < times; ++k) {
    a = __hfma2(a, scale, shift);
    b = __hfma2(b, scale, shift);
    c = __hfma2(c, scale, shift);
    d = __hfma2(d, scale, shift);
  }
  values[i] = __hadd2(__hadd2(a, b), __hadd2(c, d));
}

// The greatest common divisor of pairs by Euclid's divisions.
template <class T>
__global__ void common_divisors(const T* a, const T* b, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T u = a[i], v = b[i];
  while (v != 0) {
    T rest = u % v;
    u = v;
    v = rest;
  }
  out[i] = u;
}

// The least of an array of floats by compare and swap, as on machines without such an atomic.
__global__ void least_by_swaps(const float* in, unsigned* least, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = in[i];
  unsigned old = atomicOr(least + i % 64, 0u);
  while (v < __uint_as_float(old)) {
    unsigned assumed = old;
    old = atomicCAS(least + i % 64, assumed, __float_as_uint(v));
    if (old == assumed) break;
  }
}

// Each thread sorts its own eight numbers in global memory by exchanging neighbours.
__global__ void bubble_in_global(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* own = v + 8 * i;
  for (int pass = 7; pass > 0; --pass) {
    for (int k = 0; k < pass; ++k) {
      int a = own[k], b = own[k + 1];
      if (a > b) {
        own[k] = b;
        own[k + 1] = a;
      }
    }
  }
}

// Few blocks fit, for each asks for much shared memory: a running product of windows over a staged part.
__global__ void windows_with_much_memory(const float* in, float* out, int n, int window) {
  extern __shared__ float stage[];
  int first = blockIdx.x * 16384;
  for (int k = threadIdx.x; k < 16384 + window; k += blockDim.x)
    stage[k] = first + k < n ? in[first + k] : 1.f;
  __syncthreads();
  for (int k = threadIdx.x; k < 16384 && first + k < n; k += blockDim.x) {
    float product = 1;
    for (int w = 0; w < window; ++w) product *= stage[k + w];
    out[first + k] = product;
  }
}

// Counts a thread's bytes in a table of 64 entries in its own memory and writes the most frequent one.
__global__ void __launch_bounds__(128)
    most_frequent(const unsigned char* in, unsigned char* out, int each, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned short table[64];
  for (int k = 0; k < 64; ++k) table[k] = 0;
  for (int k = 0; k < each; ++k) ++table[in[k * n + i] & 63];
  int best = 0;
  for (int k = 1; k < 64; ++k) best = table[k] > table[best] ? k : best;
  out[i] = static_cast<unsigned char>(best);
}

// In how many ways queens stand on a board, for each placing of the first rows; stacks are in registers' words.
__global__ void queens(const int3* start, int* ways, int starts, int side, int placed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= starts) return;
  int column[16], left[16], right[16], open[16], all = (1 << side) - 1, row = placed, found = 0;
  column[row] = start[i].x;
  left[row] = start[i].y;
  right[row] = start[i].z;
  open[row] = all & ~(column[row] | left[row] | right[row]);
  while (row >= placed) {
    int free_places = open[row];
    if (free_places == 0) {
      --row;
      continue;
    }
    int place = free_places & -free_places;
    open[row] = free_places ^ place;
    if (row == side - 1) {
      ++found;
      continue;
    }
    column[row + 1] = column[row] | place;
    left[row + 1] = (left[row] | place) << 1;
    right[row + 1] = (right[row] | place) >> 1;
    ++row;
    open[row] = all & ~(column[row] | left[row] | right[row]);
  }
  ways[i] = found;
}

}  // namespace varied
