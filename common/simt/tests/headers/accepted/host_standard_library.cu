#include <time.h>
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>

__global__ void nothing() {}

float reference(const float* values, int n) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(0, 1);
  std::map<std::string, float> sums;
  sums["all"] = std::accumulate(values, values + n, 0.0F) + uniform(random);
  const auto copy = std::make_unique<float[]>(n);
  std::memcpy(copy.get(), values, n * sizeof(float));
  return std::min(sums["all"], *std::max_element(values, values + n)) + static_cast<float>(time(nullptr));
}
