constexpr int kTile = 32;

__device__ int twice(const int& x) { return 2 * x; }

extern "C" __global__ void kernel(int* a) {
  a[0] = kTile;
  a[1] = twice(kTile);  // says: `kTile` is a constant of the host: device code can use its value
}
