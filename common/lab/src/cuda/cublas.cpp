#include "lab/cublas.h"

#include <dlfcn.h>

#include <sstream>

namespace lab {
namespace {

using Status = int;                // cublasStatus_t, CUBLAS_STATUS_SUCCESS is 0
constexpr int kNotTransposed = 0;  // CUBLAS_OP_N
constexpr int kTransposed = 1;     // CUBLAS_OP_T

void* open_first(const std::string& libraries) {
  std::istringstream names(libraries);
  for (std::string name; std::getline(names, name, ':');) {
    if (void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  throw simt::Error("cuBLAS was not found (" + libraries +
                    "): it comes with the CUDA toolkit; if it is elsewhere, "
                    "name its folder in LD_LIBRARY_PATH");
}

}  // namespace

// As the cuBLAS Library reference declares them.
struct Cublas::Functions {
  Status (*create)(void** handle) = nullptr;
  Status (*destroy)(void* handle) = nullptr;
  Status (*sgeam)(void* handle, int transpose_a, int transpose_b, int m, int n, const float* alpha,
                  const float* a, int lda, const float* beta, const float* b, int ldb, float* c,
                  int ldc) = nullptr;

  explicit Functions(void* library) {
    find(library, create, "cublasCreate_v2");
    find(library, destroy, "cublasDestroy_v2");
    find(library, sgeam, "cublasSgeam");
  }

  template <class Pointer>
  static void find(void* library, Pointer& function, const char* name) {
    function = reinterpret_cast<Pointer>(dlsym(library, name));
    if (function == nullptr) throw simt::Error(std::string("this cuBLAS has no function ") + name);
  }
};

const std::string& Cublas::default_libraries() {
  static const std::string names =
      "libcublas.so.13:libcublas.so.12:libcublas.so.11:/usr/local/cuda/lib64/libcublas.so";
  return names;
}

Cublas::Cublas(const std::string& libraries)
    : functions_(std::make_unique<Functions>(open_first(libraries))) {
  if (const Status status = functions_->create(&handle_); status != 0) {
    throw simt::Error("cuBLAS does not start on this GPU: cublasCreate gives status " +
                      std::to_string(status));
  }
}

Cublas::~Cublas() { functions_->destroy(handle_); }

// cuBLAS counts columns first: a row-major rows x cols matrix is to it a column-major cols x rows one.
void Cublas::transpose(GeamTerm a, GeamTerm b, float* c, int rows, int cols) {
  const Status status =
      functions_->sgeam(handle_, kTransposed, kNotTransposed, rows, cols, &a.factor, a.matrix, cols,
                        &b.factor, b.matrix == nullptr ? c : b.matrix, rows, c, rows);
  if (status != 0) throw simt::Error("cublasSgeam gives status " + std::to_string(status));
}

}  // namespace lab
