// Arrays that live on the GPU alone, for measurements: filled, poisoned and compared where they lie.
#pragma once

#include <cstdint>
#include <string>

#include "lab/gpu.h"
#include "lab/session.h"

namespace lab {

template <class T>
class DeviceArray {
 public:
  DeviceArray(const std::string& name, std::size_t size)
      : name_(name), size_(size), memory_(Session::current().gpu(), name, size * sizeof(T)) {}

  T* device() { return static_cast<T*>(memory_.address()); }
  const T* device() const { return static_cast<const T*>(memory_.address()); }
  const std::string& name() const { return name_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

  // What an earlier run left must never pass for this one's output.
  void poison() { memory_.set(0xA7); }

  // As cudaMemcpy from device to device, in the queue. Both have the same size.
  void copy_from(const DeviceArray& other) {
    Session::current().gpu().enqueue_copy(device(), other.device(), bytes());
  }

 private:
  std::string name_;
  std::size_t size_ = 0;
  GpuMemory memory_;
};

// Fresh values, drawn on the GPU: a place and a seed give the same value everywhere.
void fill(DeviceArray<float>& array, std::uint64_t seed);                // between -1 and 1, none of them 0
void fill(DeviceArray<int>& array, std::uint64_t seed, unsigned below);  // 0 to below - 1

// Whether three quarters of the GPU's free memory hold so many bytes.
bool fits(std::size_t bytes);

// `most`, halved until as many elements of `bytes_each` fit.
std::size_t that_fit(std::size_t most, std::size_t bytes_each);

// What is wrong with `found`, compared word by word with what a trusted kernel made: "12 of 4096 words are
// wrong, the first is out[7]"; empty when nothing is. Elements of whole words only.
std::string differences(const std::string& name, const void* found, const void* expected, std::size_t bytes);

template <class T>
std::string differences(const DeviceArray<T>& found, const DeviceArray<T>& expected) {
  static_assert(sizeof(T) % sizeof(std::uint32_t) == 0, "compared in words of 4 bytes");
  return differences(found.name(), found.device(), expected.device(), found.bytes());
}

// The same where kernels may round differently: |found - expected| <= tolerance * max(1, |expected|).
std::string differences(const DeviceArray<float>& found, const DeviceArray<float>& expected, float tolerance);

// The same where `found` must be every stride-th value of `from`: found[i] is from[i * stride].
std::string strided_differences(const DeviceArray<float>& found, const DeviceArray<float>& from,
                                std::size_t stride);

// A matrix of rows of `cols` words that begin `pitch` words apart. What lies between them is nobody's.
struct DeviceMatrix {
  const DeviceArray<float>& words;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t pitch = 0;
};

// The same where `found` must be the transpose of `of`.
std::string transposed_differences(const DeviceMatrix& found, const DeviceMatrix& of);

// Runs of `run` neighbours, `period` floats apart from each other: `count` floats in all.
struct Runs {
  std::size_t count = 0;
  std::size_t run = 0;
  std::size_t period = 0;
};

// sums[i] = the sum of the i-th run of `run` neighbours of `values`, added up one after another in float.
void sum_runs(DeviceArray<float>& sums, const DeviceArray<float>& values, std::size_t run);

// Adds `factor` times the float that lies `ahead` of it to each float of the runs. Exact but for one rounding
// where the factor is a power of two: then every way to work it out gives the same bits.
void add_scaled(DeviceArray<float>& array, const Runs& runs, std::size_t ahead, float factor);

}  // namespace lab
