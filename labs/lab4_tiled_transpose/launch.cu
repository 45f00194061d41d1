// Runs the lab's kernels on a GPU: once each for a profiler, or `time` as argument for a look at their
// bandwidth.
//
//   nvcc -O3 -arch=native -lineinfo -I labs/lab4_tiled_transpose labs/lab4_tiled_transpose/launch.cu -o
//   build/launch
//
// -DKERNELS='"file.cu"' takes another file's kernels than the student's.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "given_kernels.cu"
#include "tiled_transpose.h"

#ifndef KERNELS
#define KERNELS "tiled_transpose.cu"
#endif
#include KERNELS

namespace {

using Kernel = void (*)(const float*, float*, int, int);

struct Case {
  const char* name;
  Kernel kernel;
  int tile;
  int block_rows;
};

constexpr Case kCases[] = {{"copy_rows", copy_rows, TILE, BLOCK_ROWS},
                           {"transpose_naive", transpose_naive, TILE, BLOCK_ROWS},
                           {"transpose_tiled", transpose_tiled, TILE, BLOCK_ROWS},
                           {"transpose_padded", transpose_padded, TILE, BLOCK_ROWS},
                           {"transpose_tile16", transpose_tile16, SMALL_TILE, SMALL_TILE}};

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
  std::exit(2);
}

void launch(const Case& c, const float* in, float* out, int rows, int cols) {
  const dim3 grid((cols + c.tile - 1) / c.tile, (rows + c.tile - 1) / c.tile);
  c.kernel<<<grid, dim3(c.tile, c.block_rows)>>>(in, out, rows, cols);
  check(cudaGetLastError());
}

// Milliseconds: the median of 21 launches after 3 that warm up.
float median_ms(const Case& c, const float* in, float* out, int rows, int cols) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int i = 0; i < 24; ++i) {
    float ms = 0;
    check(cudaEventRecord(start));
    launch(c, in, out, rows, cols);
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&ms, start, stop));
    if (i >= 3) times.push_back(ms);
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

// Whether out is what the kernel says it makes of in[i] = i, for sides up to 2^12 exactly.
bool is_right(const Case& c, const float* out, int rows, int cols) {
  const bool transposed = c.kernel != copy_rows;
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      const size_t at = transposed ? size_t(col) * rows + row : size_t(row) * cols + col;
      if (out[at] != float(size_t(row) * cols + col)) return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const bool timed = argc > 1 && std::strcmp(argv[1], "time") == 0;
  const int side = timed ? 16384 : 1024;  // timed: 2 GiB a matrix pair, far beyond any L2
  const size_t elements = size_t(side) * side;
  std::vector<float> host(elements);
  for (size_t i = 0; i < elements; ++i) host[i] = float(i);
  float *in = nullptr, *out = nullptr;
  check(cudaMalloc(&in, elements * sizeof(float)));
  check(cudaMalloc(&out, elements * sizeof(float)));
  check(cudaMemcpy(in, host.data(), elements * sizeof(float), cudaMemcpyHostToDevice));
  for (const Case& c : kCases) {
    check(cudaMemset(out, 0xFF, elements * sizeof(float)));
    launch(c, in, out, side, side);
    check(cudaMemcpy(host.data(), out, elements * sizeof(float), cudaMemcpyDeviceToHost));
    const char* verdict = is_right(c, host.data(), side, side) ? "right" : "WRONG";
    if (!timed) {
      std::printf("%-18s %d x %d  %s\n", c.name, side, side, verdict);
      continue;
    }
    const double gigabytes = 2.0 * double(elements) * sizeof(float) * 1e-9;
    std::printf("%-18s %d x %d  %s  %6.0f GB/s\n", c.name, side, side, verdict,
                gigabytes / (median_ms(c, in, out, side, side) * 1e-3));
  }
}
