struct Point {
  float x, y;
};

__global__ void unpack(const Point* in, float* out) {
  const auto [x, y] = in[threadIdx.x];
  if (const float sum = x + y; sum > 0) out[threadIdx.x] = sum;
}
