// Lab 8's sum and histogram256, beside CUB's.
//
// A lab's kernel adds to what the result holds, and CUB's functions overwrite it. So the lab's kernel runs
// twice: alone, as the lab's survey measures it, and after a cudaMemsetAsync that is timed with it, which
// together do what CUB does.
#include "../../../../solutions/lab8_many_to_one/many_to_one.cu"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>

#include "clock.h"
#include "surveys.h"

namespace peers {
namespace {

constexpr int kFloats = 1 << 28;
constexpr int kBytes = 1 << 28;

// A multiple of 1/4, not 0, and so small that the sum is exact in any order.
__host__ __device__ int quarters_at(unsigned i) {
  const unsigned drawn = scrambled(i);
  const int size = 1 + static_cast<int>(drawn % 4);
  return (drawn & 0x100U) != 0 ? size : -size;
}

__global__ void fill_quarters(float* out, int n) {
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
    out[i] = static_cast<float>(quarters_at(static_cast<unsigned>(i))) / 4;
}

__global__ void fill_bytes(unsigned char* out, int n, bool random) {
  constexpr unsigned char kOne = 123;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
    out[i] = random ? static_cast<unsigned char>(scrambled(static_cast<unsigned>(i)) >> 8) : kOne;
}

// In integers, on the host.
float right_sum() {
  long long quarters = 0;
  for (int i = 0; i < kFloats; ++i) quarters += quarters_at(static_cast<unsigned>(i));
  return static_cast<float>(quarters) / 4;
}

std::vector<unsigned> counts_of(const std::vector<unsigned char>& bytes) {
  std::vector<unsigned> counts(BINS);
  for (const unsigned char byte : bytes) ++counts[byte];
  return counts;
}

}  // namespace

void survey_sums() {
  const Array<float> in(kFloats);
  const Array<float> out(1);
  fill_quarters<<<blocks_that_fill(), BLOCK>>>(in.data(), kFloats);
  const float right = right_sum();

  const auto own = [&] { sum<<<blocks_that_fill(), BLOCK>>>(in.data(), out.data(), kFloats); };
  const auto cleared = [&] {
    check(cudaMemsetAsync(out.data(), 0, sizeof(float)), "clear the sum");
    own();
  };
  const auto cub_sum = with_memory([&](void* memory, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(memory, bytes, in.data(), out.data(), kFloats);
  });
  hold({"sum", std::to_string(kFloats) + " floats", (std::size_t{kFloats} + 1) * sizeof(float),
        [&] { out.fill_bytes(0); }, [&] { return out.values().front() == right; }},
       {{"sum", own}, {"cudaMemsetAsync and sum", cleared}, {"CUB DeviceReduce::Sum", cub_sum}});
}

void survey_histograms() {
  const Array<unsigned char> bytes(kBytes);
  const Array<unsigned> bins(BINS);
  for (const bool random : {true, false}) {
    fill_bytes<<<blocks_that_fill(), BLOCK>>>(bytes.data(), kBytes, random);
    const std::vector<unsigned> right = counts_of(bytes.values());

    const auto own = [&] { histogram256<<<blocks_that_fill(), BLOCK>>>(bytes.data(), bins.data(), kBytes); };
    const auto cleared = [&] {
      check(cudaMemsetAsync(bins.data(), 0, BINS * sizeof(unsigned)), "clear the bins");
      own();
    };
    const auto even = with_memory([&](void* memory, std::size_t& needed) {
      return cub::DeviceHistogram::HistogramEven(memory, needed, bytes.data(), bins.data(), BINS + 1, 0, BINS,
                                                 kBytes);
    });
    const std::string shape = std::to_string(kBytes) + (random ? " random bytes" : " equal bytes");
    hold({"histogram", shape, std::size_t{kBytes} + BINS * sizeof(unsigned), [&] { bins.fill_bytes(0); },
          [&] { return bins.values() == right; }},
         {{"histogram256", own},
          {"cudaMemsetAsync and histogram256", cleared},
          {"CUB DeviceHistogram::HistogramEven", even}});
  }
}

}  // namespace peers
