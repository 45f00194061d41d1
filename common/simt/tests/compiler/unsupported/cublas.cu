#include <cublas_v2.h>

extern "C" __global__ void scale(float* data) { data[threadIdx.x] *= 2; }

void multiply(cublasHandle_t handle, float* data) {
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 32, 32, 32, data);  // here
}
