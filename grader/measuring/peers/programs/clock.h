// Contenders for one problem take turns on the GPU: each run has a cold L2 and a cleared result, is timed
// with events, and its result is checked. A line of CSV for each contender whose results were all right.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace peers {

constexpr int kWarmUps = 3;
constexpr int kRuns = 21;

// Ends the program with the reason unless the call succeeded.
void check(cudaError_t status, const char* doing);

// One way to solve a problem. `run` enqueues it in the default stream. `name` starts with the library's name
// where it is one's.
struct Contender {
  std::string name;
  std::function<void()> run;
};

// Instead of bytes that are moved: what is reported is the time, in milliseconds.
constexpr std::size_t kMilliseconds = 0;

// `moved`: the bytes that must be read and written, each once. `clear` is not timed. `is_right` looks at the
// result after each run.
struct Problem {
  std::string name;
  std::string shape;
  std::size_t moved = 0;
  std::function<void()> clear;
  std::function<bool()> is_right;
};

// An array on the GPU.
template <class T>
class Array {
 public:
  explicit Array(std::size_t count) : bytes_(count * sizeof(T)) {
    check(cudaMalloc(&data_, bytes_), "allocate memory");
  }
  ~Array() { cudaFree(data_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  T* data() const { return data_; }
  void fill_bytes(int byte) const { check(cudaMemset(data_, byte, bytes_), "fill an array"); }
  std::vector<T> values() const {
    std::vector<T> values(bytes_ / sizeof(T));
    check(cudaMemcpy(values.data(), data_, bytes_, cudaMemcpyDeviceToHost), "copy a result");
    return values;
  }

 private:
  std::size_t bytes_;
  T* data_ = nullptr;
};

// Prints the header of the lines that hold() prints.
void print_header();

// Times the contenders in turns. One with a wrong result is left out, and named on stderr.
void hold(const Problem& problem, const std::vector<Contender>& contenders);

// Blocks of 256 threads that the GPU's multiprocessors hold at a time, all of them together.
unsigned blocks_that_fill();

// A number that looks random, for each index.
__host__ __device__ inline unsigned scrambled(unsigned index) {
  index ^= index >> 16;
  index *= 0x7feb352dU;
  index ^= index >> 15;
  index *= 0x846ca68bU;
  return index ^ index >> 16;
}

}  // namespace peers
