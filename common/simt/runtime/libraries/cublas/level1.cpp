// cuBLAS Library, "cuBLAS Level-1 Function Reference": vectors. Sums of single precision are added up in double precision, so that they
// are right to the last bit but one whatever the order in which a GPU would add.
#include <algorithm>
#include <array>
#include <limits>

#include "host/simt_cublas_functions.h"
#include "libraries/cublas/call.h"
#include "libraries/cublas/elements.h"

namespace cublas {
namespace {

template <class T>
using Wide = std::conditional_t<kIsComplex<T>, ComplexDouble, double>;

// n elements of a vector; a negative step begins at the last one.
template <class T>
struct Vector {
  T* data = nullptr;
  std::int64_t n = 0;
  std::int64_t step = 1;

  T& operator[](std::int64_t i) const { return data[(step < 0 ? (1 - n) * step : 0) + i * step]; }
};

template <class T>
Vector<const T> read(DeviceArrays& arrays, const T* x, int n, int step) {
  return {arrays.input(x, vector_elements(n, step)), n, step};
}
template <class T>
Vector<T> write(DeviceArrays& arrays, T* x, int n, int step, bool is_read) {
  return {arrays.output(x, vector_elements(n, step), is_read), n, step};
}

template <class T>
cublasStatus_t axpy(Call& call, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
  if (!call.takes({alpha})) return CUBLAS_STATUS_INVALID_VALUE;
  return call.run([=, factor = call.scalar(alpha)](DeviceArrays& arrays) {
    const T by = factor.read(arrays);
    if (n <= 0 || by == T(0)) return;
    const Vector<const T> from = read(arrays, x, n, incx);
    const Vector<T> to = write(arrays, y, n, incy, true);
    for (std::int64_t i = 0; arrays.are_found() && i < n; ++i) to[i] += product(by, from[i]);
  });
}

template <class T>
cublasStatus_t copy(Call& call, int n, const T* x, int incx, T* y, int incy) {
  return call.run([=](DeviceArrays& arrays) {
    const Vector<const T> from = read(arrays, x, n, incx);
    const Vector<T> to = write(arrays, y, n, incy, false);
    for (std::int64_t i = 0; arrays.are_found() && i < n; ++i) to[i] = from[i];
  });
}

template <class T>
cublasStatus_t swap(Call& call, int n, T* x, int incx, T* y, int incy) {
  return call.run([=](DeviceArrays& arrays) {
    const Vector<T> one = write(arrays, x, n, incx, true);
    const Vector<T> other = write(arrays, y, n, incy, true);
    for (std::int64_t i = 0; arrays.are_found() && i < n; ++i) std::swap(one[i], other[i]);
  });
}

template <class T, class Factor>
cublasStatus_t scal(Call& call, int n, const Factor* alpha, T* x, int incx) {
  if (!call.takes({alpha})) return CUBLAS_STATUS_INVALID_VALUE;
  return call.run([=, factor = call.scalar(alpha)](DeviceArrays& arrays) {
    const Factor by = factor.read(arrays);
    if (incx <= 0) return;
    const Vector<T> all = write(arrays, x, n, incx, true);
    for (std::int64_t i = 0; arrays.are_found() && i < n; ++i) all[i] = product(T(by), all[i]);
  });
}

template <class T>
cublasStatus_t dot(Call& call, bool is_conjugated, int n, const T* x, int incx, const T* y, int incy,
                   T* result) {
  if (!call.takes({result})) return CUBLAS_STATUS_INVALID_VALUE;
  return call.run([=, to = call.result(result)](DeviceArrays& arrays) {
    const Vector<const T> one = read(arrays, x, n, incx);
    const Vector<const T> other = read(arrays, y, n, incy);
    Wide<T> sum{};
    for (std::int64_t i = 0; arrays.are_found() && i < n; ++i)
      sum += product(Wide<T>(conjugate_if(is_conjugated, one[i])), Wide<T>(other[i]));
    to.write(arrays, T(sum));
  });
}

// |re| + |im|, which the sums of magnitudes and the search for the largest go by.
template <class T>
Real<T> magnitude(T a) {
  if constexpr (kIsComplex<T>) {
    return std::abs(a.real()) + std::abs(a.imag());
  } else {
    return std::abs(a);
  }
}

// What a vector is reduced to: 0 where it has no elements or its step is not positive.
template <class T, class R, class Reduce>
cublasStatus_t reduce(Call& call, int n, const T* x, int incx, R* result, const Reduce& reduced) {
  if (!call.takes({result})) return CUBLAS_STATUS_INVALID_VALUE;
  return call.run([=, to = call.result(result)](DeviceArrays& arrays) {
    const int count = incx > 0 ? std::max(n, 0) : 0;
    const Vector<const T> all = read(arrays, x, count, incx);
    to.write(arrays, arrays.are_found() && count > 0 ? reduced(all) : R(0));
  });
}

template <class T>
cublasStatus_t asum(Call& call, int n, const T* x, int incx, Real<T>* result) {
  return reduce(call, n, x, incx, result, [](const Vector<const T>& all) {
    double sum = 0;
    for (std::int64_t i = 0; i < all.n; ++i) sum += static_cast<double>(magnitude(all[i]));
    return static_cast<Real<T>>(sum);
  });
}

// Scaled by the largest part, so that no square overflows.
template <class T>
cublasStatus_t nrm2(Call& call, int n, const T* x, int incx, Real<T>* result) {
  return reduce(call, n, x, incx, result, [](const Vector<const T>& all) {
    double largest = 0;
    for (std::int64_t i = 0; i < all.n; ++i)
      largest = std::max(largest, static_cast<double>(magnitude(all[i])));
    const double scale = largest > 0 && std::isfinite(largest) ? largest : 1;
    double sum = 0;
    for (std::int64_t i = 0; i < all.n; ++i) sum += std::norm(Wide<T>(all[i]) / scale);
    return static_cast<Real<T>>(scale * std::sqrt(sum));
  });
}

// The first of the largest (or smallest) elements, counted from 1.
template <class T, class Better>
cublasStatus_t find_extreme(Call& call, int n, const T* x, int incx, int* result, const Better& is_better) {
  return reduce(call, n, x, incx, result, [is_better](const Vector<const T>& all) {
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < all.n; ++i) {
      if (is_better(magnitude(all[i]), magnitude(all[best]))) best = i;
    }
    return static_cast<int>(best) + 1;
  });
}

template <class T, class C, class S>
cublasStatus_t rot(Call& call, int n, T* x, int incx, T* y, int incy, const C* cosine, const S* sine) {
  if (!call.takes({cosine, sine})) return CUBLAS_STATUS_INVALID_VALUE;
  return call.run([=, kept = call.scalar(cosine), turned = call.scalar(sine)](DeviceArrays& arrays) {
    const T c(kept.read(arrays));
    const T s(turned.read(arrays));
    const Vector<T> one = write(arrays, x, n, incx, true);
    const Vector<T> other = write(arrays, y, n, incy, true);
    for (std::int64_t i = 0; arrays.are_found() && i < n; ++i) {
      const T before = one[i];
      one[i] = product(c, before) + product(s, other[i]);
      other[i] = product(c, other[i]) - product(conjugate(s), before);
    }
  });
}

// The rotation that makes b zero. BLAS Technical Forum Standard, 2.8.3; z in b's place is the reference BLAS's.
template <class R>
void rotation(R& a, R& b, R& c, R& s) {
  const R larger = std::abs(a) > std::abs(b) ? a : b;
  const R length = std::copysign(std::hypot(a, b), larger);
  if (length == 0) {
    c = 1;
    s = 0;
    a = b = 0;
    return;
  }
  c = a / length;
  s = b / length;
  const R z = std::abs(a) > std::abs(b) ? s : c != 0 ? 1 / c : R(1);
  a = length;
  b = z;
}
template <class R>
void rotation(std::complex<R>& a, const std::complex<R>& b, R& c, std::complex<R>& s) {
  const R of_a = std::abs(a);
  if (of_a == 0) {
    c = 0;
    s = 1;
    a = b;
    return;
  }
  const R length = std::hypot(of_a, std::abs(b));
  const std::complex<R> direction = a / of_a;
  c = of_a / length;
  s = product(direction, std::conj(b)) / length;
  a = direction * length;
}

template <class T>
cublasStatus_t rotg(Call& call, T* a, T* b, Real<T>* c, T* s) {
  if (!call.takes({a, b, c, s})) return CUBLAS_STATUS_INVALID_VALUE;
  return call.run([=, from_a = call.scalar(a), from_b = call.scalar(b), to_a = call.result(a),
                   to_b = call.result(b), to_c = call.result(c),
                   to_s = call.result(s)](DeviceArrays& arrays) {
    T first = from_a.read(arrays);
    T second = from_b.read(arrays);
    Real<T> cosine{};
    T sine{};
    rotation(first, second, cosine, sine);
    to_a.write(arrays, first);
    to_b.write(arrays, second);
    to_c.write(arrays, cosine);
    to_s.write(arrays, sine);
  });
}

// A modified rotation [h11 h12; h21 h22], which has no square root. Two of its elements mostly are 1 and -1, and the flag says which
// (cuBLAS Library, "cublas<t>rotm()"). The flag and the elements lie in five numbers: flag, h11, h21, h12, h22.
template <class T>
struct ModifiedRotation {
  static constexpr int kNumbers = 5;
  enum Flag : int { none = -2, whole = -1, unit_diagonal = 0, unit_corners = 1 };
  Flag flag = none;
  T h11 = 0;
  T h21 = 0;
  T h12 = 0;
  T h22 = 0;

  // Writes down the elements that the flag stands for.
  void complete() {
    if (flag == none || flag == unit_diagonal) h11 = h22 = 1;
    if (flag == none) h21 = h12 = 0;
    if (flag == unit_corners) {
      h21 = -1;
      h12 = 1;
    }
  }
};

template <class T>
cublasStatus_t rotm(Call& call, int n, T* x, int incx, T* y, int incy, const T* param) {
  using Rotation = ModifiedRotation<T>;
  if (!call.takes({param})) return CUBLAS_STATUS_INVALID_VALUE;
  std::array<Scalar<T>, Rotation::kNumbers> given;
  for (std::size_t i = 0; i < given.size(); ++i) given[i] = call.scalar(param + i);
  return call.run([=](DeviceArrays& arrays) {
    Rotation h{static_cast<typename Rotation::Flag>(given[0].read(arrays)), given[1].read(arrays),
               given[2].read(arrays), given[3].read(arrays), given[4].read(arrays)};
    if (h.flag == Rotation::none) return;
    h.complete();
    const Vector<T> one = write(arrays, x, n, incx, true);
    const Vector<T> other = write(arrays, y, n, incy, true);
    for (std::int64_t i = 0; arrays.are_found() && i < n; ++i) {
      const T before = one[i];
      one[i] = h.h11 * before + h.h12 * other[i];
      other[i] = h.h21 * before + h.h22 * other[i];
    }
  });
}

// What a modified rotation is made from, and what becomes of it: the squares' factors d1 and d2, and x1. The vector
// (sqrt(d1) x1, sqrt(d2) y1) is turned so that its second element is zero. BLAS Technical Forum Standard, 2.8.3.
template <class T>
struct Scaled {
  T d1 = 0;
  T d2 = 0;
  T x1 = 0;
};

// Brings d1 and d2 back between 1 / 4096^2 and 4096^2: the rotation has to make up for it.
template <class T>
void rescale(Scaled<T>& of, ModifiedRotation<T>& h) {
  constexpr T kBy = 4096;
  const auto is_out = [&](T d) {
    return d != 0 && (std::abs(d) <= 1 / (kBy * kBy) || std::abs(d) >= kBy * kBy);
  };
  if (is_out(of.d1) || is_out(of.d2)) {
    h.complete();
    h.flag = ModifiedRotation<T>::whole;
  }
  while (is_out(of.d1) && std::isfinite(of.d1)) {
    const T by = std::abs(of.d1) < 1 ? kBy : 1 / kBy;
    of.d1 *= by * by;
    of.x1 /= by;
    h.h11 /= by;
    h.h12 /= by;
  }
  while (is_out(of.d2) && std::isfinite(of.d2)) {
    const T by = std::abs(of.d2) < 1 ? kBy : 1 / kBy;
    of.d2 *= by * by;
    h.h21 /= by;
    h.h22 /= by;
  }
}

template <class T>
ModifiedRotation<T> modified_rotation(Scaled<T>& of, T y1) {
  using Rotation = ModifiedRotation<T>;
  Rotation h;
  const T p2 = of.d2 * y1;
  if (of.d1 >= 0 && p2 == 0) return h;
  const T p1 = of.d1 * of.x1;
  const T q1 = p1 * of.x1;
  const T q2 = p2 * y1;
  const bool keeps_first = std::abs(q1) > std::abs(q2);
  const T u = keeps_first ? 1 + (p2 / p1) * (y1 / of.x1) : 1 + (p1 / p2) * (of.x1 / y1);
  if (of.d1 < 0 || (keeps_first ? u <= 0 : q2 < 0)) {
    h.flag = Rotation::whole;
    of = {};
    return h;
  }
  if (keeps_first) {
    h = {Rotation::unit_diagonal, 0, -y1 / of.x1, p2 / p1, 0};
    of = {of.d1 / u, of.d2 / u, of.x1 * u};
  } else {
    h = {Rotation::unit_corners, p1 / p2, 0, 0, of.x1 / y1};
    of = {of.d2 / u, of.d1 / u, y1 * u};
  }
  rescale(of, h);
  return h;
}

// Writes only the elements that the flag does not stand for.
template <class T>
cublasStatus_t rotmg(Call& call, T* d1, T* d2, T* x1, const T* y1, T* param) {
  using Rotation = ModifiedRotation<T>;
  if (!call.takes({d1, d2, x1, y1, param})) return CUBLAS_STATUS_INVALID_VALUE;
  std::array<Result<T>, Rotation::kNumbers> to;
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = call.result(param + i);
  return call.run([=, from_d1 = call.scalar(d1), from_d2 = call.scalar(d2), from_x1 = call.scalar(x1),
                   second = call.scalar(y1), to_d1 = call.result(d1), to_d2 = call.result(d2),
                   to_x1 = call.result(x1)](DeviceArrays& arrays) {
    Scaled<T> of{from_d1.read(arrays), from_d2.read(arrays), from_x1.read(arrays)};
    const Rotation h = modified_rotation(of, second.read(arrays));
    to[0].write(arrays, static_cast<T>(h.flag));
    const bool has_diagonal = h.flag == Rotation::whole || h.flag == Rotation::unit_corners;
    const bool has_corners = h.flag == Rotation::whole || h.flag == Rotation::unit_diagonal;
    if (has_diagonal) to[1].write(arrays, h.h11);
    if (has_corners) to[2].write(arrays, h.h21);
    if (has_corners) to[3].write(arrays, h.h12);
    if (has_diagonal) to[4].write(arrays, h.h22);
    if (h.flag == Rotation::none) return;
    to_d1.write(arrays, of.d1);
    to_d2.write(arrays, of.d2);
    to_x1.write(arrays, of.x1);
  });
}

}  // namespace
}  // namespace cublas

using cublas::ours;

#define DEFINE_REDUCTIONS(t, T, R, real)                                                                    \
  DEFINE(cublasI##t##amax, (cublasHandle_t handle, int n, const T* x, int incx, int* result), find_extreme, \
         n, ours(x), incx, result, [](auto a, auto b) { return a > b; })                                    \
  DEFINE(cublasI##t##amin, (cublasHandle_t handle, int n, const T* x, int incx, int* result), find_extreme, \
         n, ours(x), incx, result, [](auto a, auto b) { return a < b; })                                    \
  DEFINE(cublas##real##asum, (cublasHandle_t handle, int n, const T* x, int incx, R* result), asum, n,      \
         ours(x), incx, result)                                                                             \
  DEFINE(cublas##real##nrm2, (cublasHandle_t handle, int n, const T* x, int incx, R* result), nrm2, n,      \
         ours(x), incx, result)

#define DEFINE_VECTORS(t, T)                                                                                \
  DEFINE(cublas##t##axpy,                                                                                   \
         (cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy), axpy, n,     \
         ours(alpha), ours(x), incx, ours(y), incy)                                                         \
  DEFINE(cublas##t##copy, (cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy), copy, n,    \
         ours(x), incx, ours(y), incy)                                                                      \
  DEFINE(cublas##t##scal, (cublasHandle_t handle, int n, const T* alpha, T* x, int incx), scal, n,          \
         ours(alpha), ours(x), incx)                                                                        \
  DEFINE(cublas##t##swap, (cublasHandle_t handle, int n, T* x, int incx, T* y, int incy), swap, n, ours(x), \
         incx, ours(y), incy)

#define DEFINE_DOT(name, T, is_conjugated)                                                                 \
  DEFINE(name, (cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result), dot, \
         is_conjugated, n, ours(x), incx, ours(y), incy, ours(result))
#define DEFINE_ROT(name, T, C, S)                                                                           \
  DEFINE(name, (cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const C* c, const S* s), rot, \
         n, ours(x), incx, ours(y), incy, ours(c), ours(s))
#define DEFINE_ROTG(name, T, R) \
  DEFINE(name, (cublasHandle_t handle, T * a, T * b, R * c, T * s), rotg, ours(a), ours(b), ours(c), ours(s))
#define DEFINE_MODIFIED(t, T)                                                                             \
  DEFINE(cublas##t##rotm, (cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* param), \
         rotm, n, x, incx, y, incy, param)                                                                \
  DEFINE(cublas##t##rotmg, (cublasHandle_t handle, T * d1, T * d2, T * x1, const T* y1, T* param), rotmg, \
         d1, d2, x1, y1, param)

extern "C" {
DEFINE_REDUCTIONS(s, float, float, S)
DEFINE_REDUCTIONS(d, double, double, D)
DEFINE_REDUCTIONS(c, cuComplex, float, Sc)
DEFINE_REDUCTIONS(z, cuDoubleComplex, double, Dz)
DEFINE_VECTORS(S, float)
DEFINE_VECTORS(D, double)
DEFINE_VECTORS(C, cuComplex)
DEFINE_VECTORS(Z, cuDoubleComplex)
DEFINE_DOT(cublasSdot, float, false)
DEFINE_DOT(cublasDdot, double, false)
DEFINE_DOT(cublasCdotu, cuComplex, false)
DEFINE_DOT(cublasCdotc, cuComplex, true)
DEFINE_DOT(cublasZdotu, cuDoubleComplex, false)
DEFINE_DOT(cublasZdotc, cuDoubleComplex, true)
DEFINE(cublasCsscal, (cublasHandle_t handle, int n, const float* alpha, cuComplex* x, int incx), scal, n,
       alpha, ours(x), incx)
DEFINE(cublasZdscal, (cublasHandle_t handle, int n, const double* alpha, cuDoubleComplex* x, int incx), scal,
       n, alpha, ours(x), incx)
DEFINE_ROT(cublasSrot, float, float, float)
DEFINE_ROT(cublasDrot, double, double, double)
DEFINE_ROT(cublasCrot, cuComplex, float, cuComplex)
DEFINE_ROT(cublasCsrot, cuComplex, float, float)
DEFINE_ROT(cublasZrot, cuDoubleComplex, double, cuDoubleComplex)
DEFINE_ROT(cublasZdrot, cuDoubleComplex, double, double)
DEFINE_ROTG(cublasSrotg, float, float)
DEFINE_ROTG(cublasDrotg, double, double)
DEFINE_ROTG(cublasCrotg, cuComplex, float)
DEFINE_ROTG(cublasZrotg, cuDoubleComplex, double)
DEFINE_MODIFIED(S, float)
DEFINE_MODIFIED(D, double)
}
