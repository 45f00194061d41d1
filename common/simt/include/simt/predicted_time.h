// How long a launch would take on a GPU: a model's answer, always with the error to expect of it.
//
// machine/time/README.md says how it comes about; docs/measurements/time_model.md what it was compared with.
#pragma once

#include "simt/devices.h"
#include "simt/report.h"

namespace simt {

// Of a launch on a machine with MachineOptions::notes_traffic, while its module is loaded.
PredictedTime predict_time(const LaunchReport& report, const Device& device);

}  // namespace simt
