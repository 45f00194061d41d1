// A switch into a loop: such a loop never asked the machine, and wrote past the end of its log.
#include <cuda_runtime.h>

extern "C" __global__ void two_ways_in(int* p, int n) {
  int i = 0;
  switch (n & 3) {
    case 0:
      do {
        p[i & 63] = n;
        case 3:
          p[(i + 5) & 63] += 1;
        case 2:
          p[(i * 3) & 63] += 2;
        case 1:
          i += (p[(i * 7) & 63] & 3) + n;
      } while (i >= 0 || n > 0);
  }
}
