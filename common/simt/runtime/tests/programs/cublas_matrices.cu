// cuBLAS's operations of level 3 against plain loops: every element type, transposition, triangle and side; leading dimensions larger
// than the matrix; a beta of 0 over memory that nobody wrote. SIMT_FAIL_ON=host makes a read of what is not the operation's a failure.
#include "cublas_checks.h"

namespace {

template <class T>
struct Api;
#define API(t, T)                                                  \
  template <>                                                      \
  struct Api<T> {                                                  \
    static constexpr const char* kName = #t;                       \
    static constexpr auto gemm = cublas##t##gemm;                  \
    static constexpr auto batched = cublas##t##gemmBatched;        \
    static constexpr auto strided = cublas##t##gemmStridedBatched; \
    static constexpr auto symm = cublas##t##symm;                  \
    static constexpr auto syrk = cublas##t##syrk;                  \
    static constexpr auto syr2k = cublas##t##syr2k;                \
    static constexpr auto syrkx = cublas##t##syrkx;                \
    static constexpr auto trmm = cublas##t##trmm;                  \
    static constexpr auto trsm = cublas##t##trsm;                  \
    static constexpr auto trsm_batched = cublas##t##trsmBatched;   \
    static constexpr auto geam = cublas##t##geam;                  \
    static constexpr auto dgmm = cublas##t##dgmm;                  \
  };
API(S, float)
API(D, double)
API(C, cuComplex)
API(Z, cuDoubleComplex)

template <class T>
struct Hermitian;
#define HERMITIAN(t, T)                             \
  template <>                                       \
  struct Hermitian<T> {                             \
    static constexpr auto hemm = cublas##t##hemm;   \
    static constexpr auto herk = cublas##t##herk;   \
    static constexpr auto her2k = cublas##t##her2k; \
    static constexpr auto herkx = cublas##t##herkx; \
  };
HERMITIAN(C, cuComplex)
HERMITIAN(Z, cuDoubleComplex)

cublasHandle_t handle = nullptr;
Draws draws;

template <class T>
std::string named(const char* operation) {
  return std::string(Api<T>::kName) + operation;
}

const Number kAlpha{1.5, 0.5};
const Number kBeta{-0.5, 0.25};
template <class T>
Number scalar(Number x) {
  return kIsComplex<T> ? x : Number(x.real());
}

// The shape of op(A) as A has it.
Matrix shaped(cublasOperation_t op, int rows, int columns) {
  return op == CUBLAS_OP_N ? Matrix(rows, columns) : Matrix(columns, rows);
}
template <class T>
Matrix drawn_as(cublasOperation_t op, int rows, int columns) {
  const Matrix shape = shaped(op, rows, columns);
  return drawn<T>(draws, shape.rows, shape.columns);
}

constexpr int kPadding = 3;

template <class T>
struct Stored {
  Matrix matrix;
  int leading;
  Array<T> array;

  explicit Stored(const Matrix& a)
      : matrix(a),
        leading(a.rows + kPadding),
        array(static_cast<std::size_t>(leading) * static_cast<std::size_t>(a.columns)) {}
  Stored(const Matrix& a, const Places& places) : Stored(a) { store(array, a, places); }
};
template <class T>
Stored<T> whole(const Matrix& a) {
  return {a, in_columns(a.rows + kPadding)};
}
template <class T>
Stored<T> one_triangle(const Matrix& a, cublasFillMode_t uplo) {
  return {a, in_triangle(a.rows + kPadding, uplo)};
}

template <class T>
void products(int m, int n, int k) {
  Checks checks(named<T>("gemm"));
  for (const cublasOperation_t op_a : kOperations) {
    for (const cublasOperation_t op_b : kOperations) {
      for (const Number beta : {Number(0), scalar<T>(kBeta)}) {
        const Stored<T> a = whole<T>(drawn_as<T>(op_a, m, k));
        const Stored<T> b = whole<T>(drawn_as<T>(op_b, k, n));
        Stored<T> c(drawn<T>(draws, m, n));
        if (beta != Number(0)) store(c.array, c.matrix, in_columns(c.leading));
        const T factor = Made<T>::from(kAlpha);
        const T kept = Made<T>::from(beta);
        check(Api<T>::gemm(handle, op_a, op_b, m, n, k, &factor, a.array, a.leading, b.array, b.leading,
                           &kept, c.array, c.leading),
              "gemm");
        checks.matrix(
            c.array,
            sum(scalar<T>(kAlpha), times(operated(a.matrix, op_a), operated(b.matrix, op_b)), beta, c.matrix),
            in_columns(c.leading), kError<T> * 4);
      }
    }
  }
}

// Several small products: strides between the matrices, and an array of pointers.
template <class T>
void batches() {
  constexpr int kCount = 3;
  constexpr int m = 5;
  constexpr int n = 4;
  constexpr int k = 6;
  Checks checks(named<T>("gemmBatched"));
  const Matrix left = drawn<T>(draws, m, k * kCount);
  const Matrix right = drawn<T>(draws, k, n * kCount);
  Array<T> a(m * k * kCount);
  Array<T> b(k * n * kCount);
  store(a, left, in_columns(m));
  store(b, right, in_columns(k));
  Array<T> strided(m * n * kCount);
  Array<T> pointed(m * n * kCount);
  const T one = Made<T>::from(1);
  const T zero = Made<T>::from(0);
  check(Api<T>::strided(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, m, m * k, b, k, k * n, &zero,
                        strided, m, m * n, kCount),
        "gemmStridedBatched");
  std::vector<T*> of_a;
  std::vector<T*> of_b;
  std::vector<T*> of_c;
  for (int i = 0; i < kCount; ++i) {
    of_a.push_back(a + i * m * k);
    of_b.push_back(b + i * k * n);
    of_c.push_back(pointed + i * m * n);
  }
  check(Api<T>::batched(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, Pointers<T>(of_a), m,
                        Pointers<T>(of_b), k, &zero, Pointers<T>(of_c), m, kCount),
        "gemmBatched");
  for (int i = 0; i < kCount; ++i) {
    Matrix of_left(m, k);
    of_left.fill([&](int row, int column) { return left.at(row, i * k + column); });
    Matrix of_right(k, n);
    of_right.fill([&](int row, int column) { return right.at(row, i * n + column); });
    const Matrix expected = times(of_left, of_right);
    const Places places = [=](int row, int column) {
      return static_cast<long>(i * m * n + row + column * m);
    };
    checks.matrix(strided, expected, places);
    checks.matrix(pointed, expected, places);
  }
}

template <class T, class Function>
void symmetric_products(const char* name, Kind kind, const Function& function) {
  constexpr int m = 13;
  constexpr int n = 9;
  Checks checks(named<T>(name));
  for (const cublasSideMode_t side : kSides) {
    for (const cublasFillMode_t uplo : kTriangles) {
      const int order = side == CUBLAS_SIDE_LEFT ? m : n;
      const Stored<T> a = one_triangle<T>(drawn<T>(draws, order, order), uplo);
      const Stored<T> b = whole<T>(drawn<T>(draws, m, n));
      const Stored<T> c = whole<T>(drawn<T>(draws, m, n));
      const T factor = Made<T>::from(kAlpha);
      const T kept = Made<T>::from(kBeta);
      check(function(handle, side, uplo, m, n, &factor, a.array, a.leading, b.array, b.leading, &kept,
                     c.array, c.leading),
            name);
      const Matrix full = meant(a.matrix, uplo, kind);
      const Matrix product = side == CUBLAS_SIDE_LEFT ? times(full, b.matrix) : times(b.matrix, full);
      checks.matrix(c.array, sum(scalar<T>(kAlpha), product, scalar<T>(kBeta), c.matrix),
                    in_columns(c.leading));
    }
  }
}

// What a triangle of C becomes. The other one keeps what it had.
Matrix updated(const Matrix& c, const Matrix& by, cublasFillMode_t uplo, bool is_hermitian) {
  Matrix made = c;
  made.fill([&](int i, int j) {
    if (!is_in(uplo, i, j)) return c.at(i, j);
    return is_hermitian && i == j ? Number(by.at(i, j).real()) : by.at(i, j);
  });
  return made;
}

// Rank-k updates, of one matrix or two. real: the factors of Hermitian ones.
template <class T>
void updates(bool is_hermitian) {
  constexpr int n = 11;
  constexpr int k = 7;
  using Real = typename Made<T>::Real;
  const char* const names[]{is_hermitian ? "herk" : "syrk", is_hermitian ? "her2k" : "syr2k",
                            is_hermitian ? "herkx" : "syrkx"};
  const cublasOperation_t turned = is_hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  for (int form = 0; form < 3; ++form) {
    Checks checks(named<T>(names[form]));
    for (const cublasFillMode_t uplo : kTriangles) {
      for (const cublasOperation_t op : {CUBLAS_OP_N, turned}) {
        const Stored<T> a = whole<T>(drawn_as<T>(op, n, k));
        // The x form is given a B for which A * B^T is symmetric: a multiple of A.
        const Stored<T> b = whole<T>(form == 2 ? sum(2, a.matrix, 0, a.matrix) : drawn_as<T>(op, n, k));
        Matrix before = drawn<T>(draws, n, n);
        if (is_hermitian) {
          for (int i = 0; i < n; ++i) before.at(i, i) = before.at(i, i).real();
        }
        const Stored<T> c = whole<T>(before);
        const Number alpha = is_hermitian && form != 1 ? Number(kAlpha.real()) : scalar<T>(kAlpha);
        const Number beta = is_hermitian ? Number(kBeta.real()) : scalar<T>(kBeta);
        const T factor = Made<T>::from(alpha);
        const T kept = Made<T>::from(beta);
        const Real real_factor = static_cast<Real>(alpha.real());
        const Real real_kept = static_cast<Real>(beta.real());
        const Matrix left = operated(a.matrix, op);
        const Matrix right = operated(b.matrix, op);
        Matrix product = times(left, operated(form == 0 ? left : right, turned));
        product = sum(alpha, product, 0, product);
        if (form == 1)
          product =
              sum(1, product, is_hermitian ? std::conj(alpha) : alpha, times(right, operated(left, turned)));
        cublasStatus_t status = CUBLAS_STATUS_INTERNAL_ERROR;
        if constexpr (kIsComplex<T>) {
          if (is_hermitian && form == 0)
            status = Hermitian<T>::herk(handle, uplo, op, n, k, &real_factor, a.array, a.leading, &real_kept,
                                        c.array, c.leading);
          if (is_hermitian && form > 0)
            status = (form == 1 ? Hermitian<T>::her2k : Hermitian<T>::herkx)(
                handle, uplo, op, n, k, &factor, a.array, a.leading, b.array, b.leading, &real_kept, c.array,
                c.leading);
        }
        if (!is_hermitian && form == 0)
          status =
              Api<T>::syrk(handle, uplo, op, n, k, &factor, a.array, a.leading, &kept, c.array, c.leading);
        if (!is_hermitian && form > 0)
          status =
              (form == 1 ? Api<T>::syr2k : Api<T>::syrkx)(handle, uplo, op, n, k, &factor, a.array, a.leading,
                                                          b.array, b.leading, &kept, c.array, c.leading);
        check(status, names[form]);
        checks.matrix(c.array, updated(c.matrix, sum(1, product, beta, c.matrix), uplo, is_hermitian),
                      in_columns(c.leading));
      }
    }
  }
}

// A triangle whose systems are far from singular.
template <class T>
Matrix drawn_triangle(int n) {
  Matrix a = drawn<T>(draws, n, n);
  a.fill([&](int i, int j) {
    return i == j ? Number(2) + Number(0.25) * a.at(i, j) : Number(0.25) * a.at(i, j);
  });
  return a;
}

template <class T>
void triangles(int m, int n) {
  Checks products(named<T>("trmm"));
  Checks systems(named<T>("trsm"));
  for (const cublasSideMode_t side : kSides) {
    for (const cublasFillMode_t uplo : kTriangles) {
      for (const cublasOperation_t op : kOperations) {
        for (const cublasDiagType_t diag : kDiagonals) {
          const bool is_left = side == CUBLAS_SIDE_LEFT;
          const Stored<T> a = one_triangle<T>(drawn_triangle<T>(is_left ? m : n), uplo);
          const Matrix full =
              operated(meant(a.matrix, uplo, diag == CUBLAS_DIAG_UNIT ? Kind::unit : Kind::triangular), op);
          const Stored<T> b = whole<T>(drawn<T>(draws, m, n));
          const Matrix product = is_left ? times(full, b.matrix) : times(b.matrix, full);
          Stored<T> c(b.matrix);
          const T factor = Made<T>::from(kAlpha);
          check(Api<T>::trmm(handle, side, uplo, op, diag, m, n, &factor, a.array, a.leading, b.array,
                             b.leading, c.array, c.leading),
                "trmm");
          products.matrix(c.array, sum(scalar<T>(kAlpha), product, 0, product), in_columns(c.leading));
          // In place, and solved again.
          check(Api<T>::trmm(handle, side, uplo, op, diag, m, n, &factor, a.array, a.leading, b.array,
                             b.leading, b.array, b.leading),
                "trmm in place");
          products.matrix(b.array, sum(scalar<T>(kAlpha), product, 0, product), in_columns(b.leading));
          check(Api<T>::trsm(handle, side, uplo, op, diag, m, n, &factor, a.array, a.leading, b.array,
                             b.leading),
                "trsm");
          const Number back = scalar<T>(kAlpha) * scalar<T>(kAlpha);
          systems.matrix(b.array, sum(back, b.matrix, 0, b.matrix), in_columns(b.leading), kError<T> * 8);
        }
      }
    }
  }
}

template <class T>
void batched_systems() {
  constexpr int kCount = 2;
  constexpr int m = 6;
  constexpr int n = 3;
  Checks checks(named<T>("trsmBatched"));
  const Stored<T> a = one_triangle<T>(drawn_triangle<T>(m), CUBLAS_FILL_MODE_LOWER);
  const Matrix full = meant(a.matrix, CUBLAS_FILL_MODE_LOWER, Kind::triangular);
  const Matrix x = drawn<T>(draws, m, n);
  const Matrix sides = times(full, x);
  const Stored<T> one = whole<T>(sides);
  const Stored<T> other = whole<T>(sum(2, sides, 0, sides));
  const Pointers<T> of_a({a.array, a.array});
  const Pointers<T> of_b({one.array, other.array});
  const T unit = Made<T>::from(1);
  check(Api<T>::trsm_batched(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                             CUBLAS_DIAG_NON_UNIT, m, n, &unit, of_a, a.leading, of_b, one.leading, kCount),
        "trsmBatched");
  checks.matrix(one.array, x, in_columns(one.leading), kError<T> * 8);
  checks.matrix(other.array, sum(2, x, 0, x), in_columns(other.leading), kError<T> * 8);
}

template <class T>
void sums() {
  constexpr int m = 10;
  constexpr int n = 7;
  Checks checks(named<T>("geam"));
  const T factor = Made<T>::from(kAlpha);
  const T other = Made<T>::from(kBeta);
  const T zero = Made<T>::from(0);
  for (const cublasOperation_t op_a : kOperations) {
    for (const cublasOperation_t op_b : kOperations) {
      const Stored<T> a = whole<T>(drawn_as<T>(op_a, m, n));
      const Stored<T> b = whole<T>(drawn_as<T>(op_b, m, n));
      Stored<T> c(Matrix(m, n));
      check(Api<T>::geam(handle, op_a, op_b, m, n, &factor, a.array, a.leading, &other, b.array, b.leading,
                         c.array, c.leading),
            "geam");
      const Matrix left = operated(a.matrix, op_a);
      checks.matrix(c.array, sum(scalar<T>(kAlpha), left, scalar<T>(kBeta), operated(b.matrix, op_b)),
                    in_columns(c.leading));
      // A factor of 0 reads nothing of its matrix: a transposition.
      check(Api<T>::geam(handle, op_a, op_b, m, n, &factor, a.array, a.leading, &zero, nullptr, b.leading,
                         c.array, c.leading),
            "geam without B");
      checks.matrix(c.array, sum(scalar<T>(kAlpha), left, 0, left), in_columns(c.leading));
    }
  }
  Checks diagonals(named<T>("dgmm"));
  for (const cublasSideMode_t side : kSides) {
    const int count = side == CUBLAS_SIDE_LEFT ? m : n;
    const Stored<T> a = whole<T>(drawn<T>(draws, m, n));
    const Matrix x = drawn<T>(draws, count, 1);
    Array<T> of_x(static_cast<std::size_t>(2 * count));
    store(of_x, x, in_vector(count, 2));
    Stored<T> c(Matrix(m, n));
    check(Api<T>::dgmm(handle, side, m, n, a.array, a.leading, of_x, 2, c.array, c.leading), "dgmm");
    Matrix expected(m, n);
    expected.fill(
        [&](int i, int j) { return a.matrix.at(i, j) * x.at(side == CUBLAS_SIDE_LEFT ? i : j, 0); });
    diagonals.matrix(c.array, expected, in_columns(c.leading));
  }
}

// Products whose types are arguments.
template <class Inputs, class Output, class Scalar>
void mixed_product(const char* name, cudaDataType inputs, cudaDataType output, cublasComputeType_t compute,
                   double scale) {
  constexpr int m = 19;
  constexpr int n = 14;
  constexpr int k = 33;
  Checks checks(name);
  Matrix left = drawn<Inputs>(draws, k, m);
  Matrix right = drawn<Inputs>(draws, k, n);
  for (Matrix* one : {&left, &right}) {
    for (Number& value : one->values) value *= scale;
  }
  const Stored<Inputs> a = whole<Inputs>(left);
  const Stored<Inputs> b = whole<Inputs>(right);
  const Stored<Output> c = whole<Output>(drawn<Output>(draws, m, n));
  const Matrix before = [&] {
    Matrix held(m, n);
    held.fill([&](int i, int j) { return c.array.load(static_cast<std::size_t>(i + j * c.leading)); });
    return held;
  }();
  const Scalar factor = Made<Scalar>::from(2);
  const Scalar kept = Made<Scalar>::from(3);
  check(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &factor, a.array, inputs, a.leading, b.array,
                     inputs, b.leading, &kept, c.array, output, c.leading, compute, CUBLAS_GEMM_DEFAULT),
        name);
  const Matrix expected = sum(2, times(operated(left, CUBLAS_OP_T), right), 3, before);
  checks.matrix(c.array, expected, in_columns(c.leading));
  Stored<Output> strided(Matrix(m, n));
  const Scalar one = Made<Scalar>::from(1);
  const Scalar zero = Made<Scalar>::from(0);
  check(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &one, a.array, inputs,
                                   a.leading, 0, b.array, inputs, b.leading, 0, &zero, strided.array, output,
                                   strided.leading, 0, 1, compute, CUBLAS_GEMM_DEFAULT),
        name);
  checks.matrix(strided.array, times(operated(left, CUBLAS_OP_T), right), in_columns(strided.leading));
}

void half_products() {
  Checks checks("Hgemm");
  const Stored<__half> a = whole<__half>(drawn<__half>(draws, 12, 20));
  const Stored<__half> b = whole<__half>(drawn<__half>(draws, 20, 9));
  Stored<__half> c(Matrix(12, 9));
  const __half one = __float2half(1);
  const __half zero = __float2half(0);
  check(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 12, 9, 20, &one, a.array, a.leading, b.array, b.leading,
                    &zero, c.array, c.leading),
        "Hgemm");
  checks.matrix(c.array, times(a.matrix, b.matrix), in_columns(c.leading));
}

template <class T>
void all_of() {
  products<T>(21, 17, 13);
  products<T>(1, 70, 300);
  products<T>(140, 3, 5);
  batches<T>();
  symmetric_products<T>("symm", Kind::symmetric, Api<T>::symm);
  if constexpr (kIsComplex<T>) symmetric_products<T>("hemm", Kind::hermitian, Hermitian<T>::hemm);
  updates<T>(false);
  if constexpr (kIsComplex<T>) updates<T>(true);
  triangles<T>(12, 19);
  batched_systems<T>();
  sums<T>();
}

}  // namespace

int main() {
  check(cublasCreate(&handle), "cublasCreate");
  all_of<float>();
  all_of<double>();
  all_of<cuComplex>();
  all_of<cuDoubleComplex>();
  half_products();
  mixed_product<float, float, float>("GemmEx, float", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1);
  mixed_product<double, double, double>("GemmEx, double", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, 1);
  mixed_product<__half, __half, float>("GemmEx, half", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, 1);
  mixed_product<__half, __half, __half>("GemmEx, half in half", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F,
                                        1);
  mixed_product<__half, float, float>("GemmEx, half to float", CUDA_R_16F, CUDA_R_32F,
                                      CUBLAS_COMPUTE_32F_FAST_16F, 1);
  mixed_product<__nv_bfloat16, __nv_bfloat16, float>("GemmEx, bfloat16", CUDA_R_16BF, CUDA_R_16BF,
                                                     CUBLAS_COMPUTE_32F, 1);
  mixed_product<__nv_bfloat16, float, float>("GemmEx, bfloat16 to float", CUDA_R_16BF, CUDA_R_32F,
                                             CUBLAS_COMPUTE_32F, 1);
  mixed_product<signed char, int, int>("GemmEx, int8", CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 16);
  mixed_product<signed char, float, float>("GemmEx, int8 to float", CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32F,
                                           16);
  mixed_product<cuComplex, cuComplex, cuComplex>("GemmEx, complex", CUDA_C_32F, CUDA_C_32F,
                                                 CUBLAS_COMPUTE_32F, 1);
  check(cublasDestroy(handle), "cublasDestroy");
}
