namespace cg = cooperative_groups;  // says: cooperative_groups needs `#include <cooperative_groups.h>`

extern "C" __global__ void kernel(float* a, __half* h) {  // says: __half needs `#include <cuda_fp16.h>`
  a[0] = -FLT_MAX;  // says: FLT_MAX needs `#include <cfloat>`
  a[1] = DBL_EPSILON;  // says: DBL_EPSILON needs `#include <cfloat>`
  a[2] = UINT32_MAX;  // says: UINT32_MAX needs `#include <cstdint>`
  a[3] = __half2float(a[4]);  // says: __half2float needs `#include <cuda_fp16.h>`
  a[4] = CUDART_PI_F;  // says: CUDART_PI_F needs `#include <math_constants.h>`
  __pipeline_commit();  // says: __pipeline_commit needs `#include <cuda_pipeline.h>`
  nvcuda::wmma::mma_sync(a, a, a, a);  // says: nvcuda needs `#include <mma.h>`
  cuda::atomic<int> counter;  // says: cuda::atomic needs `#include <cuda/atomic>`
  cg::sync(a);  // says: namespace cg = cooperative_groups;
  __nv_bfloat16 b;  // says: __nv_bfloat16 needs `#include <cuda_bf16.h>`
  uint8_t c;  // says: uint8_t needs `#include <cstdint>`
  curandState d;  // says: curandState needs `#include <curand_kernel.h>`
  curandGenerator_t e;  // says: curandGenerator_t needs `#include <curand.h>`
  cublasHandle_t f;  // says: cublasHandle_t needs `#include <cublas_v2.h>`
  a[5] = FLT;  // silent
}
