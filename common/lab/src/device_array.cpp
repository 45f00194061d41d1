#include "lab/device_array.h"

#include <algorithm>

#include "lab/expectations.h"
#include "lab/kernel.h"
#include "measuring.h"

namespace lab {
namespace {

constexpr unsigned kThreads = 256;

// Enough to fill any GPU; the kernels step over what is left.
simt::LaunchShape shape_for(std::size_t elements) {
  constexpr std::size_t kMostBlocks = 16384;
  simt::LaunchShape shape;
  const std::size_t blocks = (elements + kThreads - 1) / kThreads;
  shape.grid.x = static_cast<unsigned>(std::clamp<std::size_t>(blocks, 1, kMostBlocks));
  shape.block.x = kThreads;
  return shape;
}

// Where a comparison notes what it found.
class Mismatch {
 public:
  Mismatch() : memory_(Session::current().gpu(), "mismatches", sizeof(MeasuringMismatch)) {
    const MeasuringMismatch none{0, ~0ULL};
    memory_.upload(&none);
  }

  MeasuringMismatch* device() { return static_cast<MeasuringMismatch*>(memory_.address()); }

  std::string words(const std::string& name, const char* noun, std::size_t size) {
    Session::current().gpu().wait();
    MeasuringMismatch found{};
    if (!memory_.download(&found)) return "the comparison itself was lost";
    if (found.count == 0) return "";
    return text_of({found.count, size, noun}) + " " + name + "[" + std::to_string(found.first) + "]";
  }

 private:
  GpuMemory memory_;
};

const unsigned* words_of(const DeviceArray<float>& array) {
  return reinterpret_cast<const unsigned*>(array.device());
}

}  // namespace

void fill(DeviceArray<float>& array, std::uint64_t seed) {
  const Kernel<decltype(measuring_fill_floats)> kernel("measuring_fill_floats", From::kit);
  kernel.enqueue(shape_for(array.size()), array.device(), array.size(), seed);
}

void fill(DeviceArray<int>& array, std::uint64_t seed, unsigned below) {
  const Kernel<decltype(measuring_fill_ints)> kernel("measuring_fill_ints", From::kit);
  kernel.enqueue(shape_for(array.size()), array.device(), array.size(), seed, below);
}

bool fits(std::size_t bytes) { return bytes <= Session::current().gpu().free_bytes() / 4 * 3; }

std::size_t that_fit(std::size_t most, std::size_t bytes_each) {
  while (most > 1 && !fits(most * bytes_each)) most /= 2;
  return most;
}

std::string differences(const std::string& name, const void* found, const void* expected, std::size_t bytes) {
  const std::size_t words = bytes / sizeof(unsigned);
  Mismatch mismatch;
  const Kernel<decltype(measuring_compare_words)> kernel("measuring_compare_words", From::kit);
  kernel.enqueue(shape_for(words), static_cast<const unsigned*>(found),
                 static_cast<const unsigned*>(expected), words, mismatch.device());
  return mismatch.words(name, "word", words);
}

std::string differences(const DeviceArray<float>& found, const DeviceArray<float>& expected,
                        float tolerance) {
  Mismatch mismatch;
  const Kernel<decltype(measuring_compare_floats)> kernel("measuring_compare_floats", From::kit);
  kernel.enqueue(shape_for(found.size()), found.device(), expected.device(), found.size(), tolerance,
                 mismatch.device());
  return mismatch.words(found.name(), "value", found.size());
}

std::string strided_differences(const DeviceArray<float>& found, const DeviceArray<float>& from,
                                std::size_t stride) {
  Mismatch mismatch;
  const Kernel<decltype(measuring_compare_strided)> kernel("measuring_compare_strided", From::kit);
  kernel.enqueue(shape_for(found.size()), words_of(found), words_of(from), found.size(), stride,
                 mismatch.device());
  return mismatch.words(found.name(), "value", found.size());
}

std::string transposed_differences(const DeviceMatrix& found, const DeviceMatrix& of) {
  Mismatch mismatch;
  const Kernel<decltype(measuring_compare_transposed)> kernel("measuring_compare_transposed", From::kit);
  kernel.enqueue(shape_for(found.rows * found.cols), words_of(found.words), found.pitch, words_of(of.words),
                 of.pitch, found.rows, found.cols, mismatch.device());
  return mismatch.words(found.words.name(), "value", found.rows * found.cols);
}

void add_scaled(DeviceArray<float>& array, const Runs& runs, std::size_t ahead, float factor) {
  const Kernel<decltype(measuring_add_scaled)> kernel("measuring_add_scaled", From::kit);
  kernel.enqueue(shape_for(runs.count), array.device(), runs.count, runs.run, runs.period, ahead, factor);
}

void sum_runs(DeviceArray<float>& sums, const DeviceArray<float>& values, std::size_t run) {
  const Kernel<decltype(measuring_sum_runs)> kernel("measuring_sum_runs", From::kit);
  kernel.enqueue(shape_for(sums.size()), values.device(), sums.size(), run, sums.device());
}

}  // namespace lab
