extern "C" __global__ void kernel(float* a) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y, x] = 1.0f;  // says: tile[y, x] means tile[x], because the comma is an operator: write tile[y][x]
  float v = tile[y, x];  // says: write tile[y][x]
  tile[y] = 2.0f;  // says: a second index chooses the element
  v += tile[y][x];
  a[y, x] = v;  // says: a[y, x] means a[x], because the comma is an operator: write one index
  tile = a;  // silent
}
