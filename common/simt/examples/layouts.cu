// Particles in two layouts: an array of structures, whose members are 32 bytes apart from lane to lane, and a
// structure of arrays, where neighbouring lanes read neighbouring floats. Each step moves all particles.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kThreads = 256;
constexpr int kCount = 1 << 15;
constexpr float kStep = 0.5F;

struct Particle {
  float x, y, z, mass;
  float speed_x, speed_y, speed_z, charge;
};

struct Particles {
  float *x, *y, *z, *speed_x, *speed_y, *speed_z;
};

__global__ void move_structures(Particle* particles, float step) {
  Particle& mine = particles[blockIdx.x * kThreads + threadIdx.x];
  mine.x += step * mine.speed_x;
  mine.y += step * mine.speed_y;
  mine.z += step * mine.speed_z;
}

__global__ void move_arrays(Particles particles, float step) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  particles.x[i] += step * particles.speed_x[i];
  particles.y[i] += step * particles.speed_y[i];
  particles.z[i] += step * particles.speed_z[i];
}

bool are_structures_right() {
  std::vector<Particle> particles(kCount, Particle{1, 2, 3, 1, 4, 5, 6, 1});
  const std::size_t bytes = particles.size() * sizeof(Particle);
  Particle* device = nullptr;
  if (cudaMalloc(&device, bytes) != cudaSuccess) return false;
  cudaMemcpy(device, particles.data(), bytes, cudaMemcpyHostToDevice);
  move_structures<<<kCount / kThreads, kThreads>>>(device, kStep);
  const bool is_copied = cudaMemcpy(particles.data(), device, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(device);
  const Particle& last = particles.back();
  return is_copied && last.x == 3 && last.y == 4.5F && last.z == 6;
}

bool are_arrays_right() {
  float* device = nullptr;
  if (cudaMalloc(&device, 6 * kCount * sizeof(float)) != cudaSuccess) return false;
  std::vector<float> values;
  for (int member = 1; member <= 6; ++member) values.insert(values.end(), kCount, static_cast<float>(member));
  cudaMemcpy(device, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
  const auto member = [&](int number) { return device + number * kCount; };
  const Particles particles{member(0), member(1), member(2), member(3), member(4), member(5)};
  move_arrays<<<kCount / kThreads, kThreads>>>(particles, kStep);
  const bool is_copied =
      cudaMemcpy(values.data(), device, values.size() * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(device);
  return is_copied && values[kCount - 1] == 3 && values[2 * kCount - 1] == 4.5F &&
         values[3 * kCount - 1] == 6;
}

int main() {
  const bool all_are_right = are_structures_right() && are_arrays_right();
  std::printf("%s\n", all_are_right ? "both are right" : "wrong");
  return all_are_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
