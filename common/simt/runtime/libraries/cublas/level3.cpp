// cuBLAS Library, "cuBLAS Level-3 Function Reference", gemm apart, and of "BLAS-like Extension" geam and dgmm: symmetric, Hermitian and
// triangular matrices times others. Each is a product (multiply.h) of matrices of which one triangle is read or written, or a triangular
// system (solve.h).
#include <vector>

#include "host/simt_cublas_functions.h"
#include "libraries/cublas/call.h"
#include "libraries/cublas/multiply.h"
#include "libraries/cublas/solve.h"

namespace cublas {
namespace {

// An array in columns.
template <class T>
struct Array {
  T* memory = nullptr;
  int leading = 0;
};

template <class T>
const T* found(DeviceArrays& arrays, const Array<const T>& array, int rows, int columns) {
  return arrays.input(array.memory, matrix_elements(rows, columns, array.leading));
}

// symm and hemm: A stands on the left or on the right.
template <class T>
cublasStatus_t symm(Call& call, Fill fill, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,
                    const T* alpha, const Array<const T>& a, const Array<const T>& b, const T* beta,
                    const Array<T>& c) {
  const bool is_left = side == CUBLAS_SIDE_LEFT;
  const int order = is_left ? m : n;
  const bool is_possible = is_side(side) && is_triangle(uplo) && m >= 0 && n >= 0 &&
                           is_leading(a.leading, order) && is_leading(b.leading, m) &&
                           is_leading(c.leading, m) && call.takes({alpha, beta});
  if (!is_possible) return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return call.run([=, by = call.scalar(alpha), old = call.scalar(beta)](DeviceArrays& arrays) {
    const T factor = by.read(arrays);
    const T kept = old.read(arrays);
    const bool reads = factor != T(0);
    const T* const of_a = reads ? arrays.input(a.memory, triangle_elements(order, a.leading, uplo)) : nullptr;
    const T* const of_b = reads ? found(arrays, b, m, n) : nullptr;
    T* const to = arrays.output(c.memory, matrix_elements(m, n, c.leading), kept != T(0));
    if (!arrays.are_found()) return;
    const Matrix<T> symmetric = Matrix<T>::columns(of_a, a.leading).filled(fill, uplo);
    const Matrix<T> other = Matrix<T>::columns(of_b, b.leading);
    const Target<T, T> target = Target<T, T>::columns(to, c.leading).scaled(factor, kept);
    multiply(Sizes{m, n, order}, is_left ? symmetric : other, is_left ? other : symmetric, target);
  });
}

// A rank-k update of a triangle. twice: syr2k and her2k, which add the same with A and B exchanged. Of Hermitian ones beta is real.
struct Update {
  bool is_hermitian = false;
  bool is_twice = false;
  cublasFillMode_t uplo = CUBLAS_FILL_MODE_LOWER;
  cublasOperation_t trans = CUBLAS_OP_N;
  int n = 0;
  int k = 0;

  // Real matrices may be conjugated, complex ones only where they are Hermitian, and these cannot be transposed without it.
  bool is_possible(bool is_complex) const {
    const bool is_known = trans == CUBLAS_OP_N ||
                          (is_hermitian ? trans == CUBLAS_OP_C : trans == CUBLAS_OP_T) ||
                          (!is_complex && trans == CUBLAS_OP_C);
    return is_known && is_triangle(uplo) && n >= 0 && k >= 0;
  }
  int rows() const { return trans == CUBLAS_OP_N ? n : k; }
  int columns() const { return trans == CUBLAS_OP_N ? k : n; }
};

template <class T, class Alpha, class Beta>
cublasStatus_t update(Call& call, const Update& with, const Alpha* alpha, const Array<const T>& a,
                      const Array<const T>& b, const Beta* beta, const Array<T>& c) {
  const bool is_possible = with.is_possible(kIsComplex<T>) && is_leading(a.leading, with.rows()) &&
                           is_leading(b.leading, with.rows()) && is_leading(c.leading, with.n) &&
                           call.takes({alpha, beta});
  if (!is_possible) return CUBLAS_STATUS_INVALID_VALUE;
  if (with.n == 0) return CUBLAS_STATUS_SUCCESS;
  return call.run([=, by = call.scalar(alpha), old = call.scalar(beta)](DeviceArrays& arrays) {
    const T factor(by.read(arrays));
    const T kept(old.read(arrays));
    const bool reads = factor != T(0) && with.k > 0;
    const T* const of_a = reads ? found(arrays, a, with.rows(), with.columns()) : nullptr;
    const T* const of_b =
        reads && b.memory != a.memory ? found(arrays, b, with.rows(), with.columns()) : of_a;
    T* const to = arrays.output(c.memory, triangle_elements(with.n, c.leading, with.uplo), kept != T(0));
    if (!arrays.are_found()) return;
    const cublasOperation_t turned = with.is_hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
    const Matrix<T> left = Matrix<T>::columns(of_a, a.leading).operated(with.trans);
    const Matrix<T> right = Matrix<T>::columns(of_b, b.leading).operated(with.trans);
    const Target<T, T> target = Target<T, T>::columns(to, c.leading).triangle(with.uplo, with.is_hermitian);
    const Sizes sizes{with.n, with.n, reads ? with.k : 0};
    multiply(sizes, left, right.operated(turned), target.scaled(factor, kept));
    if (with.is_twice && reads) {
      multiply(sizes, right, left.operated(turned),
               target.scaled(conjugate_if(with.is_hermitian, factor), T(1)));
    }
  });
}

// What trmm and trsm are told of the triangle.
struct Triangle {
  cublasSideMode_t side = CUBLAS_SIDE_LEFT;
  cublasFillMode_t uplo = CUBLAS_FILL_MODE_LOWER;
  cublasOperation_t trans = CUBLAS_OP_N;
  cublasDiagType_t diag = CUBLAS_DIAG_NON_UNIT;
  int m = 0;
  int n = 0;

  bool is_left() const { return side == CUBLAS_SIDE_LEFT; }
  int order() const { return is_left() ? m : n; }
  bool is_possible(int lda, int ldb) const {
    return is_side(side) && is_triangle(uplo) && is_operation(trans) && is_diagonal(diag) && m >= 0 &&
           n >= 0 && is_leading(lda, order()) && is_leading(ldb, m);
  }
  template <class T>
  Matrix<T> applied(const T* data, int leading) const {
    return Matrix<T>::columns(data, leading).filled(Fill::triangular, uplo, diag).operated(trans);
  }
};

template <class T>
cublasStatus_t trmm(Call& call, const Triangle& of, const T* alpha, const Array<const T>& a,
                    const Array<const T>& b, const Array<T>& c) {
  const bool is_possible =
      of.is_possible(a.leading, b.leading) && is_leading(c.leading, of.m) && call.takes({alpha});
  if (!is_possible) return CUBLAS_STATUS_INVALID_VALUE;
  if (of.m == 0 || of.n == 0) return CUBLAS_STATUS_SUCCESS;
  return call.run([=, by = call.scalar(alpha)](DeviceArrays& arrays) {
    const T factor = by.read(arrays);
    const bool reads = factor != T(0);
    const T* const of_a =
        reads ? arrays.input(a.memory, triangle_elements(of.order(), a.leading, of.uplo)) : nullptr;
    const T* const of_b = reads ? found(arrays, b, of.m, of.n) : nullptr;
    T* const to = arrays.output(c.memory, matrix_elements(of.m, of.n, c.leading));
    if (!arrays.are_found()) return;
    // C may be B.
    std::vector<T> before;
    for (int j = 0; reads && j < of.n; ++j) {
      const T* const column = of_b + static_cast<std::int64_t>(j) * b.leading;
      before.insert(before.end(), column, column + of.m);
    }
    const Matrix<T> triangle = of.applied(of_a, a.leading);
    const Matrix<T> other = Matrix<T>::columns(before.data(), of.m);
    multiply(Sizes{of.m, of.n, of.order()}, of.is_left() ? triangle : other, of.is_left() ? other : triangle,
             Target<T, T>::columns(to, c.leading).scaled(factor, T(0)));
  });
}

// One system: X * op(A) = B is op(A)^T * X^T = B^T.
template <class T>
void solve_one(DeviceArrays& arrays, const Triangle& of, T alpha, const Array<const T>& a,
               const Array<T>& b) {
  const T* const triangle = arrays.input(a.memory, triangle_elements(of.order(), a.leading, of.uplo));
  T* const sides = arrays.output(b.memory, matrix_elements(of.m, of.n, b.leading), alpha != T(0));
  if (!arrays.are_found()) return;
  const Matrix<T> applied = of.applied(triangle, a.leading);
  if (of.is_left()) return solve<T>(applied, of.m, of.n, alpha, {sides, 1, b.leading});
  solve<T>(applied.operated(CUBLAS_OP_T), of.n, of.m, alpha, {sides, b.leading, 1});
}

template <class T>
cublasStatus_t trsm(Call& call, const Triangle& of, const T* alpha, const Array<const T>& a,
                    const Array<T>& b) {
  if (!of.is_possible(a.leading, b.leading) || !call.takes({alpha})) return CUBLAS_STATUS_INVALID_VALUE;
  if (of.m == 0 || of.n == 0) return CUBLAS_STATUS_SUCCESS;
  return call.run(
      [=, by = call.scalar(alpha)](DeviceArrays& arrays) { solve_one(arrays, of, by.read(arrays), a, b); });
}

template <class T>
cublasStatus_t trsm_batched(Call& call, const Triangle& of, const T* alpha, const T* const* a, int lda,
                            T* const* b, int ldb, int count) {
  if (!of.is_possible(lda, ldb) || count < 0 || !call.takes({alpha})) return CUBLAS_STATUS_INVALID_VALUE;
  if (of.m == 0 || of.n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  return call.run([=, by = call.scalar(alpha)](DeviceArrays& arrays) {
    const T factor = by.read(arrays);
    const T* const* const all_a = arrays.input(a, vector_elements(count, 1));
    T* const* const all_b = arrays.input(b, vector_elements(count, 1));
    for (int i = 0; i < count && arrays.are_found(); ++i)
      solve_one<T>(arrays, of, factor, {all_a[i], lda}, {all_b[i], ldb});
  });
}

// C = alpha * op(A) + beta * op(B). C may be A or B where that one is not transposed.
template <class T>
cublasStatus_t geam(Call& call, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, const T* alpha,
                    const Array<const T>& a, const T* beta, const Array<const T>& b, const Array<T>& c) {
  const auto rows = [&](cublasOperation_t op) { return op == CUBLAS_OP_N ? m : n; };
  const auto columns = [&](cublasOperation_t op) { return op == CUBLAS_OP_N ? n : m; };
  const bool is_in_place = (c.memory == a.memory && (op_a != CUBLAS_OP_N || a.leading != c.leading)) ||
                           (c.memory == b.memory && (op_b != CUBLAS_OP_N || b.leading != c.leading));
  const bool is_possible = is_operation(op_a) && is_operation(op_b) && m >= 0 && n >= 0 &&
                           is_leading(a.leading, rows(op_a)) && is_leading(b.leading, rows(op_b)) &&
                           is_leading(c.leading, m) && !is_in_place && call.takes({alpha, beta});
  if (!is_possible) return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const int rows_a = rows(op_a);
  const int columns_a = columns(op_a);
  const int rows_b = rows(op_b);
  const int columns_b = columns(op_b);
  return call.run([=, by = call.scalar(alpha), other = call.scalar(beta)](DeviceArrays& arrays) {
    const T of_a = by.read(arrays);
    const T of_b = other.read(arrays);
    const Matrix<T> left =
        Matrix<T>::columns(of_a == T(0) ? nullptr : found(arrays, a, rows_a, columns_a), a.leading)
            .operated(op_a);
    const Matrix<T> right =
        Matrix<T>::columns(of_b == T(0) ? nullptr : found(arrays, b, rows_b, columns_b), b.leading)
            .operated(op_b);
    T* const to = arrays.output(c.memory, matrix_elements(m, n, c.leading));
    for (std::int64_t j = 0; arrays.are_found() && j < n; ++j) {
      for (std::int64_t i = 0; i < m; ++i) {
        T sum(0);
        if (of_a != T(0)) sum += product(of_a, left.template at<T>(i, j));
        if (of_b != T(0)) sum += product(of_b, right.template at<T>(i, j));
        to[i + j * c.leading] = sum;
      }
    }
  });
}

// C = diag(x) * A or A * diag(x). C may be A.
template <class T>
cublasStatus_t dgmm(Call& call, cublasSideMode_t side, int m, int n, const Array<const T>& a, const T* x,
                    int incx, const Array<T>& c) {
  if (!is_side(side) || m < 0 || n < 0 || incx == 0 || !is_leading(a.leading, m) || !is_leading(c.leading, m))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return call.run([=](DeviceArrays& arrays) {
    const bool is_left = side == CUBLAS_SIDE_LEFT;
    const int count = is_left ? m : n;
    const T* const of_a = found(arrays, a, m, n);
    const T* const of_x = arrays.input(x, vector_elements(count, incx));
    T* const to = arrays.output(c.memory, matrix_elements(m, n, c.leading));
    if (!arrays.are_found()) return;
    const Matrix<T> diagonal = Matrix<T>::vector(of_x, count, incx);
    for (std::int64_t j = 0; j < n; ++j) {
      for (std::int64_t i = 0; i < m; ++i)
        to[i + j * c.leading] = product(diagonal.template at<T>(is_left ? i : j, 0), of_a[i + j * a.leading]);
    }
  });
}

}  // namespace
}  // namespace cublas

using cublas::Array;
using cublas::Fill;
using cublas::ours;
using cublas::ours_of;
using cublas::Triangle;
using cublas::Update;

// An array in columns, of the types that are computed with here.
template <class T>
static auto array(T* memory, int leading) {
  using Ours = std::remove_pointer_t<decltype(ours(memory))>;
  return Array<Ours>{ours(memory), leading};
}

#define DEFINE_SYMM(name, T, fill)                                                                           \
  DEFINE(name,                                                                                               \
         (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const T* alpha, \
          const T* A, int lda, const T* B, int ldb, const T* beta, T* C, int ldc),                           \
         symm, fill, side, uplo, m, n, ours(alpha), array(A, lda), array(B, ldb), ours(beta), array(C, ldc))

// C = alpha * A * A^T + beta * C, of Hermitian matrices with A^H and real factors of type R.
#define DEFINE_RANK_K(name, T, R, is_hermitian)                                                \
  DEFINE(name,                                                                                 \
         (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, \
          const R* alpha, const T* A, int lda, const R* beta, T* C, int ldc),                  \
         update, (Update{is_hermitian, false, uplo, trans, n, k}), ours(alpha), array(A, lda), \
         array(A, lda), ours(beta), array(C, ldc))
#define DEFINE_RANK_2K(name, T, R, is_hermitian, is_twice)                                         \
  DEFINE(name,                                                                                     \
         (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,     \
          const T* alpha, const T* A, int lda, const T* B, int ldb, const R* beta, T* C, int ldc), \
         update, (Update{is_hermitian, is_twice, uplo, trans, n, k}), ours(alpha), array(A, lda),  \
         array(B, ldb), ours(beta), array(C, ldc))

#define DEFINE_LEVEL3(t, T)                                                                                 \
  DEFINE_SYMM(cublas##t##symm, T, Fill::symmetric)                                                          \
  DEFINE_RANK_K(cublas##t##syrk, T, T, false)                                                               \
  DEFINE_RANK_2K(cublas##t##syr2k, T, T, false, true)                                                       \
  DEFINE_RANK_2K(cublas##t##syrkx, T, T, false, false)                                                      \
  DEFINE(cublas##t##trmm,                                                                                   \
         (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,     \
          cublasDiagType_t diag, int m, int n, const T* alpha, const T* A, int lda, const T* B, int ldb,    \
          T* C, int ldc),                                                                                   \
         trmm, (Triangle{side, uplo, trans, diag, m, n}), ours(alpha), array(A, lda), array(B, ldb),        \
         array(C, ldc))                                                                                     \
  DEFINE(cublas##t##trsm,                                                                                   \
         (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,     \
          cublasDiagType_t diag, int m, int n, const T* alpha, const T* A, int lda, T* B, int ldb),         \
         trsm, (Triangle{side, uplo, trans, diag, m, n}), ours(alpha), array(A, lda), array(B, ldb))        \
  DEFINE(cublas##t##trsmBatched,                                                                            \
         (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,     \
          cublasDiagType_t diag, int m, int n, const T* alpha, const T* const A[], int lda, T* const B[],   \
          int ldb, int batchCount),                                                                         \
         trsm_batched, (Triangle{side, uplo, trans, diag, m, n}), ours(alpha), ours_of(A), lda, ours_of(B), \
         ldb, batchCount)                                                                                   \
  DEFINE(cublas##t##geam,                                                                                   \
         (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,          \
          const T* alpha, const T* A, int lda, const T* beta, const T* B, int ldb, T* C, int ldc),          \
         geam, transa, transb, m, n, ours(alpha), array(A, lda), ours(beta), array(B, ldb), array(C, ldc))  \
  DEFINE(cublas##t##dgmm,                                                                                   \
         (cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* A, int lda, const T* x,      \
          int incx, T* C, int ldc),                                                                         \
         dgmm, side, m, n, array(A, lda), ours(x), incx, array(C, ldc))

extern "C" {
DEFINE_LEVEL3(S, float)
DEFINE_LEVEL3(D, double)
DEFINE_LEVEL3(C, cuComplex)
DEFINE_LEVEL3(Z, cuDoubleComplex)
DEFINE_SYMM(cublasChemm, cuComplex, Fill::hermitian)
DEFINE_SYMM(cublasZhemm, cuDoubleComplex, Fill::hermitian)
DEFINE_RANK_K(cublasCherk, cuComplex, float, true)
DEFINE_RANK_K(cublasZherk, cuDoubleComplex, double, true)
DEFINE_RANK_2K(cublasCher2k, cuComplex, float, true, true)
DEFINE_RANK_2K(cublasZher2k, cuDoubleComplex, double, true, true)
DEFINE_RANK_2K(cublasCherkx, cuComplex, float, true, false)
DEFINE_RANK_2K(cublasZherkx, cuDoubleComplex, double, true, false)
}
