#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "too old"
#endif
#if !defined(__CUDACC__) || CUDART_VERSION < 11000 || __CUDACC_VER_MAJOR__ < 11
#error "no CUDA compiler"
#endif

__host__ __device__ int side() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 0;
#endif
}
__global__ void sides(int* out) { out[0] = side(); }
