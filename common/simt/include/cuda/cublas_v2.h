// cuBLAS's <cublas_v2.h>, for programs that include it and multiply nothing with it: handles and settings.
// What computes is NVIDIA's library, which runs on NVIDIA's GPUs only; a call of it is refused by name.
#pragma once

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
};
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 };
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_32I = 72
};
enum cublasMath_t {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3
};
enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 };
using cublasHandle_t = struct cublasContext*;

inline cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  *handle = nullptr;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasDestroy(cublasHandle_t) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetStream(cublasHandle_t, cudaStream_t) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t) { return CUBLAS_STATUS_SUCCESS; }

#define SIMT_NO_CUBLAS(name)                                                                             \
  template <class... Arguments>                                                                          \
  __attribute__((unavailable("SIMT machine: " #name " is not supported: it runs on NVIDIA's GPUs only; " \
                             "write the kernel, or call it from a program compiled by nvcc")))           \
  cublasStatus_t                                                                                         \
  name(Arguments...);

SIMT_NO_CUBLAS(cublasSgemm)
SIMT_NO_CUBLAS(cublasDgemm)
SIMT_NO_CUBLAS(cublasHgemm)
SIMT_NO_CUBLAS(cublasGemmEx)
SIMT_NO_CUBLAS(cublasSgemmStridedBatched)
SIMT_NO_CUBLAS(cublasGemmStridedBatchedEx)
SIMT_NO_CUBLAS(cublasSgemv)
SIMT_NO_CUBLAS(cublasDgemv)
SIMT_NO_CUBLAS(cublasSaxpy)
SIMT_NO_CUBLAS(cublasDaxpy)
SIMT_NO_CUBLAS(cublasSgeam)
SIMT_NO_CUBLAS(cublasSdot)
SIMT_NO_CUBLAS(cublasSnrm2)
SIMT_NO_CUBLAS(cublasSscal)
