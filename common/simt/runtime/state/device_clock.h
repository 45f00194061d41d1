// The device's clock, which events read: the time that all work so far would take on the chosen device. It counts, never
// measures, so that a program's timings are the same at every run.
//
//   a launch   what the model of time says (simt/report.h); where it says nothing, the traffic's bound
//              (simt/least_time.h): of DRAM, of each array that the kernel is passed, the accessed bytes cross
//              once, at most as many as it has
//   a copy     its bytes at PCIe's rate; within the device, read and written at DRAM's
//   each       at least 0.5 µs, the resolution of CUDA's events
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "simt/report.h"

namespace cudart {

// The bytes of each array that is passed to a launch, keyed by its names.
using ArraySizes = std::map<std::string, std::size_t>;

class DeviceClock {
 public:
  double now_us() const { return now_us_; }

  // Advances the clock by the time that the launch takes, and returns the least that it could.
  double add_launch(const simt::LaunchReport& report, const ArraySizes& sizes);
  void add_bus_copy(std::size_t bytes);
  void add_device_traffic(std::size_t bytes);

 private:
  double add(double us);

  double now_us_ = 0;
};

}  // namespace cudart
