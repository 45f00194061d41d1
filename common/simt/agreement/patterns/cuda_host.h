// Checked calls and owned memory of the device, for the two measuring programs.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace patterns {

inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(2);
}

// Checks after a launch that it began, and that it ended well.
inline void check_launch(const char* what) {
  check(cudaGetLastError(), what);
  check(cudaDeviceSynchronize(), what);
}

// Zeroed memory of the device.
template <class T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(std::size_t count) : bytes_(count * sizeof(T)) {
    check(cudaMalloc(&data_, bytes_), "cudaMalloc");
    check(cudaMemset(data_, 0, bytes_), "cudaMemset");
  }
  ~DeviceBuffer() { cudaFree(data_); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  T* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  void fill_from(const T* host) {
    check(cudaMemcpy(data_, host, bytes_, cudaMemcpyHostToDevice), "cudaMemcpy to the device");
  }
  T first() const {
    T value{};
    check(cudaMemcpy(&value, data_, sizeof value, cudaMemcpyDeviceToHost), "cudaMemcpy to the host");
    return value;
  }

 private:
  T* data_ = nullptr;
  std::size_t bytes_;
};

}  // namespace patterns
