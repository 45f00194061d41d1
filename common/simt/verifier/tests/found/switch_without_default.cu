// A default that is said to be impossible: the table of jumps was used with any index.
#include <cuda_runtime.h>

extern "C" __global__ void jump(int* p, int n) {
  switch (n + 5000) {
    case 0:
      p[1] = __syncthreads_count(n);
      break;
    case 1:
      p[2] = __shfl_sync(~0U, n, 3);
      break;
    case 2:
      __threadfence();
      break;
    case 3:
      p[4] = static_cast<int>(clock());
      break;
    case 4:
      p[5] = atomicAdd(p + 9, 1);
      break;
    case 5:
      p[6] = static_cast<int>(__ballot_sync(~0U, p[3]));
      break;
    case 6:
      p[7] = static_cast<int>(__activemask());
      break;
    case 7:
      __syncthreads();
      break;
    default:
      __builtin_unreachable();
  }
}
