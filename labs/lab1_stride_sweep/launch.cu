// Runs the lab's kernels on a GPU: once each for a profiler, or `time` as argument for a look at their
// bandwidth. Timed, it needs 4.5 GB of the GPU's memory.
//
//   nvcc -O3 -arch=native -lineinfo -I labs/lab1_stride_sweep labs/lab1_stride_sweep/launch.cu -o
//   build/launch
//
// -DKERNELS='"file.cu"' takes another file's kernels than the student's.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "given_kernels.cu"
#include "stride_sweep.h"

#ifndef KERNELS
#define KERNELS "stride_sweep.cu"
#endif
#include KERNELS

namespace {

constexpr int kLargestStride = 32;
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32};
constexpr int kOffsets[] = {1, 4, 8, 17, 32};

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
  std::exit(2);
}

struct Arrays {
  const float* in;
  float* out;
  int n;  // elements of `out`; `in` has kLargestStride times as many
};

// out[i] must become in[i * stride + offset].
struct Case {
  std::string name;
  int stride;
  int offset;
  std::function<void(const Arrays&)> launch;
};

int blocks(int threads) { return (threads + BLOCK - 1) / BLOCK; }

std::vector<Case> cases() {
  std::vector<Case> list;
  list.push_back({"cudaMemcpy", 1, 0, [](const Arrays& a) {
                    check(cudaMemcpyAsync(a.out, a.in, a.n * sizeof(float), cudaMemcpyDeviceToDevice));
                  }});
  list.push_back(
      {"copy_floats", 1, 0, [](const Arrays& a) { copy_floats<<<blocks(a.n), BLOCK>>>(a.in, a.out, a.n); }});
  list.push_back({"fast_copy", 1, 0, [](const Arrays& a) {
                    const int threads = (a.n + FLOATS_PER_THREAD - 1) / FLOATS_PER_THREAD;
                    fast_copy<<<blocks(threads), BLOCK>>>(a.in, a.out, a.n);
                  }});
  for (const int stride : kStrides) {
    list.push_back({"strided_read " + std::to_string(stride), stride, 0, [stride](const Arrays& a) {
                      strided_read<<<blocks(a.n), BLOCK>>>(a.in, a.out, a.n, stride);
                    }});
  }
  for (const int offset : kOffsets) {
    list.push_back({"offset_read " + std::to_string(offset), 1, offset, [offset](const Arrays& a) {
                      offset_read<<<blocks(a.n), BLOCK>>>(a.in, a.out, a.n, offset);
                    }});
  }
  return list;
}

// Values that tell elements apart: floats hold integers below 2^24 exactly.
float value_at(size_t i) { return float(i % 16777213); }

bool is_right(const Case& c, const Arrays& arrays) {
  std::vector<float> found(arrays.n);
  check(cudaMemcpy(found.data(), arrays.out, found.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i] != value_at(i * c.stride + c.offset)) return false;
  }
  return true;
}

// Milliseconds: the median of 21 launches after 3 that warm up.
float median_ms(const Case& c, const Arrays& arrays) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int i = 0; i < 24; ++i) {
    float ms = 0;
    check(cudaEventRecord(start));
    c.launch(arrays);
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&ms, start, stop));
    if (i >= 3) times.push_back(ms);
  }
  check(cudaEventDestroy(start));
  check(cudaEventDestroy(stop));
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

void fill(float* in, size_t elements) {
  std::vector<float> host(elements);
  for (size_t i = 0; i < elements; ++i) host[i] = value_at(i);
  check(cudaMemcpy(in, host.data(), elements * sizeof(float), cudaMemcpyHostToDevice));
}

// The sectors of each pattern of the form "32 floats, this stride": by the student's prediction.
void print_predictions() {
  std::vector<WarpPattern> patterns;
  for (const int stride : kStrides) patterns.push_back({4, stride, 0, ~0U});
  for (const int offset : kOffsets) patterns.push_back({4, 1, 4 * offset, ~0U});
  const int n = int(patterns.size());
  std::vector<int> sectors(n);
  WarpPattern* device_patterns = nullptr;
  int* device_sectors = nullptr;
  check(cudaMalloc(&device_patterns, n * sizeof(WarpPattern)));
  check(cudaMalloc(&device_sectors, n * sizeof(int)));
  check(cudaMemcpy(device_patterns, patterns.data(), n * sizeof(WarpPattern), cudaMemcpyHostToDevice));
  check(cudaMemset(device_sectors, 0xFF, n * sizeof(int)));
  predict_sectors<<<blocks(n), BLOCK>>>(device_patterns, device_sectors, n);
  check(cudaGetLastError());
  check(cudaMemcpy(sectors.data(), device_sectors, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int p = 0; p < n; ++p) {
    std::printf("predicted: stride %2d, offset %2d  %2d sectors a request\n", patterns[p].stride,
                patterns[p].byte_offset / 4, sectors[p]);
  }
  check(cudaFree(device_patterns));
  check(cudaFree(device_sectors));
}

}  // namespace

int main(int argc, char** argv) {
  const bool timed = argc > 1 && std::strcmp(argv[1], "time") == 0;
  const int n = timed ? 1 << 25 : 1 << 20;  // timed: 128 MiB an array at stride 1, beyond an L2 of 60 MiB
  const size_t elements = size_t(n) * kLargestStride;
  float *in = nullptr, *out = nullptr;
  check(cudaMalloc(&in, elements * sizeof(float)));
  check(cudaMalloc(&out, n * sizeof(float)));
  fill(in, elements);
  const Arrays arrays{in, out, n};
  for (const Case& c : cases()) {
    check(cudaMemset(out, 0xFF, n * sizeof(float)));
    c.launch(arrays);
    check(cudaGetLastError());
    const char* verdict = is_right(c, arrays) ? "right" : "WRONG";
    if (!timed) {
      std::printf("%-16s  n = %d  %s\n", c.name.c_str(), n, verdict);
      continue;
    }
    const double gigabytes = 2.0 * n * sizeof(float) * 1e-9;
    std::printf("%-16s  n = %d  %s  %6.0f GB/s\n", c.name.c_str(), n, verdict,
                gigabytes / (median_ms(c, arrays) * 1e-3));
  }
  if (!timed) print_predictions();
  check(cudaFree(in));
  check(cudaFree(out));
}
