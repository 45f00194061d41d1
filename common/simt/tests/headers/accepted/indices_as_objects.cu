#include <cuda_runtime.h>

__device__ unsigned whole(dim3 d) { return d.x * d.y * d.z; }

__global__ void indices(unsigned* out) {
  uint3 thread = threadIdx;
  thread.x += 1;
  const dim3 grid = gridDim;
  dim3 first(blockIdx);
  auto block = blockDim;
  out[threadIdx.x] =
      thread.x + grid.y + first.z + block.x + whole(blockDim) + whole(threadIdx) + min(warpSize, 64);
}
