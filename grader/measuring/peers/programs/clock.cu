#include "clock.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace peers {
namespace {

constexpr std::size_t kSweepsOfL2 = 4;
constexpr int kThreads = 256;

// Stores nothing: no sum of zeros is 1.
__global__ void read_all(const float4* in, std::size_t n, float* out) {
  float sum = 0;
  const std::size_t threads = std::size_t{gridDim.x} * kThreads;
  for (std::size_t i = std::size_t{blockIdx.x} * kThreads + threadIdx.x; i < n; i += threads) {
    const float4 v = in[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (sum == 1) *out = sum;
}

cudaDeviceProp properties() {
  cudaDeviceProp found{};
  check(cudaGetDeviceProperties(&found, 0), "ask for the GPU's properties");
  return found;
}

// Reads over all of L2.
class Sweep {
 public:
  Sweep()
      : vectors_(kSweepsOfL2 * static_cast<std::size_t>(properties().l2CacheSize) / sizeof(float4)),
        memory_(vectors_),
        out_(1) {
    memory_.fill_bytes(0);
  }
  void run() const { read_all<<<blocks_that_fill(), kThreads>>>(memory_.data(), vectors_, out_.data()); }

 private:
  std::size_t vectors_;
  Array<float4> memory_;
  Array<float> out_;
};

// Seconds from the start of what `run` enqueues to its end.
double time_cold(const Sweep& sweep, const std::function<void()>& run) {
  static cudaEvent_t start = nullptr;
  static cudaEvent_t stop = nullptr;
  if (start == nullptr) {
    check(cudaEventCreate(&start), "create an event");
    check(cudaEventCreate(&stop), "create an event");
  }
  sweep.run();  // goes on while the rest is handed over: the GPU does not wait for the host
  check(cudaEventRecord(start), "record an event");
  run();
  check(cudaEventRecord(stop), "record an event");
  check(cudaEventSynchronize(stop), "run a contender");
  check(cudaGetLastError(), "launch a contender");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, start, stop), "read the time");
  constexpr double kMilli = 1e-3;
  return kMilli * milliseconds;
}

// Between two of the sorted values where the place is not whole.
double quantile(const std::vector<double>& sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

void print(const Problem& problem, const Contender& contender, const std::vector<double>& seconds) {
  constexpr double kGiga = 1e9;
  constexpr double kMilli = 1e-3;
  const bool is_time = problem.moved == kMilliseconds;
  std::vector<double> values;
  for (const double one : seconds)
    values.push_back(is_time ? one / kMilli : static_cast<double>(problem.moved) / one / kGiga);
  std::sort(values.begin(), values.end());
  std::printf("%s,%s,\"%s\",%s,%.3f,%.3f,%.3f,%zu\n", problem.name.c_str(), problem.shape.c_str(),
              contender.name.c_str(), is_time ? "ms" : "GB/s", quantile(values, 0.5), quantile(values, 0.25),
              quantile(values, 0.75), values.size());
  std::fflush(stdout);  // stays, whatever happens to the next
}

}  // namespace

void check(cudaError_t status, const char* doing) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA could not %s: %s\n", doing, cudaGetErrorString(status));
  std::exit(1);
}

unsigned blocks_that_fill() {
  static const auto blocks = static_cast<unsigned>(properties().multiProcessorCount *
                                                   properties().maxThreadsPerMultiProcessor / kThreads);
  return blocks;
}

void print_header() { std::printf("problem,shape,contender,unit,median,q1,q3,runs\n"); }

void hold(const Problem& problem, const std::vector<Contender>& contenders) {
  static const Sweep sweep;
  std::vector<std::vector<double>> seconds(contenders.size());
  std::vector<bool> is_out(contenders.size());
  for (int turn = 0; turn < kWarmUps + kRuns; ++turn) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      if (is_out[i]) continue;
      problem.clear();
      const double taken = time_cold(sweep, contenders[i].run);
      is_out[i] = !problem.is_right();
      if (turn >= kWarmUps) seconds[i].push_back(taken);
    }
  }
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    if (is_out[i]) {
      std::fprintf(stderr, "left out: %s, %s, %s: its result is wrong\n", problem.name.c_str(),
                   problem.shape.c_str(), contenders[i].name.c_str());
    } else {
      print(problem, contenders[i], seconds[i]);
    }
  }
}

}  // namespace peers
