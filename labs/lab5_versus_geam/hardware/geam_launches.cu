// Calls cublasSgeam once for each shape and beta that lab 5 compares with, in this order, so that a profiler
// can count what its kernels do. Prints the calls as CSV, in order.
//
//   nvcc -O3 -arch=native geam_launches.cu -lcublas -o geam_launches        (record_geam.sh does it all)
#include <cublas_v2.h>

#include <cstdio>
#include <cstdlib>

namespace {

struct Shape {
  int rows;
  int cols;
};

// Of A. Those that the SIMT machine runs in moments, and two that fill an H200.
constexpr Shape kShapes[] = {{256, 512},   {193, 257},  {512, 2048}, {2048, 512}, {1024, 1024}, {1023, 1025},
                             {1000, 3000}, {31, 10003}, {10003, 31}, {500, 700},  {4096, 4096}, {4095, 4097}};
constexpr float kBetas[] = {0.0F, 0.5F};

void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "geam_launches: %s\n", what);
  std::exit(2);
}

float* allocate(size_t elements) {
  float* memory = nullptr;
  require(cudaMalloc(&memory, elements * sizeof(float)) == cudaSuccess, "cudaMalloc failed");
  require(cudaMemset(memory, 0, elements * sizeof(float)) == cudaSuccess, "cudaMemset failed");
  return memory;
}

}  // namespace

int main() {
  cublasHandle_t handle = nullptr;
  require(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "cublasCreate failed");
  int version = 0;
  require(cublasGetVersion(handle, &version) == CUBLAS_STATUS_SUCCESS, "cublasGetVersion failed");
  std::printf("rows,cols,alpha,beta,cublas\n");
  for (const Shape& shape : kShapes) {
    const size_t elements = size_t(shape.rows) * shape.cols;
    float* const a = allocate(elements);
    float* const b = allocate(elements);
    float* const c = allocate(elements);
    for (const float beta : kBetas) {
      const float alpha = 1.0F;
      // Row after row as here is column after column as cuBLAS sees it: A is then cols x rows there, and C,
      // whose rows are our columns, rows x cols.
      const cublasStatus_t status = cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, shape.rows, shape.cols,
                                                &alpha, a, shape.cols, &beta, b, shape.rows, c, shape.rows);
      require(status == CUBLAS_STATUS_SUCCESS, "cublasSgeam failed");
      require(cudaDeviceSynchronize() == cudaSuccess, "the kernel failed");
      std::printf("%d,%d,%g,%g,%d\n", shape.rows, shape.cols, alpha, beta, version);
    }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
  }
  cublasDestroy(handle);
}
