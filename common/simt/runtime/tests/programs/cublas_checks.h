// What the programs that check cuBLAS share: matrices of the host's with plain loops over them, in double precision; arrays on the
// device in which only what an operation may read is written; and the comparison of both.
#pragma once

#include <cublas_v2.h>

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

using Number = std::complex<double>;

inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("CUDA: %s\n", cudaGetErrorString(error));
  std::exit(1);
}
inline void check(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::printf("%s: %s\n", what, cublasGetStatusString(status));
  std::exit(1);
}

// An element as a complex number, and back.
template <class T>
Number number(T x) {
  return Number(static_cast<double>(x));
}
inline Number number(cuComplex x) { return {x.x, x.y}; }
inline Number number(cuDoubleComplex x) { return {x.x, x.y}; }
inline Number number(__half x) { return Number(__half2float(x)); }
inline Number number(__nv_bfloat16 x) { return Number(__bfloat162float(x)); }

template <class T>
struct Made {
  static T from(Number x) { return static_cast<T>(x.real()); }
  static constexpr bool kIsComplex = false;
  using Real = T;
};
template <>
struct Made<cuComplex> {
  static cuComplex from(Number x) {
    return make_cuComplex(static_cast<float>(x.real()), static_cast<float>(x.imag()));
  }
  static constexpr bool kIsComplex = true;
  using Real = float;
};
template <>
struct Made<cuDoubleComplex> {
  static cuDoubleComplex from(Number x) { return make_cuDoubleComplex(x.real(), x.imag()); }
  static constexpr bool kIsComplex = true;
  using Real = double;
};
template <>
struct Made<__half> {
  static __half from(Number x) { return __float2half(static_cast<float>(x.real())); }
  static constexpr bool kIsComplex = false;
  using Real = __half;
};
template <>
struct Made<__nv_bfloat16> {
  static __nv_bfloat16 from(Number x) { return __float2bfloat16(static_cast<float>(x.real())); }
  static constexpr bool kIsComplex = false;
  using Real = __nv_bfloat16;
};
template <class T>
constexpr bool kIsComplex = Made<T>::kIsComplex;

// The largest error beside numbers of about 1.
template <class T>
constexpr double kError = sizeof(typename Made<T>::Real) == 8   ? 1e-12
                          : sizeof(typename Made<T>::Real) == 4 ? 2e-5
                                                                : 2e-2;

// Numbers from -1 to 1 in steps of 1/16, which every type but int8_t holds.
class Draws {
 public:
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(static_cast<int>((state_ >> 33U) % 33U) - 16) / 16;
  }
  template <class T>
  Number next_of() {
    const double real = next();
    return kIsComplex<T> ? Number(real, next()) : Number(real);
  }

 private:
  unsigned long long state_ = 1;
};

struct Matrix {
  int rows = 0;
  int columns = 0;
  std::vector<Number> values = {};

  Matrix(int m, int n)
      : rows(m), columns(n), values(static_cast<std::size_t>(m) * static_cast<std::size_t>(n)) {}
  Number& at(int i, int j) {
    return values[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * rows];
  }
  const Number& at(int i, int j) const {
    return values[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * rows];
  }
  void fill(const std::function<Number(int, int)>& value) {
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i < rows; ++i) at(i, j) = value(i, j);
    }
  }
};

template <class T>
Matrix drawn(Draws& draws, int m, int n) {
  Matrix made(m, n);
  made.fill([&](int, int) { return draws.next_of<T>(); });
  return made;
}

inline Matrix operated(const Matrix& a, cublasOperation_t op) {
  if (op == CUBLAS_OP_N) return a;
  Matrix made(a.columns, a.rows);
  made.fill([&](int i, int j) { return op == CUBLAS_OP_C ? std::conj(a.at(j, i)) : a.at(j, i); });
  return made;
}

inline Matrix times(const Matrix& a, const Matrix& b) {
  Matrix made(a.rows, b.columns);
  made.fill([&](int i, int j) {
    Number sum = 0;
    for (int k = 0; k < a.columns; ++k) sum += a.at(i, k) * b.at(k, j);
    return sum;
  });
  return made;
}

// alpha * a + beta * b
inline Matrix sum(Number alpha, const Matrix& a, Number beta, const Matrix& b) {
  Matrix made(a.rows, a.columns);
  made.fill([&](int i, int j) { return alpha * a.at(i, j) + beta * b.at(i, j); });
  return made;
}

inline bool is_in(cublasFillMode_t uplo, int i, int j) {
  return uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j;
}

// What a matrix means of which only one triangle is stored.
enum class Kind { symmetric, hermitian, triangular, unit };
inline Matrix meant(const Matrix& a, cublasFillMode_t uplo, Kind kind) {
  Matrix made(a.rows, a.columns);
  made.fill([&](int i, int j) -> Number {
    if (i == j && kind == Kind::unit) return 1;
    if (i == j && kind == Kind::hermitian) return a.at(i, i).real();
    if (is_in(uplo, i, j)) return a.at(i, j);
    if (kind == Kind::triangular || kind == Kind::unit) return 0;
    return kind == Kind::hermitian ? std::conj(a.at(j, i)) : a.at(j, i);
  });
  return made;
}

// An array on the device. What is not stored in it stays unwritten, so that the machine reports who reads it.
template <class T>
class Array {
 public:
  explicit Array(std::size_t elements) {
    check(cudaMalloc(&memory_, (elements == 0 ? 1 : elements) * sizeof(T)));
  }
  ~Array() { cudaFree(memory_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  operator T*() const { return memory_; }
  void store(std::size_t at, Number x) {
    const T element = Made<T>::from(x);
    check(cudaMemcpy(memory_ + at, &element, sizeof(T), cudaMemcpyHostToDevice));
  }
  Number load(std::size_t at) const {
    T element;
    check(cudaMemcpy(&element, memory_ + at, sizeof(T), cudaMemcpyDeviceToHost));
    return number(element);
  }

 private:
  T* memory_ = nullptr;
};

// An array of pointers to arrays, itself on the device.
template <class T>
class Pointers {
 public:
  explicit Pointers(const std::vector<T*>& to) {
    check(cudaMalloc(&memory_, to.size() * sizeof(T*)));
    check(cudaMemcpy(memory_, to.data(), to.size() * sizeof(T*), cudaMemcpyHostToDevice));
  }
  ~Pointers() { cudaFree(memory_); }
  Pointers(const Pointers&) = delete;
  Pointers& operator=(const Pointers&) = delete;

  operator T**() const { return memory_; }

 private:
  T** memory_ = nullptr;
};

// Where the elements of a matrix lie in an array; below 0: nowhere.
using Places = std::function<long(int, int)>;
inline Places in_columns(int leading) {
  return [=](int i, int j) { return static_cast<long>(i) + static_cast<long>(j) * leading; };
}
inline Places in_triangle(int leading, cublasFillMode_t uplo) {
  return [=](int i, int j) {
    return is_in(uplo, i, j) ? static_cast<long>(i) + static_cast<long>(j) * leading : -1L;
  };
}
inline Places in_packed(int n, cublasFillMode_t uplo) {
  return [=](int i, int j) -> long {
    if (!is_in(uplo, i, j)) return -1;
    return uplo == CUBLAS_FILL_MODE_UPPER ? i + static_cast<long>(j) * (j + 1) / 2
                                          : i + static_cast<long>(j) * (2 * n - j - 1) / 2;
  };
}
inline Places in_band(int leading, int below, int above) {
  return [=](int i, int j) {
    return i - j > below || j - i > above ? -1L : above + i - j + static_cast<long>(j) * leading;
  };
}
// n elements as one column.
inline Places in_vector(int n, int step) {
  return [=](int i, int) { return static_cast<long>(step < 0 ? (i - n + 1) * step : i * step); };
}

template <class T>
void store(Array<T>& array, const Matrix& a, const Places& places) {
  for (int j = 0; j < a.columns; ++j) {
    for (int i = 0; i < a.rows; ++i) {
      if (const long at = places(i, j); at >= 0) array.store(static_cast<std::size_t>(at), a.at(i, j));
    }
  }
}

// Counts what differs, and names the first.
class Checks {
 public:
  explicit Checks(std::string name) : name_(std::move(name)) {}
  ~Checks() {
    std::printf("%s: %s\n", name_.c_str(),
                wrong_ == 0 ? "right" : (std::to_string(wrong_) + " wrong").c_str());
  }
  Checks(const Checks&) = delete;
  Checks& operator=(const Checks&) = delete;

  void number(Number found, Number expected, double error, int i = 0, int j = 0) {
    if (std::abs(found - expected) <= error * (1 + std::abs(expected))) return;
    if (wrong_++ == 0)
      std::printf("%s: (%d, %d) is %g%+gi, not %g%+gi\n", name_.c_str(), i, j, found.real(), found.imag(),
                  expected.real(), expected.imag());
  }
  template <class T>
  void matrix(const Array<T>& found, const Matrix& expected, const Places& places, double error = kError<T>) {
    for (int j = 0; j < expected.columns; ++j) {
      for (int i = 0; i < expected.rows; ++i) {
        if (const long at = places(i, j); at >= 0)
          number(found.load(static_cast<std::size_t>(at)), expected.at(i, j), error, i, j);
      }
    }
  }

 private:
  std::string name_;
  int wrong_ = 0;
};

constexpr cublasOperation_t kOperations[]{CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
constexpr cublasFillMode_t kTriangles[]{CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
constexpr cublasDiagType_t kDiagonals[]{CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT};
constexpr cublasSideMode_t kSides[]{CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};
constexpr int kSteps[]{1, 3, -2};
