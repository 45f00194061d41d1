// A named array in the machine's global memory.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "lab/session.h"

namespace lab {

template <class T>
class Buffer {
 public:
  // An input: the kernel finds these values.
  Buffer(const std::string& name, const std::vector<T>& values) : Buffer(name, values.size()) {
    if (values.empty()) return;
    std::memcpy(memory_, values.data(), bytes());
    Session::current().machine().mark_written(memory_, bytes());
  }

  // An output of `size` elements: poisoned, and unwritten as far as the machine knows.
  Buffer(const std::string& name, std::size_t size)
      : name_(name),
        size_(size),
        memory_(static_cast<T*>(Session::current().machine().allocate(size * sizeof(T), name, sizeof(T)))) {
    std::memset(static_cast<void*>(memory_), kPoison, bytes());
  }

  ~Buffer() { Session::current().machine().release(memory_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  T* device() { return memory_; }
  const T* device() const { return memory_; }

  const std::string& name() const { return name_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  T operator[](std::size_t i) const { return memory_[i]; }

  // Whether the kernel stored element i, by a store that the machine recorded.
  bool is_written(std::size_t i) const {
    return Session::current().machine().is_written(memory_ + i, sizeof(T));
  }

 private:
  static constexpr int kPoison = 0xA7;  // as a float: -4.65e-15, which no check expects

  std::string name_;
  std::size_t size_ = 0;
  T* memory_ = nullptr;
};

}  // namespace lab
