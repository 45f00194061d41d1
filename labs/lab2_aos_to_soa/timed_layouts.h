// Lab 2's kernels on a GPU, as lab::measure times them.
#pragma once

#include <functional>
#include <string>

#include "lab/device_array.h"
#include "lab/measure.h"
#include "particle_data.h"

namespace particles {

// 67,108,864 particles, or half of them and so on where the GPU's memory is small: none is left over from the
// chunks and blocks, so that pitch is n.
int timed_particles();

// Two arrays of particles, and what is timed between them.
class TimedConversions {
 public:
  explicit TimedConversions(int n);

  lab::TimedKernel to_soa();
  lab::TimedKernel to_aos();
  lab::TimedKernel copy();

 private:
  lab::DeviceMatrix by_particle(const lab::DeviceArray<float>& array) const;
  lab::DeviceMatrix by_field(const lab::DeviceArray<float>& array) const;

  lab::TimedKernel timed(const char* name, lab::From from, const std::function<void()>& launch,
                         const std::function<std::string()>& wrong);

  int n_ = 0;
  lab::DeviceArray<float> in_;
  lab::DeviceArray<float> out_;
};

// One array of particles, moved where it lies, and what must become of it.
class TimedUpdates {
 public:
  explicit TimedUpdates(int n);

  lab::TimedKernel aos();
  lab::TimedKernel soa();
  lab::TimedKernel aosoa();

 private:
  lab::TimedKernel timed(const char* name, lab::From from, Layout layout,
                         const std::function<void()>& launch);

  int n_ = 0;
  float dt_ = 0;
  lab::DeviceArray<float> array_;
  lab::DeviceArray<float> expected_;
};

}  // namespace particles
