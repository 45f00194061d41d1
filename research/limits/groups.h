// What launches.cu runs: kernels that make the same of the same, in groups.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

constexpr size_t kFloats = size_t(3) << 28;  // of each array's room

struct Arrays {
  float *in, *other, *out, *expected;
};

using Run = std::function<void(const Arrays&)>;

// Kernels that make the same of the same. The first of a group says what the others must leave in `out`, bit
// for bit, or in `in` where they work in place; and the reference's own tests say that it is right.
struct Kernel {
  std::string name;
  Run run;
};

struct Group {
  std::string title;
  double bytes;     // that must be read and written, each once
  size_t compared;  // floats of the result
  bool in_place;
  std::vector<Kernel> kernels;
};

inline void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
  std::exit(2);
}

inline void check(cublasStatus_t status) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::fprintf(stderr, "cuBLAS: status %d\n", static_cast<int>(status));
  std::exit(2);
}

std::vector<Group> all_groups(cublasHandle_t handle);
