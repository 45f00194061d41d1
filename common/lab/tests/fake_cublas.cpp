// A cuBLAS for the tests: works on host memory, in its own column-major order.
#include <cmath>
#include <cstddef>

namespace {

// Returns the value of a half that is 0 or a normal number.
float value_of(unsigned short half) {
  if ((half & 0x7FFFU) == 0) return 0;
  const int exponent = static_cast<int>(half >> 10U & 0x1FU) - 25;
  const float magnitude = std::ldexp(static_cast<float>(0x400U | (half & 0x3FFU)), exponent);
  return (half & 0x8000U) != 0 ? -magnitude : magnitude;
}

}  // namespace

extern "C" {

int cublasCreate_v2(void** handle) {
  *handle = nullptr;
  return 0;
}

int cublasDestroy_v2(void* /*handle*/) { return 0; }

int cublasSgeam(void* /*handle*/, int transpose_a, int transpose_b, int m, int n, const float* alpha,
                const float* a, int lda, const float* beta, const float* b, int ldb, float* c, int ldc) {
  if (lda < (transpose_a != 0 ? n : m) || ldb < (transpose_b != 0 ? n : m) || ldc < m) return 7;
  const auto at = [](const float* matrix, int transposed, int i, int j, int ld) {
    return matrix[transposed != 0 ? j + i * ld : i + j * ld];
  };
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) {
      float value = *alpha * at(a, transpose_a, i, j, lda);
      if (*beta != 0) value += *beta * at(b, transpose_b, i, j, ldb);
      c[i + j * ldc] = value;
    }
  }
  return 0;
}

// Multiplies halves to floats, with sums in float; A is transposed.
int cublasGemmEx(void* /*handle*/, int transpose_a, int transpose_b, int m, int n, int k, const void* alpha,
                 const void* a, int a_type, int lda, const void* b, int b_type, int ldb, const void* beta,
                 void* c, int c_type, int ldc, int compute_type, int algorithm) {
  constexpr int kHalves = 2;
  constexpr int kSumsInFloat = 68;
  if (transpose_a == 0 || transpose_b != 0 || a_type != kHalves || b_type != kHalves || c_type != 0) return 7;
  if (compute_type != kSumsInFloat || algorithm != -1 || lda < k || ldb < k || ldc < m) return 7;
  if (*static_cast<const float*>(beta) != 0) return 7;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) {
      float sum = 0;
      for (int l = 0; l < k; ++l) {
        sum += value_of(static_cast<const unsigned short*>(a)[l + i * lda]) *
               value_of(static_cast<const unsigned short*>(b)[l + j * ldb]);
      }
      static_cast<float*>(c)[i + j * ldc] = *static_cast<const float*>(alpha) * sum;
    }
  }
  return 0;
}

}  // extern "C"
