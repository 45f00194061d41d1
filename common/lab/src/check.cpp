#include "lab/check.h"

#include <gtest/gtest.h>

#include <iomanip>
#include <sstream>
#include <stdexcept>

#include "simt/words.h"

namespace lab {

CheckRecord& CheckRecord::current() {
  static CheckRecord record;
  return record;
}

// The comparisons are written so that a NaN meets none.
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

namespace {

bool weigh_as(Evidence evidence, const Weighing& weighing) {
  CheckRecord& record = CheckRecord::current();
  record.evidence = evidence;
  record.weighings.push_back(weighing);
  record.weighings.back().evidence = evidence;
  return is_met(weighing);
}

}  // namespace

bool weigh(double value, Comparison comparison, double required, const std::string& unit) {
  return weigh_as(Evidence::simulated, {value, comparison, required, unit});
}

bool weigh_modelled(double value, Comparison comparison, double required, const std::string& unit) {
  return weigh_as(Evidence::modelled, {value, comparison, required, unit});
}

bool weigh_measured(const Weighing& weighing, const Measured& measured) {
  CheckRecord::current().measured.push_back(measured);
  return weigh_as(Evidence::measured, weighing);
}

void note(const Reading& reading) {
  CheckRecord& record = CheckRecord::current();
  record.evidence = Evidence::measured;
  record.readings.push_back(reading);
}

void note_fault(const std::string& kind) {
  if (!testing::Test::HasFailure()) CheckRecord::current().fault = kind;
}

void note_printed(const LaunchResult& run) {
  if (run.report.printed.empty()) return;
  Printed& printed = CheckRecord::current().printed;
  if (printed.launches++ == 0) printed = {run.kernel, run.shape, run.report.printed, 1};
}

std::string text_of(const Printed& printed) {
  if (printed.launches == 0) return "";
  const std::uint64_t others = printed.launches - 1;
  const std::string more = others == 0 ? ""
                           : others == 1
                               ? " (so did one more launch of this check)"
                               : " (so did " + std::to_string(others) + " more launches of this check)";
  return printed.kernel + ", " + printed.shape + ", printed" + more + ":\n" + printed.text;
}

std::string first_lines(const std::string& text, std::size_t most) {
  std::istringstream stream(text);
  std::string shown;
  std::size_t lines = 0;
  for (std::string line; std::getline(stream, line); ++lines) {
    if (lines < most) shown += line + "\n";
  }
  if (lines <= most) return shown;
  const std::size_t left = lines - most;
  return shown + "... and " + simt::plural(left, "line") + " more\n";
}

void show(const LaunchResult& run) {
  if (!measuring()) CheckRecord::current().shown.push_back({run, {}, "", std::nullopt});
}

void show(const LaunchResult& run, const Baseline& baseline) {
  if (measuring()) return;
  CheckRecord::current().shown.push_back(
      {run, modelled_ratios(run, baseline), baseline.name(), std::nullopt});
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

namespace {

// An amount per request, with no more digits than it needs: 4, 4.76.
std::string per_request_text(std::uint64_t sum, const simt::AccessCost& access) {
  return simt::figure(static_cast<double>(sum) / static_cast<double>(access.requests));
}

// "1 sector", "5 sectors"
std::string counted(const std::string& amount, const std::string& noun) {
  return amount + " " + simt::noun_for(amount == "1" ? 1 : 0, noun);
}

// Whether a line does the same to several arrays: they must be told apart then.
bool differ_in_array(const simt::AccessCost& one, const simt::AccessCost& other) {
  return one.where == other.where && one.space == other.space && one.op == other.op &&
         one.width == other.width && one.instruction == other.instruction && one.array != other.array;
}

std::string action(const simt::AccessCost& access, const simt::LaunchReport& report) {
  const bool is_one_of_several =
      std::any_of(report.accesses.begin(), report.accesses.end(),
                  [&](const simt::AccessCost& other) { return differ_in_array(access, other); });
  return std::string(name_of(access.space)) + " " + name_of(access.instruction, access.op) +
         (is_one_of_several ? " of " + access.array : "") + ", " + std::to_string(access.width) +
         (access.instruction == simt::Instruction::plain ? " B" : " B a row");
}

std::string spent(const simt::AccessCost& access) {
  const bool sectors = access.space != simt::Space::shared && access.space != simt::Space::constant;
  const std::uint64_t amount = sectors ? access.sectors : access.wavefronts;
  const std::uint64_t least = sectors ? access.least_sectors : access.least_wavefronts;
  std::string text = counted(per_request_text(amount, access), sectors ? "sector" : "wavefront");
  if (amount > least) text += " (least " + per_request_text(least, access) + ")";
  if (access.bank_conflicts > 0)
    text += ", " + counted(per_request_text(access.bank_conflicts, access), "bank conflict");
  return text;
}

}  // namespace

std::string cost_table(const LaunchResult& result) {
  std::ostringstream out;
  out << result.kernel << ", " << result.shape << "\n"
      << "  line  access              requests  per request\n";
  for (const auto& access : result.report.accesses) {
    const std::uint64_t spent_more = access.sectors - access.least_sectors + access.bank_conflicts;
    out << (spent_more > 0 ? "! " : "  ") << std::setw(4) << access.where.line << "  " << std::left
        << std::setw(18) << action(access, result.report) << std::right << std::setw(10) << access.requests
        << "  " << spent(access) << "\n";
  }
  const simt::BytesInFlight& in_flight = result.report.in_flight;
  if (in_flight.waits != 0) {
    out << "  in flight: " << std::setprecision(3) << in_flight.mean() << " bytes a thread on average, "
        << in_flight.most << " at most\n";
  }
  return out.str();
}

}  // namespace lab
