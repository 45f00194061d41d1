// cuBLAS as an opponent in a measurement (lab/measure.h). Opened at run time, as the driver is.
#pragma once

#include <memory>
#include <string>

#include "simt/machine.h"

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

  // Throws simt::Error, which says what was looked for, when there is none or it does not start. A session on
  // cuda must be there. `libraries` are separated by colons.
  explicit Cublas(const std::string& libraries = default_libraries());
  ~Cublas();
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;

  // Puts C = a * A^T + b * B in the GPU's queue: A is rows x cols, B and C are cols x rows, all row-major.
  void transpose(GeamTerm a, GeamTerm b, float* c, int rows, int cols);

 private:
  struct Functions;
  std::unique_ptr<Functions> functions_;
  void* handle_ = nullptr;
};

}  // namespace lab
