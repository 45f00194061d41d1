#include "lab/check.h"

#include <stdexcept>

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

bool weigh_measured(const Weighing& weighing, const Measured& measured) {
  CheckRecord& record = CheckRecord::current();
  record.evidence = Evidence::measured;
  record.weighings.push_back(weighing);
  record.measured.push_back(measured);
  return is_met(weighing);
}

void note(const Reading& reading) {
  CheckRecord& record = CheckRecord::current();
  record.evidence = Evidence::measured;
  record.readings.push_back(reading);
}

void show(const LaunchResult& run, const std::vector<BandwidthBound>& bounds,
          const std::string& bounds_against) {
  if (measuring()) return;
  CheckRecord& record = CheckRecord::current();
  record.shown.push_back({run, bounds, bounds_against, std::nullopt});
  record.printed += run.report.printed;
}

void show_against(const LaunchResult& run, const LaunchResult& before) {
  show(run);
  if (measuring()) return;
  CheckRecord::current().shown.back().before = before;
}

void plot(const Chart& chart) {
  for (const Series& series : chart.series) {
    if (series.values.size() == chart.x.size()) continue;
    throw std::invalid_argument("chart " + chart.id + ": the series '" + series.name + "' has " +
                                std::to_string(series.values.size()) + " values for " +
                                std::to_string(chart.x.size()) + " places");
  }
  CheckRecord::current().charts.push_back(chart);
}

}  // namespace lab
