// Lab 1's kernels on a GPU, as lab::measure times them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "lab/device_array.h"
#include "lab/measure.h"

namespace sweep {

// Arrays to copy between. Each kernel makes out[i] = in[offset + i * stride] for 0 <= i < n.
class TimedReads {
 public:
  // 128 MiB of results from 32 times as much at stride 32, and half of it and so on where memory is small.
  static TimedReads at_strides_up_to(int largest);

  // 1 GiB of results, or less likewise, at offsets up to this one.
  static TimedReads of_a_gibibyte(int largest_offset);

  // "strided_read at stride 3"
  static std::string name_at(int stride);

  std::string shape() const { return "n = " + std::to_string(n_); }

  lab::TimedKernel strided_read(int stride);
  lab::TimedKernel offset_read(int offset);
  lab::TimedKernel fast_copy();
  lab::TimedKernel copy_floats();
  lab::TimedKernel memcpy();  // cudaMemcpy, from device to device

 private:
  // Where a kernel finds out[i].
  struct Form {
    int stride = 1;
    int offset = 0;
  };

  TimedReads(std::size_t n, std::size_t read) : n_(n), in_("in", read), out_("out", n) {}

  lab::TimedKernel timed(const std::string& name, lab::From from, Form form,
                         const std::function<void()>& launch);

  std::size_t n_ = 0;
  lab::DeviceArray<float> in_;
  lab::DeviceArray<float> out_;
};

}  // namespace sweep
