// Runs the lab's kernels on a GPU: once each for a profiler, or `time` as argument for cycles and bandwidth.
//
//   nvcc -O3 -arch=native -lineinfo -I labs/lab3_bank_conflicts labs/lab3_bank_conflicts/launch.cu -o
//   build/launch
//
// -DKERNELS='"file.cu"' takes another file's kernels than the student's.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "bank_conflicts.h"
#include "given_kernels.cu"

#ifndef KERNELS
#define KERNELS "bank_conflicts.cu"
#endif
#include KERNELS

namespace {

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
  std::exit(2);
}

// Global memory with a copy on the host.
template <class T>
class Array {
 public:
  explicit Array(std::vector<T> values) : host(std::move(values)) {
    check(cudaMalloc(&device, bytes()));
    check(cudaMemcpy(device, host.data(), bytes(), cudaMemcpyHostToDevice));
  }
  ~Array() { cudaFree(device); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  void fetch() { check(cudaMemcpy(host.data(), device, bytes(), cudaMemcpyDeviceToHost)); }
  size_t bytes() const { return host.size() * sizeof(T); }

  std::vector<T> host;
  T* device = nullptr;
};

const char* verdict(bool right) { return right ? "right" : "WRONG"; }

int degree_of_stride(int stride) { return stride == 0 ? 1 : std::gcd(stride, BANKS); }

void run_probe(int stride, int rounds) {
  Array<float> out(std::vector<float>(WARP, -1.0F));
  Array<long long> cycles(std::vector<long long>(1, -1));
  conflict_probe<<<1, WARP>>>(out.device, cycles.device, stride, rounds);
  check(cudaGetLastError());
  out.fetch();
  cycles.fetch();
  bool right = true;
  for (int lane = 0; lane < WARP; ++lane) right &= out.host[lane] == float(rounds * stride * lane);
  std::printf("conflict_probe       stride %2d, %4d rounds  %s  %5.1f cycles a load\n", stride, rounds,
              verdict(right), double(cycles.host[0]) / rounds);
}

// Row s holds the addresses of stride s; one lane in four takes no part in the second half of the rows.
void run_detector() {
  const int strides = 64;
  const int rows = 2 * strides;
  std::vector<int> addresses;
  std::vector<unsigned> active;
  for (int row = 0; row < rows; ++row) {
    for (int lane = 0; lane < WARP; ++lane) addresses.push_back(4 * lane * (row % strides));
    active.push_back(row < strides ? 0xFFFFFFFF : 0x77777777);
  }
  Array<int> in(addresses), degree(std::vector<int>(rows, -1));
  Array<unsigned> masks(active);
  const int warps = DETECTOR_BLOCK / WARP;
  detect_conflicts<<<(rows + warps - 1) / warps, DETECTOR_BLOCK>>>(in.device, masks.device, degree.device,
                                                                   rows);
  check(cudaGetLastError());
  degree.fetch();
  int right = 0;
  for (int row = 0; row < strides; ++row) right += degree.host[row] == degree_of_stride(row);
  std::printf("detect_conflicts     %d of %d strides right\n", right, strides);
}

using Sum = void (*)(const float*, float*, int);

// Milliseconds: the median of 21 launches after 3 that warm up.
float median_ms(Sum kernel, const float* in, float* out, int tiles) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int i = 0; i < 24; ++i) {
    float ms = 0;
    check(cudaEventRecord(start));
    kernel<<<tiles, WARP>>>(in, out, tiles);
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&ms, start, stop));
    if (i >= 3) times.push_back(ms);
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

bool is_right(const std::vector<float>& in, const std::vector<float>& out) {
  for (size_t i = 0; i < out.size(); ++i) {
    float sum = 0;
    for (int r = 0; r < TILE; ++r) sum += in[i * TILE + r];
    if (out[i] != sum) return false;
  }
  return true;
}

void run_sums(bool timed) {
  struct Case {
    const char* name;
    Sum kernel;
  };
  const Case cases[] = {{"column_sum_plain", column_sum_plain},
                        {"column_sum_padded", column_sum_padded},
                        {"column_sum_swizzled", column_sum_swizzled}};
  const int tiles = timed ? 1 << 18 : 1 << 10;  // timed: 1 GiB, far beyond any L2
  std::vector<float> values(size_t(tiles) * TILE * TILE);
  std::minstd_rand random(1);
  for (float& value : values) value = float(random() % 2001) / 1000 - 1;
  Array<float> in(std::move(values));
  for (const Case& c : cases) {
    Array<float> out(std::vector<float>(size_t(tiles) * TILE, -1.0F));
    c.kernel<<<tiles, WARP>>>(in.device, out.device, tiles);
    check(cudaGetLastError());
    out.fetch();
    std::printf("%-20s %d tiles  %s", c.name, tiles, verdict(is_right(in.host, out.host)));
    if (timed) {
      const double gigabytes = double(in.bytes() + out.bytes()) * 1e-9;
      std::printf("  %6.0f GB/s", gigabytes / (median_ms(c.kernel, in.device, out.device, tiles) * 1e-3));
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool timed = argc > 1 && std::strcmp(argv[1], "time") == 0;
  for (const int stride : {0, 1, 2, 4, 8, 16, 32, 33}) run_probe(stride, 1024);
  run_detector();
  run_sums(timed);
}
