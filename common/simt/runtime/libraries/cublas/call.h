// What every function of cuBLAS has in common: the handle, the scalars and results that may lie on either side, the stream, and the
// status that is returned.
//
//   cublasStatus_t cublasSaxpy(…) { return call(handle, HERE("cublasSaxpy"), [&](Call& now) { return axpy(now, …); }); }
//
// An operation checks its arguments first (CUBLAS_STATUS_INVALID_VALUE), takes its scalars, and gives call.run() the work. The work
// finds its arrays, which may be later: in a graph.
#pragma once

#include <functional>
#include <initializer_list>

#include "host/simt_cublas_types.h"
#include "libraries/device_arrays.h"
#include "state/graphs.h"

// The names are cuBLAS's.
struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics_mode = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
  int multiprocessors = 0;
};

namespace cublas {

using cudart::DeviceArrays;
using cudart::matrix_elements;
using cudart::Runtime;
using cudart::vector_elements;

// A number that an operation is given: a copy, or a place on the device that is read when the work is done.
template <class T>
struct Scalar {
  T value{};
  const T* device = nullptr;

  T read(DeviceArrays& arrays) const {
    if (device == nullptr) return value;
    const T* const found = arrays.input(device, vector_elements(1, 1));
    return found == nullptr ? T{} : *found;
  }
};

// Where an operation's result goes.
template <class T>
struct Result {
  T* memory = nullptr;
  bool is_on_device = false;

  void write(DeviceArrays& arrays, T value) const {
    T* const to = is_on_device ? arrays.output(memory, vector_elements(1, 1)) : memory;
    if (to != nullptr) *to = value;
  }
};

class Call {
 public:
  Call(Runtime& runtime, cublasContext& context, const char* function)
      : runtime_(runtime), context_(context), function_(function) {}

  cublasContext& context() { return context_; }
  Runtime& runtime() { return runtime_; }

  // Whether the pointers to scalars and results lie on the side that the handle's pointer mode says. Reports one that does not.
  bool takes(std::initializer_list<const void*> pointers);

  template <class T>
  Scalar<T> scalar(const T* memory) const {
    return is_on_host() ? Scalar<T>{*memory, nullptr} : Scalar<T>{T{}, memory};
  }
  template <class T>
  Result<T> result(T* memory) const {
    return {memory, !is_on_host()};
  }
  cublasStatus_t run(const std::function<void(DeviceArrays&)>& work);

 private:
  bool is_on_host() const { return context_.pointer_mode == CUBLAS_POINTER_MODE_HOST; }

  Runtime& runtime_;
  cublasContext& context_;
  const char* function_;
};

// A function of the library, as its name and the host's code address after the call.
#define HERE(name) \
  cudart::Caller { name, __builtin_return_address(0) }

// Carries out a call. Its status is `body`'s, unless the handle is none, or nothing runs any more because a kernel was stopped.
cublasStatus_t call(cublasHandle_t handle, const cudart::Caller& caller,
                    const std::function<cublasStatus_t(Call&)>& body);
// The same for functions without a handle.
cublasStatus_t call(const cudart::Caller& caller, const std::function<cublasStatus_t(Runtime&)>& body);

// cuBLAS Library, "cublasStatus_t": an unsupported value is CUBLAS_STATUS_INVALID_VALUE.
inline bool is_operation(cublasOperation_t operation) {
  return operation >= CUBLAS_OP_N && operation <= CUBLAS_OP_C;
}
inline bool is_triangle(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER;
}
inline bool is_diagonal(cublasDiagType_t diag) {
  return diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT;
}
inline bool is_side(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT; }
inline bool is_single_precision(cublasComputeType_t compute) {
  return compute == CUBLAS_COMPUTE_32F || compute == CUBLAS_COMPUTE_32F_PEDANTIC ||
         compute == CUBLAS_COMPUTE_32F_FAST_16F || compute == CUBLAS_COMPUTE_32F_FAST_16BF ||
         compute == CUBLAS_COMPUTE_32F_FAST_TF32;
}
// A leading dimension of columns with so many rows.
inline bool is_leading(int leading, int rows) { return leading >= (rows > 1 ? rows : 1); }

// The elements of a square matrix's triangle.
inline cudart::Elements triangle_elements(std::int64_t n, std::int64_t leading, cublasFillMode_t uplo) {
  cudart::Elements elements = matrix_elements(n, n, leading);
  elements.part =
      uplo == CUBLAS_FILL_MODE_UPPER ? cudart::Elements::Part::upper : cudart::Elements::Part::lower;
  return elements;
}
inline cudart::Elements packed_elements(std::int64_t n) { return vector_elements(n * (n + 1) / 2, 1); }
inline cudart::Elements band_elements(std::int64_t rows, std::int64_t columns, std::int64_t below,
                                      std::int64_t above, std::int64_t leading) {
  cudart::Elements elements = matrix_elements(below + above + 1, columns, leading);
  elements.part = cudart::Elements::Part::band;
  elements.above = above;
  elements.below = below;
  elements.rows = rows;
  return elements;
}

}  // namespace cublas

// Writes down a function of cuBLAS that only passes its arguments on: NAME(PARAMETERS) carries out cublas::OPERATION, whose
// arguments follow.
#define DEFINE(name, parameters, operation, ...)                                                 \
  cublasStatus_t name parameters {                                                               \
    return cublas::call(handle, HERE(#name),                                                     \
                        [&](cublas::Call& now) { return cublas::operation(now, __VA_ARGS__); }); \
  }
