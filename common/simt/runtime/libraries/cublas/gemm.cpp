// cuBLAS Library, "cublas<t>gemm()" and its forms, and those of "BLAS-like Extension" whose types are arguments: cublasGemmEx().
//
// Halves and bfloat16s are multiplied exactly and added up in single precision, and the result is rounded once. That is what
// CUBLAS_COMPUTE_32F says. CUBLAS_COMPUTE_16F, and modes that round the inputs (TF32), give results here that are closer to the
// exact ones than a GPU's are.
#include "libraries/cublas/gemm.h"

#include "host/simt_cublas_functions.h"
#include "libraries/cublas/call.h"

namespace cublas {
namespace {

template <class T>
using Computed = std::conditional_t<std::is_same_v<T, __half>, float, T>;

template <class T>
cublasStatus_t gemm_of(Call& call, const Product& product, const T* alpha, const Batch<const T>& a,
                       const Batch<const T>& b, const T* beta, const Batch<T>& c, int count) {
  return gemm<Computed<T>>(call, product, alpha, a, b, beta, c, count);
}

// The types of cublasGemmEx's arrays, and what it computes in.
struct Types {
  cudaDataType a;
  cudaDataType b;
  cudaDataType c;
  cublasComputeType_t compute;
};

struct Operands {
  const void* alpha;
  Batch<const void> a;
  Batch<const void> b;
  const void* beta;
  Batch<void> c;
  int count;
};

template <class T, class V>
Batch<T> as(const Batch<V>& batch) {
  return {static_cast<T*>(batch.first), batch.stride, reinterpret_cast<T* const*>(batch.pointers)};
}

template <class S, class T, class C, class F>
cublasStatus_t gemm_as(Call& call, const Product& product, const Operands& with) {
  return gemm<S>(call, product, static_cast<const F*>(with.alpha), as<const T>(with.a), as<const T>(with.b),
                 static_cast<const F*>(with.beta), as<C>(with.c), with.count);
}

// The rows of the table in cuBLAS Library, "cublasGemmEx()": which types go together.
cublasStatus_t gemm_ex(Call& call, const Product& product, const Types& types, const Operands& with) {
  const auto are = [&](cudaDataType inputs, cudaDataType output) {
    return types.a == inputs && types.b == inputs && types.c == output;
  };
  const cublasComputeType_t compute = types.compute;
  if (compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC) {
    return are(CUDA_R_16F, CUDA_R_16F) ? gemm_as<float, __half, __half, __half>(call, product, with)
                                       : CUBLAS_STATUS_NOT_SUPPORTED;
  }
  if (compute == CUBLAS_COMPUTE_32I || compute == CUBLAS_COMPUTE_32I_PEDANTIC) {
    return are(CUDA_R_8I, CUDA_R_32I)
               ? gemm_as<std::int32_t, std::int8_t, std::int32_t, std::int32_t>(call, product, with)
               : CUBLAS_STATUS_NOT_SUPPORTED;
  }
  if (compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC) {
    if (are(CUDA_R_64F, CUDA_R_64F)) return gemm_as<double, double, double, double>(call, product, with);
    if (are(CUDA_C_64F, CUDA_C_64F))
      return gemm_as<ComplexDouble, ComplexDouble, ComplexDouble, ComplexDouble>(call, product, with);
    return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  if (!is_single_precision(compute)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (are(CUDA_R_32F, CUDA_R_32F)) return gemm_as<float, float, float, float>(call, product, with);
  if (are(CUDA_R_16F, CUDA_R_16F)) return gemm_as<float, __half, __half, float>(call, product, with);
  if (are(CUDA_R_16F, CUDA_R_32F)) return gemm_as<float, __half, float, float>(call, product, with);
  if (are(CUDA_R_16BF, CUDA_R_16BF))
    return gemm_as<float, __nv_bfloat16, __nv_bfloat16, float>(call, product, with);
  if (are(CUDA_R_16BF, CUDA_R_32F)) return gemm_as<float, __nv_bfloat16, float, float>(call, product, with);
  if (are(CUDA_R_8I, CUDA_R_32F)) return gemm_as<float, std::int8_t, float, float>(call, product, with);
  if (are(CUDA_C_32F, CUDA_C_32F))
    return gemm_as<ComplexFloat, ComplexFloat, ComplexFloat, ComplexFloat>(call, product, with);
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

}  // namespace
}  // namespace cublas

using cublas::Operands;
using cublas::ours;
using cublas::ours_of;
using cublas::Product;
using cublas::Types;

#define PRODUCT \
  Product { transa, transb, m, n, k, lda, ldb, ldc }

#define DEFINE_GEMM(t, T)                                                                                 \
  DEFINE(cublas##t##gemm,                                                                                 \
         (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, \
          const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta, T* C, int ldc),        \
         gemm_of, PRODUCT, ours(alpha), {ours(A)}, {ours(B)}, ours(beta), {ours(C)}, 1)                   \
  DEFINE(cublas##t##gemmBatched,                                                                          \
         (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, \
          const T* alpha, const T* const A[], int lda, const T* const B[], int ldb, const T* beta,        \
          T* const C[], int ldc, int batchCount),                                                         \
         gemm_of, PRODUCT, ours(alpha), {nullptr, 0, ours_of(A)}, {nullptr, 0, ours_of(B)}, ours(beta),   \
         {nullptr, 0, ours_of(C)}, batchCount)                                                            \
  DEFINE(cublas##t##gemmStridedBatched,                                                                   \
         (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, \
          const T* alpha, const T* A, int lda, long long strideA, const T* B, int ldb, long long strideB, \
          const T* beta, T* C, int ldc, long long strideC, int batchCount),                               \
         gemm_of, PRODUCT, ours(alpha), {ours(A), strideA}, {ours(B), strideB}, ours(beta),               \
         {ours(C), strideC}, batchCount)

// Pointers to the types that are computed with here.

extern "C" {
DEFINE_GEMM(S, float)
DEFINE_GEMM(D, double)
DEFINE_GEMM(C, cuComplex)
DEFINE_GEMM(Z, cuDoubleComplex)
DEFINE_GEMM(H, __half)

DEFINE(cublasCgemm3m,
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
        const cuComplex* alpha, const cuComplex* A, int lda, const cuComplex* B, int ldb,
        const cuComplex* beta, cuComplex* C, int ldc),
       gemm_of, PRODUCT, ours(alpha), {ours(A)}, {ours(B)}, ours(beta), {ours(C)}, 1)
DEFINE(cublasZgemm3m,
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
        const cuDoubleComplex* alpha, const cuDoubleComplex* A, int lda, const cuDoubleComplex* B, int ldb,
        const cuDoubleComplex* beta, cuDoubleComplex* C, int ldc),
       gemm_of, PRODUCT, ours(alpha), {ours(A)}, {ours(B)}, ours(beta), {ours(C)}, 1)

DEFINE(cublasSgemmEx,
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
        const float* alpha, const void* A, cudaDataType Atype, int lda, const void* B, cudaDataType Btype,
        int ldb, const float* beta, void* C, cudaDataType Ctype, int ldc),
       gemm_ex, PRODUCT, (Types{Atype, Btype, Ctype, CUBLAS_COMPUTE_32F}),
       (Operands{alpha, {A}, {B}, beta, {C}, 1}))
DEFINE(cublasGemmEx,
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
        const void* alpha, const void* A, cudaDataType Atype, int lda, const void* B, cudaDataType Btype,
        int ldb, const void* beta, void* C, cudaDataType Ctype, int ldc, cublasComputeType_t computeType,
        cublasGemmAlgo_t),
       gemm_ex, PRODUCT, (Types{Atype, Btype, Ctype, computeType}), (Operands{alpha, {A}, {B}, beta, {C}, 1}))
DEFINE(cublasGemmBatchedEx,
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
        const void* alpha, const void* const A[], cudaDataType Atype, int lda, const void* const B[],
        cudaDataType Btype, int ldb, const void* beta, void* const C[], cudaDataType Ctype, int ldc,
        int batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t),
       gemm_ex, PRODUCT, (Types{Atype, Btype, Ctype, computeType}),
       (Operands{alpha, {nullptr, 0, A}, {nullptr, 0, B}, beta, {nullptr, 0, C}, batchCount}))
DEFINE(cublasGemmStridedBatchedEx,
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
        const void* alpha, const void* A, cudaDataType Atype, int lda, long long strideA, const void* B,
        cudaDataType Btype, int ldb, long long strideB, const void* beta, void* C, cudaDataType Ctype,
        int ldc, long long strideC, int batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t),
       gemm_ex, PRODUCT, (Types{Atype, Btype, Ctype, computeType}),
       (Operands{alpha, {A, strideA}, {B, strideB}, beta, {C, strideC}, batchCount}))
}
