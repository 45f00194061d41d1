// What of cuBLAS is declared. cuBLAS Library, "Using the cuBLAS API". The library computes on the host: common/simt/runtime/libraries.
#pragma once

#include "simt_c_and_cpp.h"
#include "simt_cublas_types.h"

#pragma GCC visibility push(default)  // one library for a program and its shared libraries
SIMT_BEGIN_C

// ------------------------------------------------------------------------------------------------------------ helper functions

cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value);
size_t cublasGetCudartVersion(void);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, size_t bytes);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* count);
cublasStatus_t cublasSetVector(int n, int element_bytes, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasGetVector(int n, int element_bytes, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int element_bytes, const void* A, int lda, void* B,
                               int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int element_bytes, const void* A, int lda, void* B,
                               int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int element_bytes, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int element_bytes, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int element_bytes, const void* A, int lda, void* B,
                                    int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int element_bytes, const void* A, int lda, void* B,
                                    int ldb, cudaStream_t stream);

// ------------------------------------------------------------------------------------------------------------ vectors (level 1)

// R: the elements' real type. real: the prefix of functions that give a real number for elements of type T.
#define SIMT_CUBLAS_LEVEL1(t, T, R, real)                                                           \
  cublasStatus_t cublasI##t##amax(cublasHandle_t handle, int n, const T* x, int incx, int* result); \
  cublasStatus_t cublasI##t##amin(cublasHandle_t handle, int n, const T* x, int incx, int* result); \
  cublasStatus_t cublas##real##asum(cublasHandle_t handle, int n, const T* x, int incx, R* result); \
  cublasStatus_t cublas##real##nrm2(cublasHandle_t handle, int n, const T* x, int incx, R* result);

#define SIMT_CUBLAS_VECTORS(T_, T)                                                                          \
  cublasStatus_t cublas##T_##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, \
                                  int incy);                                                                \
  cublasStatus_t cublas##T_##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy);      \
  cublasStatus_t cublas##T_##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx);            \
  cublasStatus_t cublas##T_##swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy);

SIMT_CUBLAS_LEVEL1(s, float, float, S)
SIMT_CUBLAS_LEVEL1(d, double, double, D)
SIMT_CUBLAS_LEVEL1(c, cuComplex, float, Sc)
SIMT_CUBLAS_LEVEL1(z, cuDoubleComplex, double, Dz)
SIMT_CUBLAS_VECTORS(S, float)
SIMT_CUBLAS_VECTORS(D, double)
SIMT_CUBLAS_VECTORS(C, cuComplex)
SIMT_CUBLAS_VECTORS(Z, cuDoubleComplex)

#define SIMT_CUBLAS_DOT(name, T)                                                                        \
  cublasStatus_t cublas##name(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, \
                              T* result);
SIMT_CUBLAS_DOT(Sdot, float)
SIMT_CUBLAS_DOT(Ddot, double)
SIMT_CUBLAS_DOT(Cdotu, cuComplex)
SIMT_CUBLAS_DOT(Cdotc, cuComplex)
SIMT_CUBLAS_DOT(Zdotu, cuDoubleComplex)
SIMT_CUBLAS_DOT(Zdotc, cuDoubleComplex)

#define SIMT_CUBLAS_REAL_SCALE(name, T, R) \
  cublasStatus_t cublas##name(cublasHandle_t handle, int n, const R* alpha, T* x, int incx);
SIMT_CUBLAS_REAL_SCALE(Csscal, cuComplex, float)
SIMT_CUBLAS_REAL_SCALE(Zdscal, cuDoubleComplex, double)

#define SIMT_CUBLAS_ROT(name, T, C, S)                                                                  \
  cublasStatus_t cublas##name(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const C* c, \
                              const S* s);
SIMT_CUBLAS_ROT(Srot, float, float, float)
SIMT_CUBLAS_ROT(Drot, double, double, double)
SIMT_CUBLAS_ROT(Crot, cuComplex, float, cuComplex)
SIMT_CUBLAS_ROT(Csrot, cuComplex, float, float)
SIMT_CUBLAS_ROT(Zrot, cuDoubleComplex, double, cuDoubleComplex)
SIMT_CUBLAS_ROT(Zdrot, cuDoubleComplex, double, double)

#define SIMT_CUBLAS_ROTG(name, T, R) \
  cublasStatus_t cublas##name(cublasHandle_t handle, T* a, T* b, R* c, T* s);
SIMT_CUBLAS_ROTG(Srotg, float, float)
SIMT_CUBLAS_ROTG(Drotg, double, double)
SIMT_CUBLAS_ROTG(Crotg, cuComplex, float)
SIMT_CUBLAS_ROTG(Zrotg, cuDoubleComplex, double)

#define SIMT_CUBLAS_MODIFIED_ROTATION(t, T)                                                    \
  cublasStatus_t cublas##t##rotm(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, \
                                 const T* param);                                              \
  cublasStatus_t cublas##t##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param);
SIMT_CUBLAS_MODIFIED_ROTATION(S, float)
SIMT_CUBLAS_MODIFIED_ROTATION(D, double)

// -------------------------------------------------------------------------------------------- matrices and vectors (level 2)

// Of all element types.
#define SIMT_CUBLAS_LEVEL2(t, T)                                                                             \
  cublasStatus_t cublas##t##gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n,               \
                                 const T* alpha, const T* A, int lda, const T* x, int incx, const T* beta,   \
                                 T* y, int incy);                                                            \
  cublasStatus_t cublas##t##gbmv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl,       \
                                 int ku, const T* alpha, const T* A, int lda, const T* x, int incx,          \
                                 const T* beta, T* y, int incy);                                             \
  cublasStatus_t cublas##t##gemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, \
                                               const T* alpha, const T* A, int lda, long long strideA,       \
                                               const T* x, int incx, long long stridex, const T* beta, T* y, \
                                               int incy, long long stridey, int batchCount);                 \
  cublasStatus_t cublas##t##gemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n,        \
                                        const T* alpha, const T* const A[], int lda, const T* const x[],     \
                                        int incx, const T* beta, T* const y[], int incy, int batchCount);    \
  cublasStatus_t cublas##t##symv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha,        \
                                 const T* A, int lda, const T* x, int incx, const T* beta, T* y, int incy);  \
  cublasStatus_t cublas##t##syr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha,         \
                                const T* x, int incx, T* A, int lda);                                        \
  cublasStatus_t cublas##t##syr2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha,        \
                                 const T* x, int incx, const T* y, int incy, T* A, int lda);                 \
  cublasStatus_t cublas##t##trmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,      \
                                 cublasDiagType_t diag, int n, const T* A, int lda, T* x, int incx);         \
  cublasStatus_t cublas##t##trsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,      \
                                 cublasDiagType_t diag, int n, const T* A, int lda, T* x, int incx);         \
  cublasStatus_t cublas##t##tbmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,      \
                                 cublasDiagType_t diag, int n, int k, const T* A, int lda, T* x, int incx);  \
  cublasStatus_t cublas##t##tbsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,      \
                                 cublasDiagType_t diag, int n, int k, const T* A, int lda, T* x, int incx);  \
  cublasStatus_t cublas##t##tpmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,      \
                                 cublasDiagType_t diag, int n, const T* AP, T* x, int incx);                 \
  cublasStatus_t cublas##t##tpsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,      \
                                 cublasDiagType_t diag, int n, const T* AP, T* x, int incx);
SIMT_CUBLAS_LEVEL2(S, float)
SIMT_CUBLAS_LEVEL2(D, double)
SIMT_CUBLAS_LEVEL2(C, cuComplex)
SIMT_CUBLAS_LEVEL2(Z, cuDoubleComplex)

#define SIMT_CUBLAS_GER(name, T)                                                                         \
  cublasStatus_t cublas##name(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, \
                              const T* y, int incy, T* A, int lda);
SIMT_CUBLAS_GER(Sger, float)
SIMT_CUBLAS_GER(Dger, double)
SIMT_CUBLAS_GER(Cgeru, cuComplex)
SIMT_CUBLAS_GER(Cgerc, cuComplex)
SIMT_CUBLAS_GER(Zgeru, cuDoubleComplex)
SIMT_CUBLAS_GER(Zgerc, cuDoubleComplex)

// sym: "sy", of hermitian matrices "he". In the same way band: "sb" and "hb"; packed: "sp" and "hp".
#define SIMT_CUBLAS_BAND_AND_PACKED(t, T, R, band, packed)                                                  \
  cublasStatus_t cublas##t##band##mv(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k,            \
                                     const T* alpha, const T* A, int lda, const T* x, int incx,             \
                                     const T* beta, T* y, int incy);                                        \
  cublasStatus_t cublas##t##packed##mv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, \
                                       const T* AP, const T* x, int incx, const T* beta, T* y, int incy);   \
  cublasStatus_t cublas##t##packed##r(cublasHandle_t handle, cublasFillMode_t uplo, int n, const R* alpha,  \
                                      const T* x, int incx, T* AP);                                         \
  cublasStatus_t cublas##t##packed##r2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, \
                                       const T* x, int incx, const T* y, int incy, T* AP);
SIMT_CUBLAS_BAND_AND_PACKED(S, float, float, sb, sp)
SIMT_CUBLAS_BAND_AND_PACKED(D, double, double, sb, sp)
SIMT_CUBLAS_BAND_AND_PACKED(C, cuComplex, float, hb, hp)
SIMT_CUBLAS_BAND_AND_PACKED(Z, cuDoubleComplex, double, hb, hp)

#define SIMT_CUBLAS_HERMITIAN(t, T, R)                                                                       \
  cublasStatus_t cublas##t##hemv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha,        \
                                 const T* A, int lda, const T* x, int incx, const T* beta, T* y, int incy);  \
  cublasStatus_t cublas##t##her(cublasHandle_t handle, cublasFillMode_t uplo, int n, const R* alpha,         \
                                const T* x, int incx, T* A, int lda);                                        \
  cublasStatus_t cublas##t##her2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha,        \
                                 const T* x, int incx, const T* y, int incy, T* A, int lda);                 \
  cublasStatus_t cublas##t##hemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, \
                                 int n, const T* alpha, const T* A, int lda, const T* B, int ldb,            \
                                 const T* beta, T* C, int ldc);                                              \
  cublasStatus_t cublas##t##herk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,      \
                                 int n, int k, const R* alpha, const T* A, int lda, const R* beta, T* C,     \
                                 int ldc);                                                                   \
  cublasStatus_t cublas##t##her2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,     \
                                  int n, int k, const T* alpha, const T* A, int lda, const T* B, int ldb,    \
                                  const R* beta, T* C, int ldc);                                             \
  cublasStatus_t cublas##t##herkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,     \
                                  int n, int k, const T* alpha, const T* A, int lda, const T* B, int ldb,    \
                                  const R* beta, T* C, int ldc);                                             \
  cublasStatus_t cublas##t##gemm3m(cublasHandle_t handle, cublasOperation_t transa,                          \
                                   cublasOperation_t transb, int m, int n, int k, const T* alpha,            \
                                   const T* A, int lda, const T* B, int ldb, const T* beta, T* C, int ldc);
SIMT_CUBLAS_HERMITIAN(C, cuComplex, float)
SIMT_CUBLAS_HERMITIAN(Z, cuDoubleComplex, double)

// -------------------------------------------------------------------------------------------------------- matrices (level 3)

#define SIMT_CUBLAS_GEMM(t, T)                                                                              \
  cublasStatus_t cublas##t##gemm(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, \
                                 int m, int n, int k, const T* alpha, const T* A, int lda, const T* B,      \
                                 int ldb, const T* beta, T* C, int ldc);                                    \
  cublasStatus_t cublas##t##gemmBatched(cublasHandle_t handle, cublasOperation_t transa,                    \
                                        cublasOperation_t transb, int m, int n, int k, const T* alpha,      \
                                        const T* const A[], int lda, const T* const B[], int ldb,           \
                                        const T* beta, T* const C[], int ldc, int batchCount);              \
  cublasStatus_t cublas##t##gemmStridedBatched(                                                             \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,       \
      const T* alpha, const T* A, int lda, long long strideA, const T* B, int ldb, long long strideB,       \
      const T* beta, T* C, int ldc, long long strideC, int batchCount);
SIMT_CUBLAS_GEMM(S, float)
SIMT_CUBLAS_GEMM(D, double)
SIMT_CUBLAS_GEMM(C, cuComplex)
SIMT_CUBLAS_GEMM(Z, cuDoubleComplex)
#ifdef __cplusplus  // to C, halves are their bits: cublasGemmEx takes them
SIMT_CUBLAS_GEMM(H, __half)
#endif

#define SIMT_CUBLAS_LEVEL3(t, T)                                                                             \
  cublasStatus_t cublas##t##symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, \
                                 int n, const T* alpha, const T* A, int lda, const T* B, int ldb,            \
                                 const T* beta, T* C, int ldc);                                              \
  cublasStatus_t cublas##t##syrk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,      \
                                 int n, int k, const T* alpha, const T* A, int lda, const T* beta, T* C,     \
                                 int ldc);                                                                   \
  cublasStatus_t cublas##t##syr2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,     \
                                  int n, int k, const T* alpha, const T* A, int lda, const T* B, int ldb,    \
                                  const T* beta, T* C, int ldc);                                             \
  cublasStatus_t cublas##t##syrkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,     \
                                  int n, int k, const T* alpha, const T* A, int lda, const T* B, int ldb,    \
                                  const T* beta, T* C, int ldc);                                             \
  cublasStatus_t cublas##t##trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,        \
                                 cublasOperation_t trans, cublasDiagType_t diag, int m, int n,               \
                                 const T* alpha, const T* A, int lda, const T* B, int ldb, T* C, int ldc);   \
  cublasStatus_t cublas##t##trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,        \
                                 cublasOperation_t trans, cublasDiagType_t diag, int m, int n,               \
                                 const T* alpha, const T* A, int lda, T* B, int ldb);                        \
  cublasStatus_t cublas##t##trsmBatched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, \
                                        cublasOperation_t trans, cublasDiagType_t diag, int m, int n,        \
                                        const T* alpha, const T* const A[], int lda, T* const B[], int ldb,  \
                                        int batchCount);                                                     \
  cublasStatus_t cublas##t##geam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,  \
                                 int m, int n, const T* alpha, const T* A, int lda, const T* beta,           \
                                 const T* B, int ldb, T* C, int ldc);                                        \
  cublasStatus_t cublas##t##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* A,     \
                                 int lda, const T* x, int incx, T* C, int ldc);
SIMT_CUBLAS_LEVEL3(S, float)
SIMT_CUBLAS_LEVEL3(D, double)
SIMT_CUBLAS_LEVEL3(C, cuComplex)
SIMT_CUBLAS_LEVEL3(Z, cuDoubleComplex)

// ------------------------------------------------------------------------------------------------- matrices of several types

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                             int n, int k, const float* alpha, const void* A, cudaDataType Atype, int lda,
                             const void* B, cudaDataType Btype, int ldb, const float* beta, void* C,
                             cudaDataType Ctype, int ldc);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                            int n, int k, const void* alpha, const void* A, cudaDataType Atype, int lda,
                            const void* B, cudaDataType Btype, int ldb, const void* beta, void* C,
                            cudaDataType Ctype, int ldc, cublasComputeType_t computeType,
                            cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                   int m, int n, int k, const void* alpha, const void* const A[],
                                   cudaDataType Atype, int lda, const void* const B[], cudaDataType Btype,
                                   int ldb, const void* beta, void* const C[], cudaDataType Ctype, int ldc,
                                   int batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k, const void* alpha,
                                          const void* A, cudaDataType Atype, int lda, long long strideA,
                                          const void* B, cudaDataType Btype, int ldb, long long strideB,
                                          const void* beta, void* C, cudaDataType Ctype, int ldc,
                                          long long strideC, int batchCount, cublasComputeType_t computeType,
                                          cublasGemmAlgo_t algo);

SIMT_END_C
#pragma GCC visibility pop

#undef SIMT_CUBLAS_LEVEL1
#undef SIMT_CUBLAS_VECTORS
#undef SIMT_CUBLAS_DOT
#undef SIMT_CUBLAS_REAL_SCALE
#undef SIMT_CUBLAS_ROT
#undef SIMT_CUBLAS_ROTG
#undef SIMT_CUBLAS_LEVEL2
#undef SIMT_CUBLAS_GER
#undef SIMT_CUBLAS_BAND_AND_PACKED
#undef SIMT_CUBLAS_HERMITIAN
#undef SIMT_CUBLAS_GEMM
#undef SIMT_CUBLAS_LEVEL3

#ifdef __cplusplus
// CUDA 10 and earlier gave the elements' type for the type to compute in. It says the same, of halves CUBLAS_COMPUTE_16F.
inline cublasComputeType_t simt_compute_type(cudaDataType type) {
  return type == CUDA_R_16F                         ? CUBLAS_COMPUTE_16F
         : type == CUDA_R_64F || type == CUDA_C_64F ? CUBLAS_COMPUTE_64F
         : type == CUDA_R_32I                       ? CUBLAS_COMPUTE_32I
                                                    : CUBLAS_COMPUTE_32F;
}
inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                   int m, int n, int k, const void* alpha, const void* A, cudaDataType Atype,
                                   int lda, const void* B, cudaDataType Btype, int ldb, const void* beta,
                                   void* C, cudaDataType Ctype, int ldc, cudaDataType computeType,
                                   cublasGemmAlgo_t algo) {
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype,
                      ldc, simt_compute_type(computeType), algo);
}
inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void* alpha, const void* A, cudaDataType Atype, int lda, long long strideA, const void* B,
    cudaDataType Btype, int ldb, long long strideB, const void* beta, void* C, cudaDataType Ctype, int ldc,
    long long strideC, int batchCount, cudaDataType computeType, cublasGemmAlgo_t algo) {
  return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA, B, Btype,
                                    ldb, strideB, beta, C, Ctype, ldc, strideC, batchCount,
                                    simt_compute_type(computeType), algo);
}
#endif
