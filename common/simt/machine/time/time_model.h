// The model of time: from a launch's traffic and what an SM holds of it to nanoseconds on a device.
#pragma once

#include <array>
#include <vector>

#include "simt/devices.h"
#include "simt/report.h"
#include "time/sm_simulation.h"
#include "time/time_constants.h"
#include "traffic/launch_traffic.h"

namespace simt {

struct ModelledTime {
  double ns = 0;
  Resource limiter = Resource::latency;
  Resource next = Resource::latency;
  unsigned resident_blocks = 0;
  std::array<double, kResources> share{};  // of the time that each part is busy
  std::vector<double> of_places;  // cycles that warps spent at each place of the program, or waiting for it
  double least_ns = 0;            // what the busiest part needs by itself, at the best that it can do
};

// The blocks that one SM holds at a time.
unsigned resident_blocks(const Occupancy& occupancy, const Device& device);

ModelledTime model_time(const LaunchTraffic& traffic, const Occupancy& occupancy, const Device& device,
                        const TimeConstants& constants);

}  // namespace simt
