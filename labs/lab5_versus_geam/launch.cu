// Runs geam_transpose on a GPU: once for a profiler, or `time` as argument for its bandwidth beside that of
// cublasSgeam.
//
//   nvcc -O3 -arch=native -lineinfo -I labs/lab5_versus_geam labs/lab5_versus_geam/launch.cu -lcublas
//     -o build/launch
//
// -DKERNELS='"file.cu"' takes another file's kernels than the student's.
#include <cublas_v2.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "geam_transpose.h"

#ifndef KERNELS
#define KERNELS "geam_transpose.cu"
#endif
#include KERNELS

namespace {

// Of A. The first is the profiler's.
struct Shape {
  int rows;
  int cols;
};

constexpr Shape kShapes[] = {{1023, 1025}, {1024, 1024}, {4096, 4096},  {8192, 2048},  {1000, 30000},
                             {4095, 4097}, {31, 100003}, {10007, 9973}, {16384, 16384}};
constexpr int kWarmUp = 3;
constexpr int kTimed = 21;

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
  std::exit(2);
}

void check(cublasStatus_t status) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::fprintf(stderr, "cuBLAS: status %d\n", static_cast<int>(status));
  std::exit(2);
}

struct Problem {
  Shape shape;
  float alpha;
  float beta;
  float *a, *b, *c;

  size_t elements() const { return size_t(shape.rows) * shape.cols; }
  size_t bytes() const { return elements() * sizeof(float) * (beta == 0 ? 2 : 3); }
};

Problem allocate(Shape shape, float beta) {
  Problem p{shape, 1.0F, beta, nullptr, nullptr, nullptr};
  std::vector<float> host(p.elements());
  for (size_t i = 0; i < host.size(); ++i) host[i] = float(i % 4093);
  for (float** matrix : {&p.a, &p.b, &p.c}) {
    check(cudaMalloc(matrix, p.elements() * sizeof(float)));
    check(cudaMemcpy(*matrix, host.data(), p.elements() * sizeof(float), cudaMemcpyHostToDevice));
  }
  return p;
}

void release(const Problem& p) {
  for (float* matrix : {p.a, p.b, p.c}) check(cudaFree(matrix));
}

GeamLaunch launch_of(Shape shape) {
  GeamLaunch* device = nullptr;
  GeamLaunch launch{};
  check(cudaMalloc(&device, sizeof launch));
  geam_launch<<<1, 1>>>(shape.rows, shape.cols, device);
  check(cudaGetLastError());
  check(cudaMemcpy(&launch, device, sizeof launch, cudaMemcpyDeviceToHost));
  check(cudaFree(device));
  return launch;
}

void run_ours(const Problem& p, const GeamLaunch& launch) {
  geam_transpose<<<dim3(launch.grid_x, launch.grid_y), dim3(launch.block_x, launch.block_y),
                   launch.dynamic_shared_bytes>>>(p.a, p.beta == 0 ? nullptr : p.b, p.c, p.alpha, p.beta,
                                                  p.shape.rows, p.shape.cols);
  check(cudaGetLastError());
}

// Row after row here is column after column there: A is cols x rows as cuBLAS sees it, B and C rows x cols.
void run_cublas(const Problem& p, cublasHandle_t handle) {
  const int rows = p.shape.rows;
  const int cols = p.shape.cols;
  check(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, rows, cols, &p.alpha, p.a, cols, &p.beta, p.b, rows,
                    p.c, rows));
}

bool is_right(const Problem& p) {
  std::vector<float> c(p.elements());
  check(cudaMemcpy(c.data(), p.c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (int col = 0; col < p.shape.cols; ++col) {
    for (int row = 0; row < p.shape.rows; ++row) {
      const size_t to = size_t(col) * p.shape.rows + row;
      const size_t from = size_t(row) * p.shape.cols + col;
      const float b = p.beta == 0 ? 0 : p.beta * float(to % 4093);
      if (c[to] != p.alpha * float(from % 4093) + b) return false;
    }
  }
  return true;
}

template <class Run>
float milliseconds(const Run& run) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&stop));
  float ms = 0;
  check(cudaEventRecord(start));
  run();
  check(cudaEventRecord(stop));
  check(cudaEventSynchronize(stop));
  check(cudaEventElapsedTime(&ms, start, stop));
  check(cudaEventDestroy(start));
  check(cudaEventDestroy(stop));
  return ms;
}

float median(std::vector<float> times) {
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

// The two take turns, so that whatever changes meanwhile changes for both. Small problems stay in L2.
void compare(const Problem& p, cublasHandle_t handle) {
  const GeamLaunch launch = launch_of(p.shape);
  std::vector<float> ours, theirs;
  for (int i = 0; i < kWarmUp + kTimed; ++i) {
    const float a = milliseconds([&] { run_ours(p, launch); });
    const float b = milliseconds([&] { run_cublas(p, handle); });
    if (i < kWarmUp) continue;
    ours.push_back(a);
    theirs.push_back(b);
  }
  const double gigabytes = double(p.bytes()) * 1e-9;
  const double mine = gigabytes / (median(ours) * 1e-3);
  const double cublas = gigabytes / (median(theirs) * 1e-3);
  std::printf("  %6.0f GB/s, cublasSgeam %6.0f GB/s, ratio %.3f", mine, cublas, mine / cublas);
}

}  // namespace

int main(int argc, char** argv) {
  const bool timed = argc > 1 && std::strcmp(argv[1], "time") == 0;
  cublasHandle_t handle = nullptr;
  if (timed) check(cublasCreate(&handle));
  for (const Shape& shape : kShapes) {
    for (const float beta : {0.0F, 0.5F}) {
      const Problem p = allocate(shape, beta);
      check(cudaMemset(p.c, 0xFF, p.elements() * sizeof(float)));
      run_ours(p, launch_of(shape));
      std::printf("%d x %d, beta %g  %s", shape.rows, shape.cols, beta, is_right(p) ? "right" : "WRONG");
      if (timed) compare(p, handle);
      std::printf("\n");
      release(p);
    }
    if (!timed) break;
  }
  if (timed) check(cublasDestroy(handle));
}
