// The product of two matrices, on which levels 2 and 3 stand: sums(i, j) = the sum over k of a(i, k) * b(k, j).
//
// C is cut into panels of kPanel columns, which several threads compute. Blocks of A and B are copied so that the innermost loop reads
// both in order, kRows rows and kColumns columns at a time, and keeps its sums in registers (K. Goto, R. A. van de Geijn, "Anatomy of
// High-Performance Matrix Multiplication", ACM TOMS 34(3), 2008). A sum is added up in blocks of kDepth.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "libraries/cublas/matrix.h"
#include "libraries/cublas/workers.h"

namespace cublas {

struct Sizes {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
};

constexpr std::int64_t kPanel = 64;
constexpr std::int64_t kDepth = 256;
constexpr std::int64_t kHeight = 128;
constexpr std::int64_t kRows = 8;
constexpr std::int64_t kColumns = 4;
// Products with fewer multiplications than this are done before other threads have begun.
constexpr double kLargeProduct = 1 << 22;

constexpr std::int64_t rounded_up(std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; }

// Complex blocks are kept as real and imaginary planes: a step of kRows real parts is followed by kRows imaginary ones.
template <class S>
constexpr std::int64_t kPlanes = kIsComplex<S> ? 2 : 1;

template <class S>
void put(Real<S>* step, std::int64_t width, std::int64_t at, S value) {
  if constexpr (kIsComplex<S>) {
    step[at] = value.real();
    step[width + at] = value.imag();
  } else {
    step[at] = value;
  }
}

// Copies a block so that step k of a group of `width` rows or columns follows step k - 1. value(w, k): the element.
template <class S, std::int64_t width, class Value>
void pack(Real<S>* to, std::int64_t count, std::int64_t depth, const Value& value) {
  for (std::int64_t first = 0; first < count; first += width) {
    const std::int64_t wide = std::min(width, count - first);
    for (std::int64_t k = 0; k < depth; ++k, to += width * kPlanes<S>) {
      for (std::int64_t w = 0; w < wide; ++w) put<S>(to, width, w, value(first + w, k));
      for (std::int64_t w = wide; w < width; ++w) put<S>(to, width, w, S(0));
    }
  }
}

// Adds the product of kRows rows of `a` and kColumns columns of `b` to the sums, whose columns begin `pitch` elements apart.
template <class S>
void multiply_tile(const Real<S>* a, const Real<S>* b, std::int64_t depth, S* sums, std::int64_t pitch) {
  using R = Real<S>;
  using Column = std::array<R, kRows>;
  std::array<std::array<Column, kColumns>, kPlanes<S>> tile{};
  for (std::int64_t k = 0; k < depth; ++k, a += kRows * kPlanes<S>, b += kColumns * kPlanes<S>) {
    for (std::size_t j = 0; j < kColumns; ++j) {
      for (std::size_t i = 0; i < kRows; ++i) {
        if constexpr (kIsComplex<S>) {
          tile[0][j][i] += a[i] * b[j] - a[kRows + i] * b[kColumns + j];
          tile[1][j][i] += a[i] * b[kColumns + j] + a[kRows + i] * b[j];
        } else {
          tile[0][j][i] += a[i] * b[j];
        }
      }
    }
  }
  for (std::size_t j = 0; j < kColumns; ++j) {
    S* const column = sums + static_cast<std::int64_t>(j) * pitch;
    for (std::size_t i = 0; i < kRows; ++i) {
      if constexpr (kIsComplex<S>) {
        column[i] += S(tile[0][j][i], tile[1][j][i]);
      } else {
        column[i] += tile[0][j][i];
      }
    }
  }
}

// The sums of one panel: the columns from `first` on.
template <class S, class A, class B>
std::vector<S> panel_sums(const Sizes& sizes, const Matrix<A>& a, const Matrix<B>& b, std::int64_t first,
                          std::int64_t columns) {
  const std::int64_t pitch = rounded_up(sizes.m, kRows);
  const std::int64_t wide = rounded_up(columns, kColumns);
  std::vector<S> sums(static_cast<std::size_t>(pitch * wide));
  const std::int64_t depth_of_all = std::min(kDepth, sizes.k);
  std::vector<Real<S>> of_a(static_cast<std::size_t>(kHeight * depth_of_all * kPlanes<S>));
  std::vector<Real<S>> of_b(static_cast<std::size_t>(wide * depth_of_all * kPlanes<S>));
  for (std::int64_t k = 0; k < sizes.k; k += kDepth) {
    const std::int64_t depth = std::min(kDepth, sizes.k - k);
    pack<S, kColumns>(of_b.data(), columns, depth,
                      [&](std::int64_t j, std::int64_t l) { return b.template at<S>(k + l, first + j); });
    for (std::int64_t i = 0; i < sizes.m; i += kHeight) {
      const std::int64_t height = std::min(kHeight, sizes.m - i);
      pack<S, kRows>(of_a.data(), height, depth,
                     [&](std::int64_t r, std::int64_t l) { return a.template at<S>(i + r, k + l); });
      for (std::int64_t j = 0; j < columns; j += kColumns) {
        for (std::int64_t r = 0; r < height; r += kRows) {
          multiply_tile<S>(of_a.data() + r * depth * kPlanes<S>, of_b.data() + j * depth * kPlanes<S>, depth,
                           sums.data() + j * pitch + i + r, pitch);
        }
      }
    }
  }
  return sums;
}

// target = alpha * a * b + beta * target. Neither matrix may be the target's own memory.
template <class S, class A, class B, class T>
void multiply(const Sizes& sizes, const Matrix<A>& a, const Matrix<B>& b, const Target<T, S>& target) {
  const Sizes summed{sizes.m, sizes.n, target.alpha == S(0) ? 0 : sizes.k};
  const bool is_large =
      static_cast<double>(sizes.m) * static_cast<double>(sizes.n) * static_cast<double>(summed.k) >
      kLargeProduct;
  for_each_part((sizes.n + kPanel - 1) / kPanel, is_large, [&](std::int64_t part) {
    const std::int64_t first = part * kPanel;
    const std::int64_t columns = std::min(kPanel, sizes.n - first);
    const std::vector<S> sums = panel_sums<S>(summed, a, b, first, columns);
    const std::int64_t pitch = rounded_up(sizes.m, kRows);
    for (std::int64_t j = 0; j < columns; ++j) {
      for (std::int64_t i = 0; i < sizes.m; ++i)
        target.store(i, first + j, sums[static_cast<std::size_t>(j * pitch + i)]);
    }
  });
}

}  // namespace cublas
