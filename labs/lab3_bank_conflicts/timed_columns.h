// Lab 3's sums of columns on a GPU, as lab::measure times them.
#pragma once

#include <cstddef>
#include <string>

#include "lab/device_array.h"
#include "lab/measure.h"

namespace columns {

// Tiles, their sums, and what these must be.
class TimedColumns {
 public:
  // 262,144 tiles, which are 1 GiB, or half of them and so on where the GPU's memory is small.
  TimedColumns();

  std::string shape() const { return std::to_string(tiles_) + " tiles"; }

  // Any of the lab's three kernels, by its name.
  lab::TimedKernel sums(const char* kernel, lab::From from);

 private:
  std::size_t tiles_ = 0;
  lab::DeviceArray<float> in_;
  lab::DeviceArray<float> out_;
  lab::DeviceArray<float> expected_;
};

}  // namespace columns
