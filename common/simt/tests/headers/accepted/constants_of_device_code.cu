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
