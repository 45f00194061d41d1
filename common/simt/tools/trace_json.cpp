#include "trace_run.h"

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "launch_json.h"

namespace simt_tools {
namespace {

using json = nlohmann::ordered_json;

json to_json(const simt::Fault& fault) { return simt::fault_json<json>(fault); }

// Members only of a struct.
json parameters_of(const std::vector<simt::Parameter>& parameters,
                   const std::vector<PassedArgument>& passed) {
  json rows = json::array();
  for (std::size_t i = 0; i < passed.size(); ++i) {
    const simt::Parameter& parameter = parameters[i];
    json row{{"name", parameter.name},
             {"type", parameter.type},
             {"given", passed[i].given},
             {"buffer", passed[i].buffer}};
    if (!passed[i].members.empty()) row["members"] = parameters_of(parameter.members, passed[i].members);
    rows.push_back(row);
  }
  return rows;
}

json to_json(const Unwritten& unwritten) {
  return {{"buffer", unwritten.buffer},
          {"elements", unwritten.elements},
          {"count", unwritten.count},
          {"first", unwritten.first},
          {"message", unwritten.message()}};
}

json to_json(const LaunchRecord& launch);
json to_json(const Buffer& buffer);
json to_json(const ScheduleDifference& difference);

template <class Items>
json array_of(const Items& items) {
  json rows = json::array();
  for (const auto& item : items) rows.push_back(to_json(item));
  return rows;
}

json to_json(const LaunchRecord& launch) {
  return {{"kernel", launch.request.kernel},
          {"signature", launch.request.kernel + simt::text_of(launch.signature)},
          {"grid", launch.request.shape.grid},
          {"block", launch.request.shape.block},
          {"dynamic_shared_bytes", launch.request.shape.dynamic_shared_bytes},
          {"parameters", parameters_of(launch.signature.parameters, launch.passed)},
          {"completed", launch.report.completed()},
          {"accesses", launch.report.accesses},
          {"totals", simt::totals_json<json>(launch.report.accesses)},
          {"faults", array_of(launch.report.faults)},
          {"unwritten", array_of(launch.unwritten)},
          {"remarks", launch.report.remarks},
          {"in_flight", launch.report.in_flight},
          {"device", launch.device},
          {"predicted_us", launch.report.predicted.us > 0 ? json(launch.report.predicted.us) : json(nullptr)},
          {"predicted_by", launch.report.predicted.limiter},
          {"predicted_next", launch.report.predicted.next},
          {"predicted_error", launch.report.predicted.error},
          {"predicted_why_not", launch.report.predicted.why_not},
          {"least_us", launch.report.predicted.least_us},
          {"line_times", launch.report.predicted.lines},
          {"printed", launch.report.printed}};
}

// null: never written. JSON has no infinities and no NaN: these are words.
json value_of(const TraceSession& session, const Buffer& buffer, std::size_t element) {
  if (!session.is_written(buffer, element)) return nullptr;
  const Number value = load_element(buffer.type, buffer.memory + element * size_of(buffer.type));
  if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
  if (buffer.type == ElementType::u64) return static_cast<std::uint64_t>(value);
  if (!is_floating(buffer.type)) return static_cast<std::int64_t>(value);
  return std::strtod(text_of(buffer.type, value).c_str(), nullptr);  // 0.1f is 0.1, not 0.10000000149011612
}

json to_json(const Buffer& buffer) {
  return {{"name", buffer.name}, {"type", name_of(buffer.type)}, {"elements", buffer.elements}};
}

json dump_of(const TraceSession& session, const DumpRequest& request) {
  const Buffer& buffer = session.buffer(request.buffer);
  json dump = to_json(buffer);
  json values = json::array();
  const std::size_t count = std::min(request.elements, buffer.elements);
  for (std::size_t i = 0; i < count; ++i) values.push_back(value_of(session, buffer, i));
  dump["values"] = std::move(values);
  return dump;
}

json to_json(const ScheduleDifference& difference) {
  const json seed_and_name{{"seed", difference.seed}, {"name", difference.name}};
  const auto of_kind = [&](const char* what) {
    json row{{"what", what}};
    row.update(seed_and_name);
    return row;
  };
  if (difference.what == ScheduleDifference::What::faults) return of_kind("faults");
  if (difference.what == ScheduleDifference::What::counters) return of_kind("counters");
  json row = of_kind("buffer");
  row["elements"] = difference.elements;
  row["first_element"] = difference.first_element;
  row["before"] = difference.before;
  row["after"] = difference.after;
  return row;
}

}  // namespace

json trace_document(const Trace& trace, const TraceOptions& options, const simt::Module& module) {
  const TraceSession& session = *trace.session;
  json dumps = json::array();
  for (const DumpRequest& request : options.dumps) dumps.push_back(dump_of(session, request));
  return {{"format", 1},
          {"machine", "simt"},
          {"compiler", module.compiler()},
          {"schedule_seed", options.session.machine.schedule.seed},
          {"data_seed", options.session.data_seed},
          {"launches", array_of(session.launches())},
          {"not_run", trace.not_run},
          {"buffers", array_of(session.buffers())},
          {"dumps", dumps},
          {"schedules", {{"compared", options.schedules}, {"differences", array_of(trace.differences)}}}};
}

}  // namespace simt_tools
