#include <csignal>
#include <cstring>

#include "launch_json.h"
#include "report/program_report.h"

namespace cudart {
namespace {

using json = nlohmann::ordered_json;

json to_json(const GroupFault& found) {
  json row = simt::fault_json<json>(found.fault);
  row["first"] = found.first;
  row["launches"] = found.launches;
  return row;
}

json to_json(const LaunchGroup& group) {
  json faults = json::array();
  for (const GroupFault& found : group.faults) faults.push_back(to_json(found));
  return {
      {"kernel", group.kernel},
      {"signature", group.signature},
      {"file", group.definition.file},
      {"line", group.definition.line},
      {"grid", group.shape.grid},
      {"block", group.shape.block},
      {"dynamic_shared_bytes", group.shape.dynamic_shared_bytes},
      {"alike", name_of(group.alike)},
      {"count", group.count},
      {"first", group.first},
      {"last", group.last},
      {"worst", group.worst},
      {"stopped", group.stopped},
      {"repeated", group.repeated},
      {"completed", group.stopped == 0},
      {"lockstep", group.in_lockstep},
      {"least_us", group.least_us},
      {"predicted_us", group.predicted_launches == group.count ? json(group.predicted.us) : json(nullptr)},
      {"predicted_by", group.predicted.limiter},
      {"predicted_next", group.predicted.next},
      {"predicted_error", group.predicted.error},
      {"predicted_why_not", group.predicted.why_not},
      {"line_times", group.predicted.lines},
      {"accesses", group.accesses},
      {"totals", simt::totals_json<json>(group.accesses)},
      {"faults", faults},
      {"remarks", group.remarks}};
}

json to_json(const CodePlace& place) {
  return {{"function", place.function}, {"file", place.source.file}, {"line", place.source.line}};
}

json host_faults(const std::vector<HostFault>& faults) {
  const std::vector<CodePlace> places = places_of(faults);
  json rows = json::array();
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const HostFault& fault = faults[i];
    json row{{"kind", fault.kind}, {"message", fault.message}, {"advice", fault.advice}};
    row.update(to_json(places[i]));
    row["count"] = fault.count;
    rows.push_back(row);
  }
  return rows;
}

json libraries(const std::vector<LibraryCalls>& all) {
  json rows = json::array();
  for (const LibraryCalls& one : all) {
    json functions = json::array();
    for (const auto& [function, calls] : one.functions)
      functions.push_back({{"function", function}, {"calls", calls}});
    rows.push_back({{"library", one.library}, {"calls", one.all()}, {"functions", functions}});
  }
  return rows;
}

json running(const std::optional<RunningLaunch>& launch) {
  if (!launch) return nullptr;
  return {{"kernel", launch->kernel},
          {"grid", launch->shape.grid},
          {"block", launch->shape.block},
          {"number", launch->number}};
}

const char* name_of(Ending::How how) {
  switch (how) {
    case Ending::How::running:
      return "running";
    case Ending::How::exit:
      return "exit";
    case Ending::How::signal:
      return "signal";
  }
  return "";
}

}  // namespace

std::string signal_of(const Ending& ending) {
  if (ending.how != Ending::How::signal) return "";
  const char* const name = sigabbrev_np(ending.signal);
  return name == nullptr ? "signal " + std::to_string(ending.signal) : std::string("SIG") + name;
}

std::string json_report(const Recorded& recorded, const ReportSettings& settings, const Ending& ending) {
  json launches = json::array();
  for (const LaunchGroup& group : recorded.groups) launches.push_back(to_json(group));
  const json document{{"format", 1},
                      {"machine", "simt"},
                      {"device", recorded.device},
                      {"ended", name_of(ending.how)},
                      {"signal", signal_of(ending)},
                      {"stopped_at", ending.at == 0 ? json(nullptr) : to_json(place_of(ending.at))},
                      {"counted", settings.counts},
                      {"races_looked_for", settings.looks_for_races},
                      {"launched", recorded.launches},
                      {"left_out", recorded.left_out},
                      {"running", running(recorded.running)},
                      {"launches", launches},
                      {"host_faults", host_faults(recorded.faults)},
                      {"libraries", libraries(recorded.libraries)}};
  // Names in a program need not be UTF-8.
  return document.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace cudart
