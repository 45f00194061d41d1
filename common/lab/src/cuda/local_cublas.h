// cuBLAS in the process that drives the GPU, opened at run time as the driver is.
#pragma once

#include <memory>
#include <string>

#include "driver.h"

namespace lab::cuda {

// C = alpha * A^T + beta * B: A is rows x cols, B and C are cols x rows, all row-major.
struct Geam {
  Address a = 0;
  Address b = 0;  // 0: no B
  Address c = 0;
  float alpha = 0;
  float beta = 0;
  int rows = 0;
  int cols = 0;
};

// y = W * x: W is rows x cols, row-major, of halves, as x is; y is floats.
struct Gemv {
  Address weights = 0;
  Address x = 0;
  Address y = 0;
  int rows = 0;
  int cols = 0;
};

class LocalCublas {
 public:
  // `libraries` are separated by colons, best first. Throws simt::Error, which says what was looked for, when
  // there is none or it does not start. A LocalGpu must be there.
  explicit LocalCublas(const std::string& libraries);
  ~LocalCublas();
  LocalCublas(const LocalCublas&) = delete;
  LocalCublas& operator=(const LocalCublas&) = delete;

  // Each puts it in the GPU's queue.
  void transpose(const Geam& geam);
  void multiply(const Gemv& gemv);

 private:
  struct Functions;
  std::unique_ptr<Functions> functions_;
  void* handle_ = nullptr;
};

}  // namespace lab::cuda
