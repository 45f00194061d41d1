#include <new>

struct Counter {
  int count = 3;
};

__global__ void placed(int* out) {
  __shared__ alignas(Counter) unsigned char bytes[sizeof(Counter)];
  if (threadIdx.x == 0) out[0] = (new (bytes) Counter)->count;
}
