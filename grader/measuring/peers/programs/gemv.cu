// Lab 7's gemv_half beside cuBLAS: a matrix of halves, stored by rows, times a vector of halves, into floats.
#include "../../../../solutions/lab7_wide_aligned/wide_aligned.cu"

#include <cublas_v2.h>

#include <cstdio>

#include "clock.h"
#include "surveys.h"

namespace peers {
namespace {

struct Shape {
  int rows;
  int cols;
};

// As in the lab's survey: the projections of a model of 4096 features, its output over 128,256 tokens, and
// rows of one shape.
constexpr Shape kShapes[] = {{4096, 4096}, {14336, 4096}, {4096, 14336}, {128256, 4096}, {65536, 8192}};

// What cuBLAS refuses leaves no result, so that hold() leaves it out. Says why.
void check_cublas(cublasStatus_t status, const char* doing) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::fprintf(stderr, "left out: cuBLAS could not %s: %s\n", doing, cublasGetStatusString(status));
}

// Whole numbers from -8 to 8, so that a sum of 16384 products is exact in float in any order.
__global__ void fill_halves(__half* out, std::size_t n, unsigned seed) {
  const std::size_t threads = std::size_t{gridDim.x} * BLOCK;
  for (std::size_t i = std::size_t{blockIdx.x} * BLOCK + threadIdx.x; i < n; i += threads)
    out[i] = __int2half_rn(static_cast<int>(scrambled(static_cast<unsigned>(i) ^ seed) % 17) - 8);
}

// A block for each row, in integers: what is right.
__global__ void multiply_exactly(const __half* w, const __half* x, float* y, int cols) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  int mine = 0;
  for (int c = threadIdx.x; c < cols; c += BLOCK)
    mine += __half2int_rn(w[std::size_t{blockIdx.x} * cols + c]) * __half2int_rn(x[c]);
  atomicAdd(&sum, mine);
  __syncthreads();
  if (threadIdx.x == 0) y[blockIdx.x] = static_cast<float>(sum);
}

void survey_shape(cublasHandle_t cublas, Shape shape) {
  const int rows = shape.rows;
  const int cols = shape.cols;
  const std::size_t weights = std::size_t(rows) * cols;
  const Array<__half> w(weights);
  const Array<__half> x(cols);
  const Array<float> y(rows);
  const Array<float> exact(rows);
  constexpr unsigned kSeed = 0x9E3779B9;
  fill_halves<<<blocks_that_fill(), BLOCK>>>(w.data(), weights, 0);
  fill_halves<<<blocks_that_fill(), BLOCK>>>(x.data(), cols, kSeed);
  multiply_exactly<<<rows, BLOCK>>>(w.data(), x.data(), exact.data(), cols);
  const std::vector<float> right = exact.values();

  constexpr int kRowsOfBlock = BLOCK / WARP;
  const float one = 1;
  const float zero = 0;
  const auto own = [&] {
    gemv_half<<<(rows + kRowsOfBlock - 1) / kRowsOfBlock, BLOCK>>>(w.data(), x.data(), y.data(), rows, cols);
  };
  // To cuBLAS, which stores by columns, w is a matrix of cols x rows that is to be transposed.
  const auto gemv = [&] {
    check_cublas(cublasHSSgemvStridedBatched(cublas, CUBLAS_OP_T, cols, rows, &one, w.data(), cols, 0,
                                             x.data(), 1, 0, &zero, y.data(), 1, 0, 1),
                 "multiply with gemv");
  };
  const auto gemm = [&] {
    check_cublas(cublasGemmEx(cublas, CUBLAS_OP_T, CUBLAS_OP_N, rows, 1, cols, &one, w.data(), CUDA_R_16F,
                              cols, x.data(), CUDA_R_16F, cols, &zero, y.data(), CUDA_R_32F, rows,
                              CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
                 "multiply with gemm");
  };
  const std::size_t moved = (weights + cols) * sizeof(__half) + rows * sizeof(float);
  constexpr int kNoNumber = 0xFF;  // in every byte of a float
  hold({"gemv", std::to_string(rows) + " x " + std::to_string(cols), moved, [&] { y.fill_bytes(kNoNumber); },
        [&] { return y.values() == right; }},
       {{"gemv_half", own}, {"cuBLAS HSSgemvStridedBatched", gemv}, {"cuBLAS GemmEx", gemm}});
}

}  // namespace

void survey_gemv() {
  cublasHandle_t cublas = nullptr;
  check_cublas(cublasCreate(&cublas), "begin");
  for (const Shape& shape : kShapes) survey_shape(cublas, shape);
  cublasDestroy(cublas);
}

}  // namespace peers
