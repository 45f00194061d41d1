#include <cublas_v2.h>

extern "C" __global__ void scale(float* data) { data[threadIdx.x] *= 2; }

void factorise(cublasHandle_t handle, float* const* matrices, int* pivots, int* info) {
  cublasSgetrfBatched(handle, 32, matrices, 32, pivots, info, 1);  // here
}
