#include <cublas_v2.h>

// Multiplies n numbers on the device.
bool scale(float* x, int n, float by) {
  cublasHandle_t handle = nullptr;
  const bool is_scaled = cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS &&
                         cublasSscal(handle, n, &by, x, 1) == CUBLAS_STATUS_SUCCESS;
  return cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS && is_scaled;
}
