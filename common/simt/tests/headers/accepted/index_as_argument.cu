template <class T>
__device__ T twice(T x) {
  return x + x;
}

__global__ void arguments(unsigned* out) { out[twice(threadIdx.x)] = max(blockIdx.x, 3U) + twice(warpSize); }
