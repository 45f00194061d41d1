#include <cassert>

__global__ void checked(const int* in, int* out) {
  assert(in[threadIdx.x] >= 0 && "no debts");
  out[threadIdx.x] = in[threadIdx.x];
}
