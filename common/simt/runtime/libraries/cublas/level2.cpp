// cuBLAS Library, "cuBLAS Level-2 Function Reference": matrices times vectors. Each is a product with a matrix of one column or row
// (multiply.h), or a triangular system with one right-hand side (solve.h).
#include <utility>
#include <vector>

#include "host/simt_cublas_functions.h"
#include "libraries/cublas/call.h"
#include "libraries/cublas/multiply.h"
#include "libraries/cublas/solve.h"

namespace cublas {
namespace {

template <class T>
struct Vector {
  T* memory = nullptr;
  int step = 1;
};

// A matrix that is read: what of it, and how it is stored. The storage begins where the elements are found.
template <class T>
struct Stored {
  const T* memory = nullptr;
  cudart::Elements elements;
  Matrix<T> matrix;  // at no address yet

  Matrix<T> found(DeviceArrays& arrays) const { return matrix.moved(arrays.input(memory, elements)); }
};

template <class T>
Stored<T> whole(const T* A, std::int64_t rows, std::int64_t columns, int lda) {
  return {A, matrix_elements(rows, columns, lda), Matrix<T>::columns(nullptr, lda)};
}
template <class T>
Stored<T> triangle(const T* A, int n, int lda, cublasFillMode_t uplo) {
  return {A, triangle_elements(n, lda, uplo), Matrix<T>::columns(nullptr, lda)};
}
template <class T>
Stored<T> packed(const T* A, int n) {
  return {A, packed_elements(n), Matrix<T>::packed(nullptr, n)};
}
template <class T>
Stored<T> band(const T* A, int rows, int columns, int below, int above, int lda) {
  return {A, band_elements(rows, columns, below, above, lda), Matrix<T>::band(nullptr, lda, below, above)};
}
template <class T>
Stored<T> triangular_band(const T* A, int n, int k, int lda, cublasFillMode_t uplo) {
  const bool is_upper = uplo == CUBLAS_FILL_MODE_UPPER;
  return band(A, n, n, is_upper ? 0 : k, is_upper ? k : 0, lda);
}

// y = alpha * a * x + beta * y, where a has m rows and n columns as it is applied.
template <class T>
void apply(DeviceArrays& arrays, const Stored<T>& a, int m, int n, T alpha, T beta, const Vector<const T>& x,
           const Vector<T>& y) {
  const bool reads = alpha != T(0);
  const Matrix<T> matrix = reads ? a.found(arrays) : a.matrix;
  const T* const from = reads ? arrays.input(x.memory, vector_elements(n, x.step)) : nullptr;
  T* const to = arrays.output(y.memory, vector_elements(m, y.step), beta != T(0));
  if (!arrays.are_found()) return;
  multiply(Sizes{m, 1, n}, matrix, Matrix<T>::vector(from, n, x.step),
           Target<T, T>::vector(to, m, y.step).scaled(alpha, beta));
}

template <class T>
cublasStatus_t matrix_times_vector(Call& call, const Stored<T>& a, int m, int n, const T* alpha,
                                   const Vector<const T>& x, const T* beta, const Vector<T>& y) {
  if (m < 0 || n < 0 || x.step == 0 || y.step == 0 || !call.takes({alpha, beta}))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return call.run([=, by = call.scalar(alpha), old = call.scalar(beta)](DeviceArrays& arrays) {
    apply(arrays, a, m, n, by.read(arrays), old.read(arrays), x, y);
  });
}

template <class T>
Stored<T> operated(Stored<T> a, cublasOperation_t trans) {
  a.matrix = a.matrix.operated(trans);
  return a;
}
template <class T>
Stored<T> filled(Stored<T> a, Fill fill, cublasFillMode_t uplo,
                 cublasDiagType_t diag = CUBLAS_DIAG_NON_UNIT) {
  a.matrix = a.matrix.filled(fill, uplo, diag);
  return a;
}

template <class T>
cublasStatus_t gemv(Call& call, cublasOperation_t trans, int m, int n, const T* alpha, const T* A, int lda,
                    const T* x, int incx, const T* beta, T* y, int incy) {
  if (!is_operation(trans) || !is_leading(lda, m)) return CUBLAS_STATUS_INVALID_VALUE;
  const bool is_turned = trans != CUBLAS_OP_N;
  return matrix_times_vector(call, operated(whole(A, m, n, lda), trans), is_turned ? n : m, is_turned ? m : n,
                             alpha, {x, incx}, beta, {y, incy});
}

template <class T>
cublasStatus_t gbmv(Call& call, cublasOperation_t trans, int m, int n, int kl, int ku, const T* alpha,
                    const T* A, int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  if (!is_operation(trans) || kl < 0 || ku < 0 || lda < kl + ku + 1) return CUBLAS_STATUS_INVALID_VALUE;
  const bool is_turned = trans != CUBLAS_OP_N;
  return matrix_times_vector(call, operated(band(A, m, n, kl, ku, lda), trans), is_turned ? n : m,
                             is_turned ? m : n, alpha, {x, incx}, beta, {y, incy});
}

// One of several products of a batch.
template <class T>
struct Part {
  const T* a = nullptr;
  const T* x = nullptr;
  T* y = nullptr;
};

// `found`, given the arrays, returns what gives the i-th part.
template <class T, class Found>
cublasStatus_t gemv_of_batch(Call& call, cublasOperation_t trans, int m, int n, const T* alpha, int lda,
                             int incx, const T* beta, int incy, int count, const Found& found) {
  const bool is_possible = is_operation(trans) && m >= 0 && n >= 0 && is_leading(lda, m) && incx != 0 &&
                           incy != 0 && count >= 0 && call.takes({alpha, beta});
  if (!is_possible) return CUBLAS_STATUS_INVALID_VALUE;
  const bool is_turned = trans != CUBLAS_OP_N;
  if (m == 0 || n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  return call.run([=, by = call.scalar(alpha), old = call.scalar(beta)](DeviceArrays& arrays) {
    const T factor = by.read(arrays);
    const T kept = old.read(arrays);
    const auto part = found(arrays);
    for (int i = 0; i < count && arrays.are_found(); ++i) {
      const Part<T> one = part(i);
      apply<T>(arrays, operated(whole(one.a, m, n, lda), trans), is_turned ? n : m, is_turned ? m : n, factor,
               kept, {one.x, incx}, {one.y, incy});
    }
  });
}

template <class T>
cublasStatus_t gemv_strided(Call& call, cublasOperation_t trans, int m, int n, const T* alpha, const T* A,
                            int lda, long long stride_a, const T* x, int incx, long long stride_x,
                            const T* beta, T* y, int incy, long long stride_y, int count) {
  return gemv_of_batch(call, trans, m, n, alpha, lda, incx, beta, incy, count, [=](DeviceArrays& /*arrays*/) {
    return [=](int i) { return Part<T>{A + i * stride_a, x + i * stride_x, y + i * stride_y}; };
  });
}

// The arrays of pointers lie on the device, too.
template <class T>
cublasStatus_t gemv_batched(Call& call, cublasOperation_t trans, int m, int n, const T* alpha,
                            const T* const* a, int lda, const T* const* x, int incx, const T* beta,
                            T* const* y, int incy, int count) {
  return gemv_of_batch(call, trans, m, n, alpha, lda, incx, beta, incy, count, [=](DeviceArrays& arrays) {
    const auto pointers = vector_elements(count, 1);
    return [all_a = arrays.input(a, pointers), all_x = arrays.input(x, pointers),
            all_y = arrays.input(y, pointers)](int i) {
      return Part<T>{all_a[i], all_x[i], all_y[i]};
    };
  });
}

// Symmetric or Hermitian.
template <class T>
cublasStatus_t symv(Call& call, Fill fill, cublasFillMode_t uplo, int n, const T* alpha, const T* A, int lda,
                    const T* x, int incx, const T* beta, T* y, int incy) {
  if (!is_triangle(uplo) || !is_leading(lda, n)) return CUBLAS_STATUS_INVALID_VALUE;
  return matrix_times_vector(call, filled(triangle(A, n, lda, uplo), fill, uplo), n, n, alpha, {x, incx},
                             beta, {y, incy});
}
template <class T>
cublasStatus_t sbmv(Call& call, Fill fill, cublasFillMode_t uplo, int n, int k, const T* alpha, const T* A,
                    int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  if (!is_triangle(uplo) || k < 0 || lda < k + 1) return CUBLAS_STATUS_INVALID_VALUE;
  return matrix_times_vector(call, filled(triangular_band(A, n, k, lda, uplo), fill, uplo), n, n, alpha,
                             {x, incx}, beta, {y, incy});
}
template <class T>
cublasStatus_t spmv(Call& call, Fill fill, cublasFillMode_t uplo, int n, const T* alpha, const T* AP,
                    const T* x, int incx, const T* beta, T* y, int incy) {
  if (!is_triangle(uplo)) return CUBLAS_STATUS_INVALID_VALUE;
  return matrix_times_vector(call, filled(packed(AP, n), fill, uplo), n, n, alpha, {x, incx}, beta,
                             {y, incy});
}

// A triangular matrix and a vector that is its own result: the product, or the solution.
enum class Triangular : std::uint8_t { product, solution };

template <class T>
cublasStatus_t triangular(Call& call, Triangular what, const Stored<T>& a, cublasFillMode_t uplo,
                          cublasOperation_t trans, cublasDiagType_t diag, int n, T* x, int incx) {
  const bool is_possible =
      is_triangle(uplo) && is_operation(trans) && is_diagonal(diag) && n >= 0 && incx != 0;
  if (!is_possible) return CUBLAS_STATUS_INVALID_VALUE;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  const Stored<T> applied = operated(filled(a, Fill::triangular, uplo, diag), trans);
  return call.run([=](DeviceArrays& arrays) {
    const Matrix<T> matrix = applied.found(arrays);
    T* const memory = arrays.output(x, vector_elements(n, incx), true);
    if (!arrays.are_found()) return;
    const Target<T, T> target = Target<T, T>::vector(memory, n, incx);
    if (what == Triangular::solution) return solve<T>(matrix, n, 1, T(1), {target.data, target.row_step, 0});
    std::vector<T> before;
    for (std::int64_t i = 0; i < n; ++i) before.push_back(target.at(i, 0));
    multiply(Sizes{n, 1, n}, matrix, Matrix<T>::vector(before.data(), n, 1), target);
  });
}
template <class T>
cublasStatus_t trmv(Call& call, Triangular what, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int n, const T* A, int lda, T* x, int incx) {
  if (!is_leading(lda, n)) return CUBLAS_STATUS_INVALID_VALUE;
  return triangular(call, what, triangle(A, n, lda, uplo), uplo, trans, diag, n, x, incx);
}
template <class T>
cublasStatus_t tbmv(Call& call, Triangular what, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int n, int k, const T* A, int lda, T* x, int incx) {
  if (k < 0 || lda < k + 1) return CUBLAS_STATUS_INVALID_VALUE;
  return triangular(call, what, triangular_band(A, n, k, lda, uplo), uplo, trans, diag, n, x, incx);
}
template <class T>
cublasStatus_t tpmv(Call& call, Triangular what, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int n, const T* AP, T* x, int incx) {
  return triangular(call, what, packed(AP, n), uplo, trans, diag, n, x, incx);
}

// Rank-1 and rank-2 updates: A = alpha * x * y^T + A.

template <class T>
Matrix<T> row(const T* y, int n, int incy, bool is_conjugated) {
  return Matrix<T>::vector(y, n, incy).operated(is_conjugated ? CUBLAS_OP_C : CUBLAS_OP_T);
}

template <class T>
cublasStatus_t ger(Call& call, bool is_conjugated, int m, int n, const T* alpha, const T* x, int incx,
                   const T* y, int incy, T* A, int lda) {
  const bool is_possible =
      m >= 0 && n >= 0 && incx != 0 && incy != 0 && is_leading(lda, m) && call.takes({alpha});
  if (!is_possible) return CUBLAS_STATUS_INVALID_VALUE;
  return call.run([=, by = call.scalar(alpha)](DeviceArrays& arrays) {
    const T factor = by.read(arrays);
    if (m == 0 || n == 0 || factor == T(0)) return;
    const T* const left = arrays.input(x, vector_elements(m, incx));
    const T* const right = arrays.input(y, vector_elements(n, incy));
    T* const to = arrays.output(A, matrix_elements(m, n, lda), true);
    if (!arrays.are_found()) return;
    multiply(Sizes{m, n, 1}, Matrix<T>::vector(left, m, incx), row(right, n, incy, is_conjugated),
             Target<T, T>::columns(to, lda).scaled(factor, T(1)));
  });
}

// A triangle that is updated: lda columns, or packed where lda is 0.
template <class T>
Target<T, T> updated_triangle(DeviceArrays& arrays, T* A, int n, int lda, cublasFillMode_t uplo,
                              bool is_hermitian) {
  T* const to = arrays.output(A, lda == 0 ? packed_elements(n) : triangle_elements(n, lda, uplo), true);
  Target<T, T> target = Target<T, T>::columns(to, lda == 0 ? n : lda).triangle(uplo, is_hermitian);
  target.is_packed = lda == 0;
  return target;
}

// alpha: of type T, or real.
template <class T, class Factor>
cublasStatus_t rank1(Call& call, bool is_hermitian, cublasFillMode_t uplo, int n, const Factor* alpha,
                     const T* x, int incx, T* A, int lda) {
  if (!is_triangle(uplo) || n < 0 || incx == 0 || !call.takes({alpha})) return CUBLAS_STATUS_INVALID_VALUE;
  return call.run([=, by = call.scalar(alpha)](DeviceArrays& arrays) {
    const T factor(by.read(arrays));
    if (n == 0 || factor == T(0)) return;
    const T* const from = arrays.input(x, vector_elements(n, incx));
    const Target<T, T> to = updated_triangle(arrays, A, n, lda, uplo, is_hermitian);
    if (!arrays.are_found()) return;
    multiply(Sizes{n, n, 1}, Matrix<T>::vector(from, n, incx), row(from, n, incx, is_hermitian),
             to.scaled(factor, T(1)));
  });
}
template <class T>
cublasStatus_t rank2(Call& call, bool is_hermitian, cublasFillMode_t uplo, int n, const T* alpha, const T* x,
                     int incx, const T* y, int incy, T* A, int lda) {
  if (!is_triangle(uplo) || n < 0 || incx == 0 || incy == 0 || !call.takes({alpha}))
    return CUBLAS_STATUS_INVALID_VALUE;
  return call.run([=, by = call.scalar(alpha)](DeviceArrays& arrays) {
    const T factor = by.read(arrays);
    if (n == 0 || factor == T(0)) return;
    const T* const one = arrays.input(x, vector_elements(n, incx));
    const T* const other = arrays.input(y, vector_elements(n, incy));
    const Target<T, T> to = updated_triangle(arrays, A, n, lda, uplo, is_hermitian);
    if (!arrays.are_found()) return;
    multiply(Sizes{n, n, 1}, Matrix<T>::vector(one, n, incx), row(other, n, incy, is_hermitian),
             to.scaled(factor, T(1)));
    multiply(Sizes{n, n, 1}, Matrix<T>::vector(other, n, incy), row(one, n, incx, is_hermitian),
             to.scaled(conjugate_if(is_hermitian, factor), T(1)));
  });
}
// With the triangle in columns.
template <class T, class Factor>
cublasStatus_t syr(Call& call, bool is_hermitian, cublasFillMode_t uplo, int n, const Factor* alpha,
                   const T* x, int incx, T* A, int lda) {
  return is_leading(lda, n) ? rank1(call, is_hermitian, uplo, n, alpha, x, incx, A, lda)
                            : CUBLAS_STATUS_INVALID_VALUE;
}
template <class T>
cublasStatus_t syr2(Call& call, bool is_hermitian, cublasFillMode_t uplo, int n, const T* alpha, const T* x,
                    int incx, const T* y, int incy, T* A, int lda) {
  return is_leading(lda, n) ? rank2(call, is_hermitian, uplo, n, alpha, x, incx, y, incy, A, lda)
                            : CUBLAS_STATUS_INVALID_VALUE;
}

}  // namespace
}  // namespace cublas

using cublas::Fill;
using cublas::ours;
using cublas::ours_of;
using cublas::Triangular;

#define DEFINE_GENERAL(t, T)                                                                                 \
  DEFINE(cublas##t##gemv,                                                                                    \
         (cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha, const T* A, int lda, \
          const T* x, int incx, const T* beta, T* y, int incy),                                              \
         gemv, trans, m, n, ours(alpha), ours(A), lda, ours(x), incx, ours(beta), ours(y), incy)             \
  DEFINE(cublas##t##gbmv,                                                                                    \
         (cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl, int ku, const T* alpha,      \
          const T* A, int lda, const T* x, int incx, const T* beta, T* y, int incy),                         \
         gbmv, trans, m, n, kl, ku, ours(alpha), ours(A), lda, ours(x), incx, ours(beta), ours(y), incy)     \
  DEFINE(cublas##t##gemvStridedBatched,                                                                      \
         (cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha, const T* A, int lda, \
          long long strideA, const T* x, int incx, long long stridex, const T* beta, T* y, int incy,         \
          long long stridey, int batchCount),                                                                \
         gemv_strided, trans, m, n, ours(alpha), ours(A), lda, strideA, ours(x), incx, stridex, ours(beta),  \
         ours(y), incy, stridey, batchCount)                                                                 \
  DEFINE(cublas##t##gemvBatched,                                                                             \
         (cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha, const T* const A[],  \
          int lda, const T* const x[], int incx, const T* beta, T* const y[], int incy, int batchCount),     \
         gemv_batched, trans, m, n, ours(alpha), ours_of(A), lda, ours_of(x), incx, ours(beta), ours_of(y),  \
         incy, batchCount)

#define DEFINE_TRIANGULAR(t, T, mv, what)                                                               \
  DEFINE(cublas##t##tr##mv,                                                                             \
         (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, \
          int n, const T* A, int lda, T* x, int incx),                                                  \
         trmv, what, uplo, trans, diag, n, ours(A), lda, ours(x), incx)                                 \
  DEFINE(cublas##t##tb##mv,                                                                             \
         (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, \
          int n, int k, const T* A, int lda, T* x, int incx),                                           \
         tbmv, what, uplo, trans, diag, n, k, ours(A), lda, ours(x), incx)                              \
  DEFINE(cublas##t##tp##mv,                                                                             \
         (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, \
          int n, const T* AP, T* x, int incx),                                                          \
         tpmv, what, uplo, trans, diag, n, ours(AP), ours(x), incx)

// name: "sy" or "he". R: the type of a rank-1 update's factor.
#define DEFINE_SYMMETRIC(t, T, R, name, fill)                                                              \
  DEFINE(cublas##t##name##mv,                                                                              \
         (cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* A, int lda,        \
          const T* x, int incx, const T* beta, T* y, int incy),                                            \
         symv, fill, uplo, n, ours(alpha), ours(A), lda, ours(x), incx, ours(beta), ours(y), incy)         \
  DEFINE(cublas##t##name##r,                                                                               \
         (cublasHandle_t handle, cublasFillMode_t uplo, int n, const R* alpha, const T* x, int incx, T* A, \
          int lda),                                                                                        \
         syr, fill == Fill::hermitian, uplo, n, ours(alpha), ours(x), incx, ours(A), lda)                  \
  DEFINE(cublas##t##name##r2,                                                                              \
         (cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* x, int incx,       \
          const T* y, int incy, T* A, int lda),                                                            \
         syr2, fill == Fill::hermitian, uplo, n, ours(alpha), ours(x), incx, ours(y), incy, ours(A), lda)

// band: "sb" or "hb". packed: "sp" or "hp".
#define DEFINE_BAND_AND_PACKED(t, T, R, band, packed, fill)                                                  \
  DEFINE(cublas##t##band##mv,                                                                                \
         (cublasHandle_t handle, cublasFillMode_t uplo, int n, int k, const T* alpha, const T* A, int lda,   \
          const T* x, int incx, const T* beta, T* y, int incy),                                              \
         sbmv, fill, uplo, n, k, ours(alpha), ours(A), lda, ours(x), incx, ours(beta), ours(y), incy)        \
  DEFINE(cublas##t##packed##mv,                                                                              \
         (cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* AP, const T* x,      \
          int incx, const T* beta, T* y, int incy),                                                          \
         spmv, fill, uplo, n, ours(alpha), ours(AP), ours(x), incx, ours(beta), ours(y), incy)               \
  DEFINE(cublas##t##packed##r,                                                                               \
         (cublasHandle_t handle, cublasFillMode_t uplo, int n, const R* alpha, const T* x, int incx, T* AP), \
         rank1, fill == Fill::hermitian, uplo, n, ours(alpha), ours(x), incx, ours(AP), 0)                   \
  DEFINE(cublas##t##packed##r2,                                                                              \
         (cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* x, int incx,         \
          const T* y, int incy, T* AP),                                                                      \
         rank2, fill == Fill::hermitian, uplo, n, ours(alpha), ours(x), incx, ours(y), incy, ours(AP), 0)

#define DEFINE_GER(name, T, is_conjugated)                                                                 \
  DEFINE(name,                                                                                             \
         (cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, \
          T* A, int lda),                                                                                  \
         ger, is_conjugated, m, n, ours(alpha), ours(x), incx, ours(y), incy, ours(A), lda)

#define DEFINE_LEVEL2(t, T)                         \
  DEFINE_GENERAL(t, T)                              \
  DEFINE_TRIANGULAR(t, T, mv, Triangular::product)  \
  DEFINE_TRIANGULAR(t, T, sv, Triangular::solution) \
  DEFINE_SYMMETRIC(t, T, T, sy, Fill::symmetric)

extern "C" {
DEFINE_LEVEL2(S, float)
DEFINE_LEVEL2(D, double)
DEFINE_LEVEL2(C, cuComplex)
DEFINE_LEVEL2(Z, cuDoubleComplex)
DEFINE_SYMMETRIC(C, cuComplex, float, he, Fill::hermitian)
DEFINE_SYMMETRIC(Z, cuDoubleComplex, double, he, Fill::hermitian)
DEFINE_BAND_AND_PACKED(S, float, float, sb, sp, Fill::symmetric)
DEFINE_BAND_AND_PACKED(D, double, double, sb, sp, Fill::symmetric)
DEFINE_BAND_AND_PACKED(C, cuComplex, float, hb, hp, Fill::hermitian)
DEFINE_BAND_AND_PACKED(Z, cuDoubleComplex, double, hb, hp, Fill::hermitian)
DEFINE_GER(cublasSger, float, false)
DEFINE_GER(cublasDger, double, false)
DEFINE_GER(cublasCgeru, cuComplex, false)
DEFINE_GER(cublasCgerc, cuComplex, true)
DEFINE_GER(cublasZgeru, cuDoubleComplex, false)
DEFINE_GER(cublasZgerc, cuDoubleComplex, true)
}
