#include "lab/run_record.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab/check.h"
#include "lab/session.h"
#include "record_json.h"

namespace lab {
namespace {

using nlohmann::json;

constexpr std::size_t kMostOthers = 8;

// GoogleTest puts "Failed" above what ADD_FAILURE_AT is given.
json to_json(const testing::TestPartResult& part) {
  const std::string text = part.message();
  return {{"message", text.rfind("Failed\n", 0) == 0 ? text.substr(7) : text},
          {"file", part.file_name() == nullptr ? "" : part.file_name()},
          {"line", std::max(0, part.line_number())}};
}

constexpr std::size_t kMostLines = 16;

json to_json(const ModelledRatio& modelled) {
  json lines = json::array();
  for (std::size_t i = 0; i < std::min(kMostLines, modelled.lines.size()); ++i) {
    const simt::LineTime& line = modelled.lines[i];
    lines.push_back({{"file", line.where.file}, {"line", line.where.line}, {"share", line.share}});
  }
  return {{"device", modelled.device},         {"ratio", modelled.ratio}, {"us", modelled.us},
          {"against_us", modelled.against_us}, {"error", modelled.error}, {"limiter", modelled.limiter},
          {"next_limiter", modelled.next},     {"line_times", lines}};
}

json to_json(const LaunchResult& run) {
  return {{"kernel", run.kernel},          {"grid", run.launch.grid},
          {"block", run.launch.block},     {"shape", run.shape},
          {"number", run.number},          {"accesses", run.report.accesses},
          {"remarks", run.report.remarks}, {"in_flight", run.report.in_flight}};
}

json to_json(const ShownLaunch& shown) {
  json launch = to_json(shown.run);
  launch["bounds_against"] = shown.against;
  launch["modelled"] = json::array();
  for (const ModelledRatio& modelled : shown.modelled) launch["modelled"].push_back(to_json(modelled));
  launch["before"] = shown.before ? to_json(*shown.before) : json(nullptr);
  return launch;
}

const char* name_of(SeriesRole role) {
  switch (role) {
    case SeriesRole::student:
      return "student";
    case SeriesRole::given:
      return "given";
    case SeriesRole::limit:
      return "limit";
    case SeriesRole::hardware:
      return "hardware";
  }
  return "";
}

json to_json(const Chart& chart) {
  json series = json::array();
  for (const Series& one : chart.series) {
    // A NaN becomes null: a gap.
    series.push_back({{"name", one.name}, {"role", name_of(one.role)}, {"values", one.values}});
  }
  return {{"id", chart.id},
          {"title", chart.title},
          {"kind", chart.kind == ChartKind::line ? "line" : "bars"},
          {"x_label", chart.x_label},
          {"x", chart.x},
          {"y_label", chart.y_label},
          {"series", series},
          {"source", chart.source}};
}

const char* name_of(Comparison comparison) {
  switch (comparison) {
    case Comparison::at_most:
      return "at most";
    case Comparison::at_least:
      return "at least";
    case Comparison::exactly:
      return "exactly";
    case Comparison::none:
      return "";
  }
  return "";
}

const char* name_of(Evidence evidence) {
  switch (evidence) {
    case Evidence::simulated:
      return "simulated";
    case Evidence::modelled:
      return "modelled";
    case Evidence::measured:
      return "measured";
    case Evidence::none:
      return "none";
  }
  return "none";
}

// Returns the comparison to show among all that a check weighed: the first that is not met, or else the
// first.
const Weighing* decisive(const CheckRecord& record) {
  for (const Weighing& weighing : record.weighings) {
    if (!is_met(weighing)) return &weighing;
  }
  return record.weighings.empty() ? nullptr : &record.weighings.front();
}

// Only a check that was measured has this: readers of an older record do not know it.
void add_measured(json& check, const Measured& measured) {
  check["measured"] = {{"device", measured.device},
                       {"shape", measured.shape},
                       {"runs", measured.runs},
                       {"low", measured.low},
                       {"high", measured.high}};
}

json to_json(const Reading& reading) {
  return {{"shape", reading.shape},    {"name", reading.name},
          {"unit", reading.unit},      {"value", reading.middle.median},
          {"low", reading.middle.low}, {"high", reading.middle.high},
          {"runs", reading.runs}};
}

// Only a run on a GPU has these, for the same reason.
void add_readings(json& check, const CheckRecord& record) {
  if (!Session::current().on_cuda()) return;
  check["readings"] = json::array();
  for (const Reading& reading : record.readings) check["readings"].push_back(to_json(reading));
}

void add_outcome(json& check, const CheckRecord& record, const testing::TestResult& result) {
  check["status"] = result.Skipped() ? "skipped" : result.Passed() ? "passed" : "failed";
  check["reason"] = record.remark;
  std::vector<testing::TestPartResult> failed;
  for (int i = 0; i < result.total_part_count(); ++i) {
    const testing::TestPartResult& part = result.GetTestPartResult(i);
    if (part.skipped()) check["reason"] = part.message();
    if (part.failed()) failed.push_back(part);
  }
  check.update(failures_to_json(failed));
}

// A check whose launches were only counted: without counts, what it found missing says nothing.
void take_back_outcome(json& check) {
  check["status"] = "skipped";
  check["reason"] = "its launches were made for a profiler: nothing was judged";
  check["evidence"] = "none";
  for (const char* const text : {"message", "file", "comparison", "unit"}) check[text] = "";
  for (const char* const number : {"value", "required"}) check[number] = nullptr;
  check["line"] = 0;
  check["failures"] = 0;
  check["others"] = json::array();
  check["charts"] = json::array();
}

json empty_record() {
  const Session& session = Session::current();
  return {{"format", 1},
          {"lab", session.options().lab},
          {"machine", session.on_cuda() ? "cuda" : "simt"},
          {"compiler", session.compiler()},
          {"module", session.path()},
          {"source", session.source()},
          {"seed", session.options().seed},
          {"complete", false},
          {"refused", ""},
          {"checks", json::array()}};
}

// Writes a file beside the record, then renames it. A kernel may print bytes that are not UTF-8: they are
// replaced, not refused.
void write_whole(const std::string& path, const json& record) {
  const std::string beside = path + ".part";
  {
    std::ofstream file(beside);
    file << record.dump(1, ' ', false, json::error_handler_t::replace) << '\n';
    if (!file.flush()) throw simt::Error(path + ": cannot be written");
  }
  if (std::rename(beside.c_str(), path.c_str()) != 0) throw simt::Error(path + ": cannot be written");
}

class RunRecorder : public testing::EmptyTestEventListener {
 public:
  explicit RunRecorder(std::string path) : path_(std::move(path)) { record_ = empty_record(); }

  void OnTestProgramStart(const testing::UnitTest&) override { write(); }
  void OnTestStart(const testing::TestInfo&) override { CheckRecord::current() = {}; }

  void OnTestEnd(const testing::TestInfo& info) override {
    CheckRecord& record = CheckRecord::current();
    if (info.result()->Skipped()) {  // a check without a verdict rests on nothing
      record.evidence = Evidence::none;
      record.weighings.clear();
    }
    json check{{"test", std::string(info.test_suite_name()) + "." + info.name()},
               {"evidence", name_of(record.evidence)},
               {"value", nullptr},
               {"required", nullptr},
               {"comparison", ""},
               {"unit", ""},
               {"seconds", static_cast<double>(info.result()->elapsed_time()) / 1000},
               {"printed", text_of(record.printed)},
               {"fault", info.result()->Failed() ? record.fault : ""},
               {"launches", json::array()},
               {"charts", json::array()}};
    add_outcome(check, record, *info.result());
    if (const Weighing* const weighing = decisive(record)) {
      if (record.evidence != Evidence::measured) check["evidence"] = name_of(weighing->evidence);
      check["value"] = weighing->value;
      check["required"] = weighing->required;
      check["comparison"] = name_of(weighing->comparison);
      check["unit"] = weighing->unit;
      const auto index = static_cast<std::size_t>(weighing - record.weighings.data());
      if (index < record.measured.size()) add_measured(check, record.measured[index]);
    }
    add_readings(check, record);
    for (const ShownLaunch& shown : record.shown) check["launches"].push_back(to_json(shown));
    for (const Chart& chart : record.charts) check["charts"].push_back(to_json(chart));
    if (counting()) take_back_outcome(check);
    record_["checks"].push_back(check);
    write();
  }

  void OnTestProgramEnd(const testing::UnitTest&) override {
    record_["complete"] = true;
    write();
  }

 private:
  void write() const { write_whole(path_, record_); }

  std::string path_;
  json record_;
};

}  // namespace

std::unique_ptr<testing::TestEventListener> make_run_recorder(const std::string& path) {
  return std::make_unique<RunRecorder>(path);
}

void write_refusal(const std::string& path, const std::string& reason) {
  json record = empty_record();
  record["refused"] = reason;
  write_whole(path, record);
}

json failures_to_json(const std::vector<testing::TestPartResult>& failed) {
  json found = failed.empty() ? json{{"message", ""}, {"file", ""}, {"line", 0}} : to_json(failed.front());
  found["failures"] = failed.size();
  found["others"] = json::array();
  for (std::size_t i = 1; i < std::min(failed.size(), kMostOthers + 1); ++i)
    found["others"].push_back(to_json(failed[i]));
  return found;
}

}  // namespace lab
