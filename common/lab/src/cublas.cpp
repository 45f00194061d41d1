// The client of cuBLAS, which the process that drives the GPU opens.
#include "lab/cublas.h"

#include "gpu_connection.h"
#include "lab/session.h"

namespace lab {

const std::string& Cublas::default_libraries() {
  static const std::string names =
      "libcublas.so.13:libcublas.so.12:libcublas.so.11:/usr/local/cuda/lib64/libcublas.so";
  return names;
}

Cublas::Cublas(Gpu& gpu, const std::string& libraries) : gpu_(gpu) {
  gpu.refuse_when_lost();
  gpu.connection_->ask({{"do", "open_cublas"}, {"libraries", libraries}});
}

Cublas::~Cublas() {
  if (!gpu_.is_lost()) gpu_.connection_->tell({{"do", "close_cublas"}});
}

// NOLINTNEXTLINE(readability-non-const-parameter): the GPU writes to it
void Cublas::transpose(GeamTerm a, GeamTerm b, float* c, int rows, int cols) {
  gpu_.refuse_when_lost();
  ++gpu_.changes_;
  gpu_.connection_->tell({{"do", "geam"},
                          {"a", reinterpret_cast<std::uintptr_t>(a.matrix)},
                          {"b", reinterpret_cast<std::uintptr_t>(b.matrix)},
                          {"c", reinterpret_cast<std::uintptr_t>(c)},
                          {"alpha", a.factor},
                          {"beta", b.factor},
                          {"rows", rows},
                          {"cols", cols}});
}

// NOLINTNEXTLINE(readability-non-const-parameter): the GPU writes to it
void Cublas::multiply(const void* weights, const void* x, float* y, int rows, int cols) {
  gpu_.refuse_when_lost();
  ++gpu_.changes_;
  gpu_.connection_->tell({{"do", "gemv"},
                          {"weights", reinterpret_cast<std::uintptr_t>(weights)},
                          {"x", reinterpret_cast<std::uintptr_t>(x)},
                          {"y", reinterpret_cast<std::uintptr_t>(y)},
                          {"rows", rows},
                          {"cols", cols}});
}

}  // namespace lab
