// Constants that device code may use: its own, __constant__ ones, values of the host's.
constexpr int kRows = 8;
const float kScale = 0.5F;
__device__ const int offsets[2] = {1, 2};
__constant__ float weights[2] = {0.25F, 0.75F};

struct Shape {
  static constexpr int kColumns = 4;
};

__global__ void kernel(float* out) {
  static constexpr int own[2] = {3, 4};
  constexpr int rows[2] = {5, 6};
  const unsigned t = threadIdx.x % 2;
  out[threadIdx.x] =
      kScale * kRows + Shape::kColumns + weights[t] + static_cast<float>(offsets[t] + own[t] + rows[t]);
}

template <int Pad>
__device__ float through_tile(float value) {
  alignas(16) __shared__ float tile[32][32 + Pad];
  static const int own[2] = {7, 8};
  tile[threadIdx.y][threadIdx.x] = value;
  __syncthreads();
  return tile[threadIdx.x][threadIdx.y] + static_cast<float>(own[threadIdx.x % 2]);
}

__global__ void templates(float* out) {
  const auto apply = [&](float value) { return through_tile<1>(value); };
  out[threadIdx.x] = apply(1);
}
