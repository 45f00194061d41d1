// Lab 4's kernels on a GPU, as lab::measure times them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "lab/batch.h"
#include "lab/device_array.h"
#include "lab/measure.h"
#include "transpose_problem.h"

namespace transpose {

// Matrices of one shape, and what is timed on them. Of small ones several in one run.
class TimedTransposes {
 public:
  explicit TimedTransposes(Shape shape);

  static std::string text(Shape shape);   // "8192 x 8192"
  static std::size_t bytes(Shape shape);  // of all its arrays

  // Any kernel of the lab that transposes, by its name.
  lab::TimedKernel transpose(const char* kernel, lab::From from, const Geometry& geometry);
  lab::TimedKernel copy_rows();
  lab::TimedKernel memcpy();  // cudaMemcpy, from device to device

 private:
  // Puts one matrix in the queue, which begins so many floats into the arrays.
  using Enqueue = std::function<void(std::size_t at)>;

  // `expect` makes what must come out.
  lab::TimedKernel timed(const char* name, lab::From from, const Enqueue& enqueue, const Enqueue& expect);
  void put_in_queue(const TransposeKernel& kernel, const Geometry& geometry, lab::DeviceArray<float>& to,
                    std::size_t at);
  void put_copy_in_queue(lab::DeviceArray<float>& to, std::size_t at);

  Shape shape_;
  lab::Batch batch_;
  lab::DeviceArray<float> in_;
  lab::DeviceArray<float> out_;
  lab::DeviceArray<float> expected_;
};

}  // namespace transpose
