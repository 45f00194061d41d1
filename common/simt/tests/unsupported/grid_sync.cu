#include <cooperative_groups.h>

extern "C" __global__ void scale(float* data) {
  data[threadIdx.x] *= 2;
  cooperative_groups::this_grid().sync();  // here
  data[threadIdx.x] += 1;
}
