// Heat on a plate: each step sets every inner point to the mean of its four neighbours. Two arrays change
// places after each step, so that the kernel is launched many times.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

__global__ void step(const float* before, float* after, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int at = y * width + x;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    after[at] = before[at];
    return;
  }
  after[at] = 0.25F * (before[at - 1] + before[at + 1] + before[at - width] + before[at + width]);
}

void step_on_host(const std::vector<float>& before, std::vector<float>& after, int width, int height) {
  after = before;
  for (int y = 1; y < height - 1; ++y) {
    for (int x = 1; x < width - 1; ++x) {
      const int at = y * width + x;
      after[at] = 0.25F * (before[at - 1] + before[at + 1] + before[at - width] + before[at + width]);
    }
  }
}

int main(int argc, char** argv) {
  const int width = 200;
  const int height = 120;
  const int steps = argc > 1 ? std::atoi(argv[1]) : 20;
  const std::size_t bytes = sizeof(float) * width * height;
  std::vector<float> plate(width * height, 0.0F);
  for (int x = 0; x < width; ++x) plate[x] = 100.0F;  // one hot edge

  float *before, *after;
  if (cudaMalloc(&before, bytes) != cudaSuccess || cudaMalloc(&after, bytes) != cudaSuccess)
    return EXIT_FAILURE;
  cudaMemcpy(before, plate.data(), bytes, cudaMemcpyHostToDevice);
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  for (int i = 0; i < steps; ++i) {
    step<<<grid, block>>>(before, after, width, height);
    std::swap(before, after);
  }
  std::vector<float> result(plate.size());
  if (cudaMemcpy(result.data(), before, bytes, cudaMemcpyDeviceToHost) != cudaSuccess) return EXIT_FAILURE;

  std::vector<float> other;
  for (int i = 0; i < steps; ++i) {
    step_on_host(plate, other, width, height);
    plate.swap(other);
  }
  float most = 0;
  for (std::size_t i = 0; i < plate.size(); ++i) most = std::fmax(most, std::fabs(plate[i] - result[i]));
  std::printf("%d steps, largest difference %g\n", steps, most);
  cudaFree(before);
  cudaFree(after);
  return most < 1e-4F ? EXIT_SUCCESS : EXIT_FAILURE;
}
