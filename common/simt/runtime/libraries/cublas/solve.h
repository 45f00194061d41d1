// Triangular systems: op(A) * X = alpha * B, with X in B's place.
//
// The triangle is copied, row by row, and the columns of B are solved kAtOnce at a time, so that the innermost loop goes over columns
// that do not depend on each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "libraries/cublas/matrix.h"
#include "libraries/cublas/workers.h"

namespace cublas {

constexpr std::int64_t kAtOnce = 8;

// Where the right-hand sides lie, and the solutions afterwards.
template <class T>
struct Sides {
  T* data = nullptr;
  std::int64_t row_step = 1;
  std::int64_t column_step = 0;

  T& at(std::int64_t i, std::int64_t j) const { return data[i * row_step + j * column_step]; }
};

// The rows of a lower triangle in order; those of an upper one from the last row and column on, which makes it a lower one.
template <class T>
std::vector<T> rows_in_order(const Matrix<T>& a, std::int64_t m) {
  std::vector<T> rows(static_cast<std::size_t>(m * m));
  const auto place = [&](std::int64_t i) { return a.is_upper() ? m - 1 - i : i; };
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t k = 0; k <= i; ++k)
      rows[static_cast<std::size_t>(i * m + k)] = a.template at<T>(place(i), place(k));
  }
  return rows;
}

// `count` right-hand sides, from column `first` on.
template <class T>
void solve_columns(const std::vector<T>& rows, bool is_upper, std::int64_t m, T alpha, const Sides<T>& sides,
                   std::int64_t first, std::int64_t count) {
  std::vector<T> solved(static_cast<std::size_t>(m * kAtOnce));
  const auto place = [&](std::int64_t i) { return is_upper ? m - 1 - i : i; };
  for (std::int64_t i = 0; i < m; ++i) {
    T* const x = solved.data() + i * kAtOnce;
    for (std::int64_t j = 0; j < count; ++j)
      x[j] = alpha == T(0) ? T(0) : product(alpha, sides.at(place(i), first + j));
    const T* const row = rows.data() + i * m;
    for (std::int64_t k = 0; k < i; ++k) {
      const T* const known = solved.data() + k * kAtOnce;
      for (std::int64_t j = 0; j < kAtOnce; ++j) x[j] -= product(row[k], known[j]);
    }
    for (std::int64_t j = 0; j < count; ++j) sides.at(place(i), first + j) = x[j] = x[j] / row[i];
  }
}

// a: a triangle of m rows and columns, as it is to be applied.
template <class T>
void solve(const Matrix<T>& a, std::int64_t m, std::int64_t n, T alpha, const Sides<T>& sides) {
  const std::vector<T> rows = rows_in_order(a, m);
  constexpr double kLarge = 1 << 22;
  const bool is_large = static_cast<double>(m) * static_cast<double>(m) * static_cast<double>(n) > kLarge;
  for_each_part((n + kAtOnce - 1) / kAtOnce, is_large, [&](std::int64_t part) {
    const std::int64_t first = part * kAtOnce;
    solve_columns(rows, a.is_upper(), m, alpha, sides, first, std::min(kAtOnce, n - first));
  });
}

}  // namespace cublas
