#include <cstring>

struct Pair {
  int a, b;
};

__global__ void copy(const Pair* in, Pair* out) {
  Pair pair;
  memset(&pair, 0, sizeof pair);
  memcpy(&pair, in + threadIdx.x, sizeof pair);
  memcpy(out + threadIdx.x, &pair, sizeof pair);
  std::memcpy(&pair, in, sizeof pair);
}
