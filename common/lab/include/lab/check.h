// What a check weighed, for the record: a value beside the required one, and the launches worth looking at.
//
// Whether it passed is GoogleTest's business. A failure is added at the kernel's line (ADD_FAILURE_AT), so
// that the record, GoogleTest's output and an editor all point there.
#pragma once

#include <string>
#include <vector>

#include "lab/kernel.h"
#include "lab/traffic_bound.h"

namespace lab {

enum class Evidence { none, simulated, measured };
enum class Comparison { none, at_most, at_least, exactly };

struct Weighing {
  double value = 0;
  Comparison comparison = Comparison::none;
  double required = 0;
  std::string unit;
};

struct ShownLaunch {
  LaunchResult run;
  std::vector<BandwidthBound> bounds;  // may be empty
};

// The record of the running test. Emptied when a test starts.
struct CheckRecord {
  Evidence evidence = Evidence::none;
  std::vector<Weighing> weighings;  // the first that is not met is the one reported, else the first
  std::vector<ShownLaunch> shown;
  std::string printed;

  static CheckRecord& current();
};

bool is_met(const Weighing& weighing);

// Notes a comparison and tells whether it holds. Marks the check's evidence as simulated.
bool weigh(double value, Comparison comparison, double required, const std::string& unit);

// Puts a launch on the scorecard.
void show(const LaunchResult& run, const std::vector<BandwidthBound>& bounds = {});

}  // namespace lab
