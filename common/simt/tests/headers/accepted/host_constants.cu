const int kBlock = 256;
constexpr float kFactor = 2.5F;
enum { kTile = 32 };
static const float kPi = 3.14159F;
struct Limits {
  static constexpr int kMost = 8;
};

__global__ void scale(float* data) {
  __shared__ float tile[kTile];
  tile[threadIdx.x % kTile] = data[threadIdx.x] * kFactor + kPi;
  __syncthreads();
  if (threadIdx.x < kBlock) data[threadIdx.x] = tile[threadIdx.x % Limits::kMost];
}
