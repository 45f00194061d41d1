#include "local_cublas.h"

#include <dlfcn.h>

#include <sstream>

#include "simt/machine.h"

namespace lab::cuda {
namespace {

using Status = int;                // cublasStatus_t, CUBLAS_STATUS_SUCCESS is 0
constexpr int kNotTransposed = 0;  // CUBLAS_OP_N
constexpr int kTransposed = 1;     // CUBLAS_OP_T
constexpr int kHalves = 2;         // CUDA_R_16F
constexpr int kFloats = 0;         // CUDA_R_32F
constexpr int kSumsInFloat = 68;   // CUBLAS_COMPUTE_32F
constexpr int kItsChoice = -1;     // CUBLAS_GEMM_DEFAULT

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

// The functions as the cuBLAS Library reference declares them.
struct LocalCublas::Functions {
  Status (*create)(void** handle) = nullptr;
  Status (*destroy)(void* handle) = nullptr;
  Status (*sgeam)(void* handle, int transpose_a, int transpose_b, int m, int n, const float* alpha,
                  const float* a, int lda, const float* beta, const float* b, int ldb, float* c,
                  int ldc) = nullptr;
  Status (*gemm)(void* handle, int transpose_a, int transpose_b, int m, int n, int k, const void* alpha,
                 const void* a, int a_type, int lda, const void* b, int b_type, int ldb, const void* beta,
                 void* c, int c_type, int ldc, int compute_type, int algorithm) = nullptr;

  explicit Functions(void* library) {
    find(library, create, "cublasCreate_v2");
    find(library, destroy, "cublasDestroy_v2");
    find(library, sgeam, "cublasSgeam");
    find(library, gemm, "cublasGemmEx");
  }

  template <class Pointer>
  static void find(void* library, Pointer& function, const char* name) {
    function = reinterpret_cast<Pointer>(dlsym(library, name));
    if (function == nullptr) throw simt::Error(std::string("this cuBLAS has no function ") + name);
  }
};

LocalCublas::LocalCublas(const std::string& libraries)
    : functions_(std::make_unique<Functions>(open_first(libraries))) {
  if (const Status status = functions_->create(&handle_); status != 0) {
    throw simt::Error("cuBLAS does not start on this GPU: cublasCreate gives status " +
                      std::to_string(status));
  }
}

LocalCublas::~LocalCublas() { functions_->destroy(handle_); }

// cuBLAS counts columns first: a row-major rows x cols matrix is to it a column-major cols x rows one.
void LocalCublas::transpose(const Geam& geam) {
  const auto at = [](Address address) { return reinterpret_cast<float*>(address); };
  const Status status = functions_->sgeam(
      handle_, kTransposed, kNotTransposed, geam.rows, geam.cols, &geam.alpha, at(geam.a), geam.cols,
      &geam.beta, at(geam.b == 0 ? geam.c : geam.b), geam.rows, at(geam.c), geam.rows);
  if (status != 0) throw simt::Error("cublasSgeam gives status " + std::to_string(status));
}

// To cuBLAS the row-major W is a column-major cols x rows matrix, and x is one of a single column.
void LocalCublas::multiply(const Gemv& gemv) {
  constexpr float kOne = 1;
  constexpr float kZero = 0;
  const auto at = [](Address address) { return reinterpret_cast<void*>(address); };
  const Status status = functions_->gemm(handle_, kTransposed, kNotTransposed, gemv.rows, 1, gemv.cols, &kOne,
                                         at(gemv.weights), kHalves, gemv.cols, at(gemv.x), kHalves, gemv.cols,
                                         &kZero, at(gemv.y), kFloats, gemv.rows, kSumsInFloat, kItsChoice);
  if (status != 0) throw simt::Error("cublasGemmEx gives status " + std::to_string(status));
}

}  // namespace lab::cuda
