#include "lab/check.h"

namespace lab {

CheckRecord& CheckRecord::current() {
  static CheckRecord record;
  return record;
}

// Written so that a NaN meets nothing.
bool is_met(const Weighing& weighing) {
  switch (weighing.comparison) {
    case Comparison::at_most:
      return weighing.value <= weighing.required;
    case Comparison::at_least:
      return weighing.value >= weighing.required;
    case Comparison::exactly:
      return weighing.value == weighing.required;
    case Comparison::none:
      return true;
  }
  return false;
}

bool weigh(double value, Comparison comparison, double required, const std::string& unit) {
  CheckRecord& record = CheckRecord::current();
  record.evidence = Evidence::simulated;
  record.weighings.push_back({value, comparison, required, unit});
  return is_met(record.weighings.back());
}

void show(const LaunchResult& run, const std::vector<BandwidthBound>& bounds) {
  CheckRecord& record = CheckRecord::current();
  record.shown.push_back({run, bounds});
  record.printed += run.report.printed;
}

}  // namespace lab
