// cuBLAS's operations of levels 1 and 2 against plain loops: every element type, steps of 1, 3 and -2, triangles, bands and packed
// matrices. SIMT_FAIL_ON=host makes a read of what is not the operation's a failure.
#include "cublas_checks.h"

namespace {

template <class T>
struct Api;
#define API(t, small, T, R, real, general, conjugated, band, packed, rank1) \
  template <>                                                               \
  struct Api<T> {                                                           \
    static constexpr const char* kName = #t;                                \
    using Factor = R;                                                       \
    static constexpr auto axpy = cublas##t##axpy;                           \
    static constexpr auto copy = cublas##t##copy;                           \
    static constexpr auto scal = cublas##t##scal;                           \
    static constexpr auto swap = cublas##t##swap;                           \
    static constexpr auto rot = cublas##t##rot;                             \
    static constexpr auto rotg = cublas##t##rotg;                           \
    static constexpr auto amax = cublasI##small##amax;                      \
    static constexpr auto amin = cublasI##small##amin;                      \
    static constexpr auto asum = cublas##real##asum;                        \
    static constexpr auto nrm2 = cublas##real##nrm2;                        \
    static constexpr auto dotu = cublas##t##dot##general;                   \
    static constexpr auto dotc = cublas##t##dot##conjugated;                \
    static constexpr auto geru = cublas##t##ger##general;                   \
    static constexpr auto gerc = cublas##t##ger##conjugated;                \
    static constexpr auto gemv = cublas##t##gemv;                           \
    static constexpr auto gbmv = cublas##t##gbmv;                           \
    static constexpr auto strided = cublas##t##gemvStridedBatched;          \
    static constexpr auto batched = cublas##t##gemvBatched;                 \
    static constexpr auto symv = cublas##t##symv;                           \
    static constexpr auto sbmv = cublas##t##band##mv;                       \
    static constexpr auto spmv = cublas##t##packed##mv;                     \
    static constexpr auto syr = cublas##t##syr;                             \
    static constexpr auto syr2 = cublas##t##syr2;                           \
    static constexpr auto spr = cublas##t##packed##r;                       \
    static constexpr auto spr2 = cublas##t##packed##r2;                     \
    static constexpr auto trmv = cublas##t##trmv;                           \
    static constexpr auto trsv = cublas##t##trsv;                           \
    static constexpr auto tbmv = cublas##t##tbmv;                           \
    static constexpr auto tbsv = cublas##t##tbsv;                           \
    static constexpr auto tpmv = cublas##t##tpmv;                           \
    static constexpr auto tpsv = cublas##t##tpsv;                           \
  };
API(S, s, float, float, S, , , sb, sp, sp)
API(D, d, double, double, D, , , sb, sp, sp)
API(C, c, cuComplex, float, Sc, u, c, hb, hp, hp)
API(Z, z, cuDoubleComplex, double, Dz, u, c, hb, hp, hp)

template <class T>
struct Hermitian;
#define HERMITIAN(t, T)                           \
  template <>                                     \
  struct Hermitian<T> {                           \
    static constexpr auto hemv = cublas##t##hemv; \
    static constexpr auto her = cublas##t##her;   \
    static constexpr auto her2 = cublas##t##her2; \
  };
HERMITIAN(C, cuComplex)
HERMITIAN(Z, cuDoubleComplex)

template <class T>
struct Modified;
#define MODIFIED(t, T)                              \
  template <>                                       \
  struct Modified<T> {                              \
    static constexpr auto rotm = cublas##t##rotm;   \
    static constexpr auto rotmg = cublas##t##rotmg; \
  };
MODIFIED(S, float)
MODIFIED(D, double)

cublasHandle_t handle = nullptr;
Draws draws;

template <class T>
std::string named(const char* operation) {
  return std::string(Api<T>::kName) + " " + operation;
}

const Number kAlpha{1.5, 0.5};
const Number kBeta{-0.5, 0.25};
template <class T>
Number scalar(Number x) {
  return kIsComplex<T> ? x : Number(x.real());
}
// Of band and packed matrices those of complex numbers are Hermitian.
template <class T>
constexpr Kind kSpecial = kIsComplex<T> ? Kind::hermitian : Kind::symmetric;

// A vector on the device, with unwritten memory between its elements.
template <class T>
struct Vector {
  Matrix values;
  int step;
  Array<T> array;

  Vector(const Matrix& x, int by, bool is_written = true)
      : values(x),
        step(by),
        array(static_cast<std::size_t>(x.rows) * static_cast<std::size_t>(std::abs(by))) {
    if (is_written) store(array, x, places());
  }
  Places places() const { return in_vector(values.rows, step); }
};
template <class T>
Vector<T> drawn_vector(int n, int step) {
  return {drawn<T>(draws, n, 1), step};
}

double magnitude(Number x) { return std::abs(x.real()) + std::abs(x.imag()); }

template <class T>
void reductions() {
  constexpr int n = 100;
  Checks checks(named<T>("amax, amin, asum, nrm2, dot"));
  for (const int step : kSteps) {
    const Vector<T> x = drawn_vector<T>(n, step);
    const Vector<T> y = drawn_vector<T>(n, step == 3 ? -1 : 2);
    Number product = 0;
    Number conjugated = 0;
    for (int i = 0; i < n; ++i) {
      product += x.values.at(i, 0) * y.values.at(i, 0);
      conjugated += std::conj(x.values.at(i, 0)) * y.values.at(i, 0);
    }
    T dot;
    check(Api<T>::dotu(handle, n, x.array, step, y.array, y.step, &dot), "dotu");
    checks.number(number(dot), product, kError<T>);
    check(Api<T>::dotc(handle, n, x.array, step, y.array, y.step, &dot), "dotc");
    checks.number(number(dot), conjugated, kError<T>);
    if (step < 0) continue;
    int largest = 0;
    int smallest = 0;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < n; ++i) {
      const double here = magnitude(x.values.at(i, 0));
      if (here > magnitude(x.values.at(largest, 0))) largest = i;
      if (here < magnitude(x.values.at(smallest, 0))) smallest = i;
      sum += here;
      squares += std::norm(x.values.at(i, 0));
    }
    int index = 0;
    typename Api<T>::Factor result = 0;
    check(Api<T>::amax(handle, n, x.array, step, &index), "amax");
    checks.number(index, largest + 1, 0);
    check(Api<T>::amin(handle, n, x.array, step, &index), "amin");
    checks.number(index, smallest + 1, 0);
    check(Api<T>::asum(handle, n, x.array, step, &result), "asum");
    checks.number(result, sum, kError<T>);
    check(Api<T>::nrm2(handle, n, x.array, step, &result), "nrm2");
    checks.number(result, std::sqrt(squares), kError<T>);
    check(Api<T>::amax(handle, 0, x.array, step, &index), "amax of nothing");
    checks.number(index, 0, 0);
  }
}

template <class T>
void vectors() {
  constexpr int n = 40;
  Checks checks(named<T>("axpy, copy, scal, swap, rot"));
  const T factor = Made<T>::from(kAlpha);
  const Number alpha = scalar<T>(kAlpha);
  for (const int step : kSteps) {
    const Vector<T> x = drawn_vector<T>(n, step);
    const Vector<T> y = drawn_vector<T>(n, step == 1 ? 2 : 1);
    check(Api<T>::axpy(handle, n, &factor, x.array, step, y.array, y.step), "axpy");
    const Matrix added = sum(alpha, x.values, 1, y.values);
    checks.matrix(y.array, added, y.places());
    const Vector<T> copied(x.values, 2, false);
    check(Api<T>::copy(handle, n, x.array, step, copied.array, 2), "copy");
    checks.matrix(copied.array, x.values, copied.places());
    check(Api<T>::swap(handle, n, x.array, step, y.array, y.step), "swap");
    checks.matrix(x.array, added, x.places());
    checks.matrix(y.array, x.values, y.places());
    const typename Api<T>::Factor cosine = static_cast<typename Api<T>::Factor>(0.6);
    const T sine = Made<T>::from(Number(0.64, 0.48));
    const Number c = cosine;
    const Number s = number(sine);
    check(Api<T>::rot(handle, n, x.array, step, y.array, y.step, &cosine, &sine), "rot");
    const Matrix turned = sum(c, added, s, x.values);
    checks.matrix(x.array, turned, x.places());
    checks.matrix(y.array, sum(c, x.values, -std::conj(s), added), y.places());
    if (step < 0) continue;
    check(Api<T>::scal(handle, n, &factor, x.array, step), "scal");
    checks.matrix(x.array, sum(alpha, turned, 0, turned), x.places());
  }
}

// A rotation makes the second of its numbers zero.
template <class T>
void rotations() {
  Checks checks(named<T>("rotg"));
  for (int i = 0; i < 8; ++i) {
    const Number first = i == 0 ? 0 : draws.next_of<T>();
    const Number second = i == 1 ? 0 : draws.next_of<T>();
    T a = Made<T>::from(first);
    T b = Made<T>::from(second);
    typename Api<T>::Factor c = 0;
    T s;
    check(Api<T>::rotg(handle, &a, &b, &c, &s), "rotg");
    checks.number(Number(c) * first + number(s) * second, number(a), kError<T>);
    checks.number(Number(c) * second - std::conj(number(s)) * first, 0, kError<T>);
    checks.number(std::norm(Number(c)) + std::norm(number(s)), 1, kError<T>);
  }
}

// The elements h11, h21, h12, h22 of a modified rotation, of which its flag stands for some.
template <class T>
std::vector<double> modified(const std::vector<T>& param) {
  if (param[0] == -2) return {1, 0, 0, 1};
  if (param[0] == 0) return {1, param[2], param[3], 1};
  if (param[0] == 1) return {param[1], -1, 1, param[4]};
  return {param[1], param[2], param[3], param[4]};
}

// A modified rotation h turns diag(d1, d2) into other factors so that h^T diag' h is what they were, and y1 into zero.
template <class T>
void modified_rotations() {
  constexpr int n = 7;
  Checks checks(named<T>("rotm, rotmg"));
  for (int flag = -2; flag <= 1; ++flag) {
    for (const int step : kSteps) {
      const std::vector<T> param{static_cast<T>(flag), T(0.5), T(-0.25), T(0.75), T(1.25)};
      const Vector<T> x = drawn_vector<T>(n, step);
      const Vector<T> y = drawn_vector<T>(n, step == 1 ? 2 : 1);
      check(Modified<T>::rotm(handle, n, x.array, step, y.array, y.step, param.data()), "rotm");
      const std::vector<double> h = modified(param);
      checks.matrix(x.array, sum(h[0], x.values, h[2], y.values), x.places());
      checks.matrix(y.array, sum(h[1], x.values, h[3], y.values), y.places());
    }
  }
  struct Case {
    double d1, d2, x1, y1;
  };
  const Case cases[] = {{2, 3, 1.5, 0.25},   {2, 3, 0.25, 1.5},   {1, 1, 0, 2},   {1, 0, 3, 4},
                        {1e-9, 2, 1e3, 0.5}, {3e9, 2, 0.5, 0.25}, {2, 5e8, 3, 4}, {1e-12, 1e-11, 2, 3},
                        {1, -0.125, 2, 0.5}, {-1, 2, 3, 4},       {1, -2, 0.5, 3}};
  for (const Case& one : cases) {
    T d1 = static_cast<T>(one.d1);
    T d2 = static_cast<T>(one.d2);
    T x1 = static_cast<T>(one.x1);
    const T y1 = static_cast<T>(one.y1);
    std::vector<T> param(5, T(7));
    check(Modified<T>::rotmg(handle, &d1, &d2, &x1, &y1, param.data()), "rotmg");
    const std::vector<double> h = modified(param);
    if (one.d1 < 0 || one.d1 * one.x1 * one.x1 + one.d2 * one.y1 * one.y1 < 0) {  // there is no such rotation
      for (const double number : {static_cast<double>(d1), static_cast<double>(d2), static_cast<double>(x1),
                                  h[0], h[1], h[2], h[3]})
        checks.number(number, 0, 0);
      continue;
    }
    const double size = std::abs(one.d1) + std::abs(one.d2);
    checks.number((h[0] * h[0] * d1 + h[1] * h[1] * d2) / size, one.d1 / size, kError<T>);
    checks.number((h[2] * h[2] * d1 + h[3] * h[3] * d2) / size, one.d2 / size, kError<T>);
    checks.number((h[0] * h[2] * d1 + h[1] * h[3] * d2) / size, 0, kError<T>);
    const double length = std::abs(one.x1) + std::abs(one.y1);
    if (param[0] != -2) {
      checks.number((h[0] * one.x1 + h[2] * one.y1) / x1, 1, kError<T>);
      checks.number((h[1] * one.x1 + h[3] * one.y1) / length, 0, kError<T> * std::max(std::abs(h[1]), 1.0));
      for (const T d : {d1, d2}) {
        const double out = d == 0 || (std::abs(d) > 0x1p-24 && std::abs(d) < 0x1p24) ? 0 : 1;
        checks.number(out, 0, 0);
      }
    }
  }
}

// A matrix on the device, and what it means.
template <class T>
struct Stored {
  Matrix matrix;
  int leading;
  Array<T> array;

  Stored(const Matrix& a, int by, std::size_t elements, const Places& places)
      : matrix(a), leading(by), array(elements) {
    store(array, a, places);
  }
};
constexpr int kPadding = 2;
template <class T>
Stored<T> whole(const Matrix& a) {
  const int leading = a.rows + kPadding;
  return {a, leading, static_cast<std::size_t>(leading) * static_cast<std::size_t>(a.columns),
          in_columns(leading)};
}
template <class T>
Stored<T> one_triangle(const Matrix& a, cublasFillMode_t uplo) {
  const int leading = a.rows + kPadding;
  return {a, leading, static_cast<std::size_t>(leading) * static_cast<std::size_t>(a.columns),
          in_triangle(leading, uplo)};
}
template <class T>
Stored<T> in_pack(const Matrix& a, cublasFillMode_t uplo) {
  return {a, 0, static_cast<std::size_t>(a.rows * (a.rows + 1) / 2), in_packed(a.rows, uplo)};
}
// What lies outside of the band becomes zero.
Matrix banded(Matrix a, int below, int above) {
  a.fill([&](int i, int j) { return i - j > below || j - i > above ? Number(0) : a.at(i, j); });
  return a;
}
template <class T>
Stored<T> in_bands(const Matrix& a, int below, int above) {
  const int leading = below + above + 1 + kPadding;
  return {banded(a, below, above), leading,
          static_cast<std::size_t>(leading) * static_cast<std::size_t>(a.columns),
          in_band(leading, below, above)};
}

template <class T>
void general() {
  constexpr int m = 14;
  constexpr int n = 9;
  constexpr int kl = 2;
  constexpr int ku = 3;
  Checks checks(named<T>("gemv, gbmv"));
  const T factor = Made<T>::from(kAlpha);
  for (const cublasOperation_t op : kOperations) {
    for (const int step : kSteps) {
      for (const Number beta : {Number(0), scalar<T>(kBeta)}) {
        const T kept = Made<T>::from(beta);
        const bool is_turned = op != CUBLAS_OP_N;
        const Stored<T> a = whole<T>(drawn<T>(draws, m, n));
        const Stored<T> band = in_bands<T>(drawn<T>(draws, m, n), kl, ku);
        const Vector<T> x = drawn_vector<T>(is_turned ? m : n, step);
        for (const bool is_band : {false, true}) {
          const Vector<T> y(drawn<T>(draws, is_turned ? n : m, 1), step == 1 ? -3 : 1, beta != Number(0));
          check(is_band ? Api<T>::gbmv(handle, op, m, n, kl, ku, &factor, band.array, band.leading, x.array,
                                       step, &kept, y.array, y.step)
                        : Api<T>::gemv(handle, op, m, n, &factor, a.array, a.leading, x.array, step, &kept,
                                       y.array, y.step),
                "gemv");
          const Matrix product = times(operated(is_band ? band.matrix : a.matrix, op), x.values);
          checks.matrix(y.array, sum(scalar<T>(kAlpha), product, beta, y.values), y.places());
        }
      }
    }
  }
  const Stored<T> a = whole<T>(drawn<T>(draws, m, n));
  const Vector<T> x = drawn_vector<T>(2 * n, 1);
  const Vector<T> y(Matrix(2 * m, 1), 1, false);
  const T zero = Made<T>::from(0);
  check(Api<T>::strided(handle, CUBLAS_OP_N, m, n, &factor, a.array, a.leading, 0, x.array, 1, n, &zero,
                        y.array, 1, m, 2),
        "strided");
  for (int i = 0; i < 2; ++i) {
    Matrix part(n, 1);
    part.fill([&](int row, int) { return x.values.at(row + i * n, 0); });
    const Matrix product = times(a.matrix, part);
    checks.matrix(y.array, sum(scalar<T>(kAlpha), product, 0, product),
                  [=](int row, int) { return static_cast<long>(row + i * m); });
  }
  const Vector<T> turned(Matrix(2 * m, 1), 1, false);
  const Pointers<T> matrices({a.array, a.array});
  const Pointers<T> from({x.array + n, x.array});
  const Pointers<T> to({turned.array, turned.array + m});
  check(Api<T>::batched(handle, CUBLAS_OP_N, m, n, &factor, matrices, a.leading, from, 1, &zero, to, 1, 2),
        "batched");
  for (int i = 0; i < 2; ++i) {
    Matrix part(n, 1);
    part.fill([&](int row, int) { return x.values.at(row + (1 - i) * n, 0); });
    const Matrix product = times(a.matrix, part);
    checks.matrix(turned.array, sum(scalar<T>(kAlpha), product, 0, product),
                  [=](int row, int) { return static_cast<long>(row + i * m); });
  }
}

template <class T>
void symmetric() {
  constexpr int n = 12;
  constexpr int k = 3;
  Checks checks(named<T>("symv, sbmv, spmv, hemv"));
  const T factor = Made<T>::from(kAlpha);
  const T kept = Made<T>::from(kBeta);
  for (const cublasFillMode_t uplo : kTriangles) {
    const bool is_upper = uplo == CUBLAS_FILL_MODE_UPPER;
    const Matrix drawn_matrix = drawn<T>(draws, n, n);
    const Stored<T> a = one_triangle<T>(drawn_matrix, uplo);
    const Stored<T> band = in_bands<T>(drawn_matrix, is_upper ? 0 : k, is_upper ? k : 0);
    const Stored<T> packed = in_pack<T>(drawn_matrix, uplo);
    for (const int step : kSteps) {
      const Vector<T> x = drawn_vector<T>(n, step);
      for (int form = 0; form < (kIsComplex<T> ? 4 : 3); ++form) {
        const Vector<T> y = drawn_vector<T>(n, step == 1 ? 2 : 1);
        cublasStatus_t status = CUBLAS_STATUS_INTERNAL_ERROR;
        if (form == 0)
          status = Api<T>::symv(handle, uplo, n, &factor, a.array, a.leading, x.array, step, &kept, y.array,
                                y.step);
        if (form == 1)
          status = Api<T>::sbmv(handle, uplo, n, k, &factor, band.array, band.leading, x.array, step, &kept,
                                y.array, y.step);
        if (form == 2)
          status =
              Api<T>::spmv(handle, uplo, n, &factor, packed.array, x.array, step, &kept, y.array, y.step);
        if constexpr (kIsComplex<T>) {
          if (form == 3)
            status = Hermitian<T>::hemv(handle, uplo, n, &factor, a.array, a.leading, x.array, step, &kept,
                                        y.array, y.step);
        }
        check(status, "symv");
        const Kind kind = form == 0 ? Kind::symmetric : form == 3 ? Kind::hermitian : kSpecial<T>;
        const Matrix full = meant(form == 1 ? band.matrix : drawn_matrix, uplo, kind);
        checks.matrix(y.array, sum(scalar<T>(kAlpha), times(full, x.values), scalar<T>(kBeta), y.values),
                      y.places());
      }
    }
  }
}

template <class T>
void triangular() {
  constexpr int n = 11;
  constexpr int k = 4;
  Checks checks(named<T>("trmv, trsv, tbmv, tbsv, tpmv, tpsv"));
  for (const cublasFillMode_t uplo : kTriangles) {
    const bool is_upper = uplo == CUBLAS_FILL_MODE_UPPER;
    Matrix drawn_matrix = drawn<T>(draws, n, n);
    for (int i = 0; i < n; ++i) drawn_matrix.at(i, i) += Number(3);
    const Stored<T> a = one_triangle<T>(drawn_matrix, uplo);
    const Stored<T> band = in_bands<T>(drawn_matrix, is_upper ? 0 : k, is_upper ? k : 0);
    const Stored<T> packed = in_pack<T>(drawn_matrix, uplo);
    for (const cublasOperation_t op : kOperations) {
      for (const cublasDiagType_t diag : kDiagonals) {
        for (const int step : kSteps) {
          for (int form = 0; form < 3; ++form) {
            const Vector<T> x = drawn_vector<T>(n, step);
            const Kind kind = diag == CUBLAS_DIAG_UNIT ? Kind::unit : Kind::triangular;
            const Matrix full = operated(meant(form == 1 ? band.matrix : drawn_matrix, uplo, kind), op);
            check(form == 0 ? Api<T>::trmv(handle, uplo, op, diag, n, a.array, a.leading, x.array, step)
                  : form == 1
                      ? Api<T>::tbmv(handle, uplo, op, diag, n, k, band.array, band.leading, x.array, step)
                      : Api<T>::tpmv(handle, uplo, op, diag, n, packed.array, x.array, step),
                  "trmv");
            checks.matrix(x.array, times(full, x.values), x.places());
            check(form == 0 ? Api<T>::trsv(handle, uplo, op, diag, n, a.array, a.leading, x.array, step)
                  : form == 1
                      ? Api<T>::tbsv(handle, uplo, op, diag, n, k, band.array, band.leading, x.array, step)
                      : Api<T>::tpsv(handle, uplo, op, diag, n, packed.array, x.array, step),
                  "trsv");
            // A triangle with ones in its diagonal and such numbers beside them multiplies errors.
            checks.matrix(x.array, x.values, x.places(), kError<T> * 2000);
          }
        }
      }
    }
  }
}

template <class T>
void rank_updates() {
  constexpr int m = 8;
  constexpr int n = 10;
  Checks checks(named<T>("ger, syr, syr2, spr, spr2, her, her2"));
  const T factor = Made<T>::from(kAlpha);
  const typename Api<T>::Factor real = static_cast<typename Api<T>::Factor>(kAlpha.real());
  const Number alpha = scalar<T>(kAlpha);
  for (const int step : kSteps) {
    const Vector<T> left = drawn_vector<T>(m, step);
    const Vector<T> x = drawn_vector<T>(n, step);
    const Vector<T> y = drawn_vector<T>(n, step == 1 ? -2 : 1);
    for (const bool is_conjugated : {false, true}) {
      const Stored<T> a = whole<T>(drawn<T>(draws, m, n));
      check((is_conjugated ? Api<T>::gerc : Api<T>::geru)(handle, m, n, &factor, left.array, step, y.array,
                                                          y.step, a.array, a.leading),
            "ger");
      const Matrix product =
          times(left.values, operated(y.values, is_conjugated ? CUBLAS_OP_C : CUBLAS_OP_T));
      checks.matrix(a.array, sum(alpha, product, 1, a.matrix), in_columns(a.leading));
    }
    for (const cublasFillMode_t uplo : kTriangles) {
      for (int form = 0; form < 6; ++form) {
        const bool is_packed = form == 2 || form == 3;
        const bool is_twice = form % 2 == 1;
        const bool is_hermitian = form >= 4 || (is_packed && kIsComplex<T>);
        if (form >= 4 && !kIsComplex<T>) continue;
        Matrix before = drawn<T>(draws, n, n);
        if (is_hermitian) {
          for (int i = 0; i < n; ++i) before.at(i, i) = before.at(i, i).real();
        }
        const Stored<T> a = is_packed ? in_pack<T>(before, uplo) : whole<T>(before);
        cublasStatus_t status = CUBLAS_STATUS_INTERNAL_ERROR;
        if (form == 0) status = Api<T>::syr(handle, uplo, n, &factor, x.array, step, a.array, a.leading);
        if (form == 1)
          status = Api<T>::syr2(handle, uplo, n, &factor, x.array, step, y.array, y.step, a.array, a.leading);
        if (form == 2) status = Api<T>::spr(handle, uplo, n, &real, x.array, step, a.array);
        if (form == 3)
          status = Api<T>::spr2(handle, uplo, n, &factor, x.array, step, y.array, y.step, a.array);
        if constexpr (kIsComplex<T>) {
          if (form == 4)
            status = Hermitian<T>::her(handle, uplo, n, &real, x.array, step, a.array, a.leading);
          if (form == 5)
            status = Hermitian<T>::her2(handle, uplo, n, &factor, x.array, step, y.array, y.step, a.array,
                                        a.leading);
        }
        check(status, "syr");
        const cublasOperation_t turned = is_hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
        const Number by = form == 2 || form == 4 ? Number(kAlpha.real()) : alpha;
        Matrix product = times(x.values, operated((is_twice ? y : x).values, turned));
        product = sum(by, product, 0, product);
        if (is_twice)
          product =
              sum(1, product, is_hermitian ? std::conj(by) : by, times(y.values, operated(x.values, turned)));
        Matrix expected = before;
        expected.fill([&](int i, int j) {
          return is_in(uplo, i, j) ? before.at(i, j) + product.at(i, j) : before.at(i, j);
        });
        checks.matrix(a.array, expected, is_packed ? in_packed(n, uplo) : in_columns(a.leading));
      }
    }
  }
}

// Scalars and results in the device's memory.
template <class T>
void on_device() {
  constexpr int n = 30;
  Checks checks(named<T>("scalars on the device"));
  check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE), "cublasSetPointerMode");
  const Vector<T> x = drawn_vector<T>(n, 1);
  const Vector<T> y = drawn_vector<T>(n, 1);
  Array<T> factor(1);
  factor.store(0, scalar<T>(kAlpha));
  check(Api<T>::axpy(handle, n, factor, x.array, 1, y.array, 1), "axpy");
  const Matrix added = sum(scalar<T>(kAlpha), x.values, 1, y.values);
  checks.matrix(y.array, added, y.places());
  Array<T> dot(1);
  check(Api<T>::dotu(handle, n, x.array, 1, y.array, 1, dot), "dot");
  checks.number(dot.load(0), times(operated(x.values, CUBLAS_OP_T), added).at(0, 0), kError<T> * 4);
  check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST), "cublasSetPointerMode");
}

template <class T>
void all_of() {
  reductions<T>();
  vectors<T>();
  rotations<T>();
  if constexpr (!kIsComplex<T>) modified_rotations<T>();
  general<T>();
  symmetric<T>();
  triangular<T>();
  rank_updates<T>();
  on_device<T>();
}

void real_factors() {
  Checks checks("Csscal, Zdscal, Csrot, Zdrot");
  const Vector<cuComplex> single = drawn_vector<cuComplex>(5, 1);
  const Vector<cuDoubleComplex> twofold = drawn_vector<cuDoubleComplex>(5, 1);
  const float half = 0.5F;
  const double quarter = 0.25;
  check(cublasCsscal(handle, 5, &half, single.array, 1), "Csscal");
  check(cublasZdscal(handle, 5, &quarter, twofold.array, 1), "Zdscal");
  checks.matrix(single.array, sum(0.5, single.values, 0, single.values), single.places());
  checks.matrix(twofold.array, sum(0.25, twofold.values, 0, twofold.values), twofold.places());
  const float c = 0.6F;
  const float s = 0.8F;
  const Vector<cuComplex> x = drawn_vector<cuComplex>(5, 1);
  const Vector<cuComplex> y = drawn_vector<cuComplex>(5, 1);
  check(cublasCsrot(handle, 5, x.array, 1, y.array, 1, &c, &s), "Csrot");
  checks.matrix(x.array, sum(0.6, x.values, 0.8, y.values), x.places());
  checks.matrix(y.array, sum(0.6, y.values, -0.8, x.values), y.places());
  const double cosine = 0.6;
  const double sine = 0.8;
  const Vector<cuDoubleComplex> one = drawn_vector<cuDoubleComplex>(5, 1);
  const Vector<cuDoubleComplex> other = drawn_vector<cuDoubleComplex>(5, 1);
  check(cublasZdrot(handle, 5, one.array, 1, other.array, 1, &cosine, &sine), "Zdrot");
  checks.matrix(one.array, sum(0.6, one.values, 0.8, other.values), one.places());
}

}  // namespace

int main() {
  check(cublasCreate(&handle), "cublasCreate");
  all_of<float>();
  all_of<double>();
  all_of<cuComplex>();
  all_of<cuDoubleComplex>();
  real_factors();
  check(cublasDestroy(handle), "cublasDestroy");
}
