#include <cublas_v2.h>
#include <curand.h>

bool scale(float* x, int n, float by);

int main() {
  float values[2]{2, 3};
  float* x = nullptr;
  cudaMalloc(&x, sizeof values);
  cublasSetVector(2, sizeof(float), values, 1, x, 1);
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  float dot = 0;
  bool is_right =
      scale(x, 2, 2) && cublasSdot(handle, 2, x, 1, x, 1, &dot) == CUBLAS_STATUS_SUCCESS && dot == 52;
  cublasDestroy(handle);
  curandGenerator_t generator = nullptr;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  is_right = is_right && curandGenerateUniform(generator, x, 2) == CURAND_STATUS_SUCCESS;
  curandDestroyGenerator(generator);
  cudaFree(x);
  return is_right ? 0 : 1;
}
