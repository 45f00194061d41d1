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

}  // namespace lab
