// The general product in all of its forms: C = alpha * op(A) * op(B) + beta * C, one or many, with arrays of pointers or strides between
// them.
#pragma once

#include "libraries/cublas/call.h"
#include "libraries/cublas/multiply.h"

namespace cublas {

// What all products of a call have in common.
struct Product {
  cublasOperation_t op_a = CUBLAS_OP_N;
  cublasOperation_t op_b = CUBLAS_OP_N;
  int m = 0;
  int n = 0;
  int k = 0;
  int lda = 0;
  int ldb = 0;
  int ldc = 0;

  int rows_of_a() const { return op_a == CUBLAS_OP_N ? m : k; }
  int rows_of_b() const { return op_b == CUBLAS_OP_N ? k : n; }
  bool is_possible() const {
    return is_operation(op_a) && is_operation(op_b) && m >= 0 && n >= 0 && k >= 0 &&
           is_leading(lda, rows_of_a()) && is_leading(ldb, rows_of_b()) && is_leading(ldc, m);
  }
};

// The matrices of product i of a call: `stride` elements apart, or where an array on the device says.
template <class T>
struct Batch {
  T* first = nullptr;
  long long stride = 0;
  T* const* pointers = nullptr;

  // Where the pointers of all products are; null: they are not needed, or not to be found.
  T* const* found(DeviceArrays& arrays, int count) const {
    return pointers == nullptr ? nullptr : arrays.input(pointers, vector_elements(count, 1));
  }
  T* at(int i, T* const* found) const { return found != nullptr ? found[i] : first + i * stride; }
};

// S: what is computed in. A scalar's own type is F.
template <class S, class T, class C, class F>
cublasStatus_t gemm(Call& call, const Product& product, const F* alpha, const Batch<const T>& a,
                    const Batch<const T>& b, const F* beta, const Batch<C>& c, int count) {
  if (!product.is_possible() || count < 0 || !call.takes({alpha, beta})) return CUBLAS_STATUS_INVALID_VALUE;
  if (product.m == 0 || product.n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  return call.run([=, by = call.scalar(alpha), old = call.scalar(beta)](DeviceArrays& arrays) {
    const S factor = widened<S>(by.read(arrays));
    const S kept = widened<S>(old.read(arrays));
    const bool reads = factor != S(0) && product.k > 0;
    const T* const* const all_a = reads ? a.found(arrays, count) : nullptr;
    const T* const* const all_b = reads ? b.found(arrays, count) : nullptr;
    C* const* const all_c = c.found(arrays, count);
    const auto elements = [](int rows, int of_op, int other, cublasOperation_t op, int leading) {
      return matrix_elements(rows, op == CUBLAS_OP_N ? other : of_op, leading);
    };
    const cudart::Elements of_a =
        elements(product.rows_of_a(), product.m, product.k, product.op_a, product.lda);
    const cudart::Elements of_b =
        elements(product.rows_of_b(), product.k, product.n, product.op_b, product.ldb);
    for (int i = 0; i < count && arrays.are_found(); ++i) {
      const T* const left = reads ? arrays.input(a.at(i, all_a), of_a) : nullptr;
      const T* const right = reads ? arrays.input(b.at(i, all_b), of_b) : nullptr;
      C* const to =
          arrays.output(c.at(i, all_c), matrix_elements(product.m, product.n, product.ldc), kept != S(0));
      if (!arrays.are_found()) return;
      multiply(Sizes{product.m, product.n, reads ? product.k : 0},
               Matrix<T>::columns(left, product.lda).operated(product.op_a),
               Matrix<T>::columns(right, product.ldb).operated(product.op_b),
               Target<C, S>::columns(to, product.ldc).scaled(factor, kept));
    }
  });
}

}  // namespace cublas
