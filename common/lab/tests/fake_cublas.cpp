// A cuBLAS for the tests: works on host memory, in its own column-major order.
#include <cstddef>

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

}  // extern "C"
