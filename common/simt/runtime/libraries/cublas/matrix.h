// A matrix that an operation reads, however it is stored: in columns, packed or as a band; whole, or one triangle of a symmetric,
// Hermitian or triangular one; as it is, transposed or conjugated. An operation asks for element (i, j) and knows none of this, so that
// every product is one product.
#pragma once

#include <cstdint>
#include <utility>

#include "host/simt_cublas_types.h"
#include "libraries/cublas/elements.h"

namespace cublas {

enum class Fill : std::uint8_t { general, symmetric, hermitian, triangular };

template <class T>
class Matrix {
 public:
  using Element = T;

  // Element (i, j) lies at data[i * row_step + j * column_step].
  static Matrix strided(const T* data, std::int64_t row_step, std::int64_t column_step) {
    return Matrix(data, row_step, column_step);
  }
  static Matrix columns(const T* data, std::int64_t leading) { return strided(data, 1, leading); }
  // n elements as a matrix with one column; a negative step begins at the last one.
  static Matrix vector(const T* data, std::int64_t n, std::int64_t step) {
    return strided(data + (step < 0 ? (1 - n) * step : 0), step, 0);
  }
  // A triangle of n columns, one directly behind the other.
  static Matrix packed(const T* data, std::int64_t n) {
    Matrix made(data, 1, n);
    made.storage_ = Storage::packed;
    return made;
  }
  // Column j has its diagonal at row `above` of the storage.
  static Matrix band(const T* data, std::int64_t leading, std::int64_t below, std::int64_t above) {
    Matrix made(data, 1, leading);
    made.storage_ = Storage::band;
    made.below_ = below;
    made.above_ = above;
    return made;
  }

  // The same matrix at another address.
  Matrix moved(const T* data) const {
    Matrix made = *this;
    made.data_ = data;
    return made;
  }
  // The same storage, of which only one triangle is read.
  Matrix filled(Fill fill, cublasFillMode_t uplo, cublasDiagType_t diag = CUBLAS_DIAG_NON_UNIT) const {
    Matrix made = *this;
    made.fill_ = fill;
    made.is_upper_ = uplo == CUBLAS_FILL_MODE_UPPER;
    made.is_unit_ = diag == CUBLAS_DIAG_UNIT;
    return made;
  }
  Matrix operated(cublasOperation_t operation) const {
    Matrix made = *this;
    if (operation == CUBLAS_OP_T || operation == CUBLAS_OP_C) made.is_transposed_ = !is_transposed_;
    if (operation == CUBLAS_OP_C || operation == CUBLAS_OP_CONJG) made.is_conjugated_ = !is_conjugated_;
    if (made.is_plain() && made.is_transposed_) {
      std::swap(made.row_step_, made.column_step_);
      made.is_transposed_ = false;
    }
    return made;
  }
  // Whether the triangle that is not zero is the upper one, transposed as the matrix is.
  bool is_upper() const { return is_upper_ != is_transposed_; }

  template <class S>
  S at(std::int64_t i, std::int64_t j) const {
    if (is_plain()) return conjugate_if(is_conjugated_, widened<S>(data_[i * row_step_ + j * column_step_]));
    if (is_transposed_) std::swap(i, j);
    return conjugate_if(is_conjugated_, filled_at<S>(i, j));
  }

 private:
  enum class Storage : std::uint8_t { strided, packed, band };

  Matrix(const T* data, std::int64_t row_step, std::int64_t column_step)
      : data_(data), row_step_(row_step), column_step_(column_step) {}

  bool is_plain() const { return storage_ == Storage::strided && fill_ == Fill::general; }

  template <class S>
  S filled_at(std::int64_t i, std::int64_t j) const {
    const bool is_stored = fill_ == Fill::general || i == j || (i < j) == is_upper_;
    if (fill_ == Fill::triangular && i == j && is_unit_) return S(1);
    if (!is_stored && fill_ == Fill::triangular) return S(0);
    if (!is_stored) return conjugate_if(fill_ == Fill::hermitian, stored_at<S>(j, i));
    const S value = stored_at<S>(i, j);
    return fill_ == Fill::hermitian && i == j ? S(real_part(value)) : value;
  }

  template <class S>
  S stored_at(std::int64_t i, std::int64_t j) const {
    switch (storage_) {
      case Storage::packed:
        return widened<S>(data_[is_upper_ ? i + j * (j + 1) / 2 : i + j * (2 * column_step_ - j - 1) / 2]);
      case Storage::band:
        if (i - j > below_ || j - i > above_) return S(0);
        return widened<S>(data_[above_ + i - j + j * column_step_]);
      case Storage::strided:
        break;
    }
    return widened<S>(data_[i * row_step_ + j * column_step_]);
  }

  const T* data_;
  std::int64_t row_step_;
  std::int64_t column_step_;  // of a packed matrix: how many columns it has
  std::int64_t below_ = 0;
  std::int64_t above_ = 0;
  Storage storage_ = Storage::strided;
  Fill fill_ = Fill::general;
  bool is_upper_ = false;
  bool is_unit_ = false;
  bool is_transposed_ = false;
  bool is_conjugated_ = false;
};

// Where a product goes: C = alpha * product + beta * C, all of C or one triangle. A beta of zero reads nothing.
template <class T, class S>
struct Target {
  T* data = nullptr;
  std::int64_t row_step = 1;
  std::int64_t column_step = 0;
  S alpha = S(1);
  S beta = S(0);
  enum class Part : std::uint8_t { all, upper, lower } part = Part::all;
  bool is_packed = false;     // column_step is then the number of columns
  bool is_hermitian = false;  // its diagonal is real

  static Target columns(T* data, std::int64_t leading) { return {data, 1, leading}; }
  static Target vector(T* data, std::int64_t n, std::int64_t step) {
    return {data + (step < 0 ? (1 - n) * step : 0), step, 0};
  }
  Target scaled(S by, S old) const {
    Target made = *this;
    made.alpha = by;
    made.beta = old;
    return made;
  }
  Target triangle(cublasFillMode_t uplo, bool hermitian) const {
    Target made = *this;
    made.part = uplo == CUBLAS_FILL_MODE_UPPER ? Part::upper : Part::lower;
    made.is_hermitian = hermitian;
    return made;
  }

  bool has(std::int64_t i, std::int64_t j) const {
    return part == Part::all || i == j || (i < j) == (part == Part::upper);
  }
  T& at(std::int64_t i, std::int64_t j) const {
    if (!is_packed) return data[i * row_step + j * column_step];
    return data[part == Part::upper ? i + j * (j + 1) / 2 : i + j * (2 * column_step - j - 1) / 2];
  }
  void store(std::int64_t i, std::int64_t j, S sum) const {
    if (!has(i, j)) return;
    T& element = at(i, j);
    S value = product(alpha, sum);
    if (beta != S(0)) value += product(beta, widened<S>(element));
    if (is_hermitian && i == j) value = S(real_part(value));
    element = narrowed<T>(value);
  }
};

}  // namespace cublas
