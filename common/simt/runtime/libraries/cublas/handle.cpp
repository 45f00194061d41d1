// cuBLAS Library, "cuBLAS Helper Function Reference": handles and their settings, status texts, copies of vectors and matrices.
#include "host/simt_cublas_functions.h"
#include "libraries/cublas/call.h"
#include "state/copies.h"
#include "state/handles.h"

namespace cublas {

using cudart::Caller;
using cudart::handles;

bool Call::takes(std::initializer_list<const void*> pointers) {
  for (const void* const memory : pointers) {
    if (memory == nullptr) return false;
    if (!is_on_host() || cudart::is_for_host(runtime_, memory)) continue;
    runtime_.report(
        "device pointer used by host code",
        std::string(function_) +
            " was given a device pointer to a scalar, which it would read or write on the host.",
        "call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) before, or pass a pointer to host memory");
    return false;
  }
  return true;
}

cublasStatus_t Call::run(const std::function<void(DeviceArrays&)>& work) {
  const char* const function = function_;
  const cudaError_t error =
      cudart::do_or_note(runtime_, context_.stream, cudaGraphNodeTypeKernel, [work, function](Runtime& now) {
        DeviceArrays arrays(now, "cuBLAS", function);
        work(arrays);
        if (!arrays.are_found()) return cudaErrorIllegalAddress;
        now.clock().add_device_traffic(arrays.traffic());
        now.recorder().add_library_call("cuBLAS", function);
        return cudaSuccess;
      });
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t call(const Caller& caller, const std::function<cublasStatus_t(Runtime&)>& body) {
  cublasStatus_t status = CUBLAS_STATUS_EXECUTION_FAILED;
  // The status is cuBLAS's: as an error of the runtime's it would be asked whether the program looked at it.
  const cudaError_t error =
      Runtime::get().call(caller, cudart::Answered::unless_failed, [&](Runtime& runtime) {
        runtime.show_printed();
        if (!runtime.has_failed()) status = body(runtime);
        return cudaSuccess;
      });
  return error == cudaErrorMemoryAllocation ? CUBLAS_STATUS_ALLOC_FAILED
         : error == cudaSuccess             ? status
                                            : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t call(cublasHandle_t handle, const Caller& caller,
                    const std::function<cublasStatus_t(Call&)>& body) {
  return call(caller, [&](Runtime& runtime) {
    cublasContext* const context = handles<cublasContext>().find(handle);
    if (context == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
    Call now(runtime, *context, caller.function);
    return body(now);
  });
}

namespace {

constexpr int kVersion = CUBLAS_VERSION;

struct Named {
  cublasStatus_t status;
  const char* name;
  const char* text;
};
constexpr Named kStatuses[]{
    {CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "success"},
    {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE",
     "an unsupported value or parameter was passed to the function"},
    {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH",
     "the function requires an architectural feature absent from the device"},
    {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"},
    {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED", "the GPU program failed to execute"},
    {CUBLAS_STATUS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED",
     "the functionality requested is not supported"},
    {CUBLAS_STATUS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR",
     "the functionality requested requires a license"},
};

const Named* find_status(cublasStatus_t status) {
  for (const Named& one : kStatuses) {
    if (one.status == status) return &one;
  }
  return nullptr;
}

// A setting of the handle: kept, and given back.
template <class T>
cublasStatus_t set(cublasHandle_t handle, const Caller& caller, T cublasContext::*setting, T value) {
  return call(handle, caller, [&](Call& now) {
    now.context().*setting = value;
    return CUBLAS_STATUS_SUCCESS;
  });
}
template <class T>
cublasStatus_t get(cublasHandle_t handle, const Caller& caller, T cublasContext::*setting, T* value) {
  return call(handle, caller, [&](Call& now) {
    if (value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *value = now.context().*setting;
    return CUBLAS_STATUS_SUCCESS;
  });
}

// Columns of elements, in both places. Neighbouring elements are one row of the copy.
struct Columns {
  int rows = 0;
  int columns = 0;
  int element_bytes = 0;
  int from_leading = 0;
  int to_leading = 0;
};

cublasStatus_t copy_columns(const Caller& caller, const Columns& block, const void* from, void* to,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  return call(caller, [&](Runtime& runtime) {
    const bool is_possible = block.rows >= 0 && block.columns >= 0 && block.element_bytes > 0 &&
                             block.from_leading >= 1 && block.to_leading >= 1 &&
                             block.from_leading >= block.rows && block.to_leading >= block.rows;
    if (!is_possible) return CUBLAS_STATUS_INVALID_VALUE;
    const auto bytes = [&](int elements) {
      return static_cast<std::size_t>(elements) * static_cast<std::size_t>(block.element_bytes);
    };
    const cudart::Rows source{from, bytes(block.from_leading), 0};
    const cudart::Rows target{to, bytes(block.to_leading), 0};
    const cudart::Extent extent{bytes(block.rows), static_cast<std::size_t>(block.columns), 1};
    const cudaError_t error = cudart::do_or_note(
        runtime, stream, cudaGraphNodeTypeMemcpy,
        [=](Runtime& later) { return cudart::copy_rows(later, target, source, extent, kind); });
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
  });
}

// A vector of neighbours is a matrix of one column, any other one of n columns with one element each.
Columns vector_columns(int n, int element_bytes, int from_step, int to_step) {
  const bool is_dense = from_step == 1 && to_step == 1;
  return is_dense ? Columns{n, 1, element_bytes, n > 1 ? n : 1, n > 1 ? n : 1}
                  : Columns{1, n, element_bytes, from_step, to_step};
}

}  // namespace
}  // namespace cublas

using cublas::Call;
using cublas::call;
using cublas::Runtime;

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  return call(HERE("cublasCreate"), [&](Runtime& runtime) {
    if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    runtime.memory();  // the device begins here, as CUDA's context does
    *handle = cudart::handles<cublasContext>().make({});
    return CUBLAS_STATUS_SUCCESS;
  });
}

cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  return cudart::handles<cublasContext>().destroy(handle) ? CUBLAS_STATUS_SUCCESS
                                                          : CUBLAS_STATUS_NOT_INITIALIZED;
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version) {
  return call(handle, HERE("cublasGetVersion"), [&](Call&) {
    if (version == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *version = cublas::kVersion;
    return CUBLAS_STATUS_SUCCESS;
  });
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  constexpr int kParts[]{CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
  if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL) return CUBLAS_STATUS_INVALID_VALUE;
  *value = kParts[type];
  return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion() {
  int version = 0;
  cudaRuntimeGetVersion(&version);
  return static_cast<size_t>(version);
}

const char* cublasGetStatusName(cublasStatus_t status) {
  const cublas::Named* const found = cublas::find_status(status);
  return found == nullptr ? "CUBLAS_STATUS_UNKNOWN" : found->name;
}

const char* cublasGetStatusString(cublasStatus_t status) {
  const cublas::Named* const found = cublas::find_status(status);
  return found == nullptr ? "unknown status" : found->text;
}

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  return cublas::set(handle, HERE("cublasSetStream"), &cublasContext::stream, stream);
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  return cublas::get(handle, HERE("cublasGetStream"), &cublasContext::stream, stream);
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  const bool is_mode = mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE;
  return is_mode ? cublas::set(handle, HERE("cublasSetPointerMode"), &cublasContext::pointer_mode, mode)
                 : CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return cublas::get(handle, HERE("cublasGetPointerMode"), &cublasContext::pointer_mode, mode);
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  return cublas::set(handle, HERE("cublasSetAtomicsMode"), &cublasContext::atomics_mode, mode);
}
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
  return cublas::get(handle, HERE("cublasGetAtomicsMode"), &cublasContext::atomics_mode, mode);
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  return cublas::set(handle, HERE("cublasSetMathMode"), &cublasContext::math_mode, mode);
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  return cublas::get(handle, HERE("cublasGetMathMode"), &cublasContext::math_mode, mode);
}
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count) {
  return count < 0
             ? CUBLAS_STATUS_INVALID_VALUE
             : cublas::set(handle, HERE("cublasSetSmCountTarget"), &cublasContext::multiprocessors, count);
}
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* count) {
  return cublas::get(handle, HERE("cublasGetSmCountTarget"), &cublasContext::multiprocessors, count);
}

// cuBLAS would use this memory of the device's for itself. Nothing here needs it.
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, size_t bytes) {
  constexpr std::uintptr_t kAlignment = 256;
  return call(handle, HERE("cublasSetWorkspace"), [&](Call&) {
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(workspace) % kAlignment == 0;
    return is_aligned && (workspace != nullptr || bytes == 0) ? CUBLAS_STATUS_SUCCESS
                                                              : CUBLAS_STATUS_INVALID_VALUE;
  });
}

cublasStatus_t cublasSetVector(int n, int element_bytes, const void* x, int incx, void* y, int incy) {
  return cublas::copy_columns(HERE("cublasSetVector"), cublas::vector_columns(n, element_bytes, incx, incy),
                              x, y, cudaMemcpyHostToDevice, nullptr);
}
cublasStatus_t cublasGetVector(int n, int element_bytes, const void* x, int incx, void* y, int incy) {
  return cublas::copy_columns(HERE("cublasGetVector"), cublas::vector_columns(n, element_bytes, incx, incy),
                              x, y, cudaMemcpyDeviceToHost, nullptr);
}
cublasStatus_t cublasSetVectorAsync(int n, int element_bytes, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream) {
  return cublas::copy_columns(HERE("cublasSetVectorAsync"),
                              cublas::vector_columns(n, element_bytes, incx, incy), x, y,
                              cudaMemcpyHostToDevice, stream);
}
cublasStatus_t cublasGetVectorAsync(int n, int element_bytes, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream) {
  return cublas::copy_columns(HERE("cublasGetVectorAsync"),
                              cublas::vector_columns(n, element_bytes, incx, incy), x, y,
                              cudaMemcpyDeviceToHost, stream);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int element_bytes, const void* A, int lda, void* B,
                               int ldb) {
  return cublas::copy_columns(HERE("cublasSetMatrix"), {rows, columns, element_bytes, lda, ldb}, A, B,
                              cudaMemcpyHostToDevice, nullptr);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int element_bytes, const void* A, int lda, void* B,
                               int ldb) {
  return cublas::copy_columns(HERE("cublasGetMatrix"), {rows, columns, element_bytes, lda, ldb}, A, B,
                              cudaMemcpyDeviceToHost, nullptr);
}
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int element_bytes, const void* A, int lda, void* B,
                                    int ldb, cudaStream_t stream) {
  return cublas::copy_columns(HERE("cublasSetMatrixAsync"), {rows, columns, element_bytes, lda, ldb}, A, B,
                              cudaMemcpyHostToDevice, stream);
}
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int element_bytes, const void* A, int lda, void* B,
                                    int ldb, cudaStream_t stream) {
  return cublas::copy_columns(HERE("cublasGetMatrixAsync"), {rows, columns, element_bytes, lda, ldb}, A, B,
                              cudaMemcpyDeviceToHost, stream);
}
}
