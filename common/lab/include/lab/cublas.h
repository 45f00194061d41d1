// cuBLAS as an opponent in a measurement (lab/measure.h). The process that drives the GPU opens it at run
// time.
#pragma once

#include <string>

#include "lab/gpu.h"

namespace lab {

// A rows x cols matrix in row-major order, and how it enters the sum.
struct GeamTerm {
  const float* matrix = nullptr;
  float factor = 0;
};

class Cublas {
 public:
  // Libraries that may be it, best first: of the toolkits 13, 12 and 11, as the loader finds them and where
  // NVIDIA's installer puts them.
  static const std::string& default_libraries();

  // Throws simt::Error, which says what was looked for, when there is none or it does not start. `libraries`
  // are separated by colons. A GPU has one Cublas at a time.
  explicit Cublas(Gpu& gpu, const std::string& libraries = default_libraries());
  ~Cublas();
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;

  // Puts C = a * A^T + b * B in the GPU's queue: A is rows x cols, B and C are cols x rows, all row-major.
  void transpose(GeamTerm a, GeamTerm b, float* c, int rows, int cols);

  // Puts y = W * x in the queue (cublasGemmEx): W is rows x cols, row-major. W and x are halves, y is floats,
  // and sums are in float.
  void multiply(const void* weights, const void* x, float* y, int rows, int cols);

 private:
  Gpu& gpu_;
};

}  // namespace lab
