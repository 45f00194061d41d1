// A named array in the machine's global memory.
#pragma once

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "lab/memory.h"

namespace lab {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>, "its bytes are copied to the machine");

 public:
  // An input: the kernel finds these values.
  Buffer(const std::string& name, const std::vector<T>& values) : Buffer(name, values.size()) {
    memory_.upload(values.data());
  }

  // An output of `size` elements: poisoned, and unwritten as far as the machine knows.
  Buffer(const std::string& name, std::size_t size)
      : name_(name), size_(size), memory_(name, size * sizeof(T), sizeof(T)) {}

  // The kernels' address of it. The host reads through operator[] alone: on a GPU this is no address of its.
  T* device() { return static_cast<T*>(memory_.device()); }
  const T* device() const { return static_cast<const T*>(memory_.device()); }

  const std::string& name() const { return name_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

  T operator[](std::size_t i) const {
    T value;
    std::memcpy(&value, memory_.host() + i * sizeof(T), sizeof(T));
    return value;
  }

  // The host takes back what it wrote to `count` elements from `first` on: a kernel must not count on them.
  void take_back(std::size_t first, std::size_t count) {
    memory_.take_back(first * sizeof(T), count * sizeof(T));
  }

  // Whether the kernel stored element i (lab/memory.h says how that is known).
  bool is_written(std::size_t i) const { return memory_.is_written(i * sizeof(T), sizeof(T)); }

  // The same of `bytes` bytes of it, from `offset` on: of one member of a struct.
  bool is_written(std::size_t i, std::size_t offset, std::size_t bytes) const {
    return memory_.is_written(i * sizeof(T) + offset, bytes);
  }

 private:
  std::string name_;
  std::size_t size_ = 0;
  ArrayMemory memory_;
};

}  // namespace lab
