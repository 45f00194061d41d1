#include "trace_run.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace simt_tools {
namespace {

Trace run_once(const simt::Module& module, const TraceOptions& options, unsigned schedule_seed) {
  SessionOptions session = options.session;
  session.machine.schedule.seed = schedule_seed;
  Trace trace;
  trace.session = std::make_unique<TraceSession>(module, session);
  bool stopped = false;
  for (const LaunchRequest& request : options.launches) {
    if (stopped) {  // a fault ends a CUDA program's context: nothing runs after it
      trace.not_run.push_back(request.kernel);
    } else {
      stopped = !trace.session->launch(request).report.completed();
    }
  }
  return trace;
}

std::string element_text(const TraceSession& session, const Buffer& buffer, std::size_t element) {
  if (!session.is_written(buffer, element)) return "not written";
  return text_of(buffer.type, load_element(buffer.type, buffer.memory + element * size_of(buffer.type)));
}

void compare_buffers(const TraceSession& before, const TraceSession& after, unsigned seed,
                     std::vector<ScheduleDifference>& differences) {
  const std::size_t count = std::min(before.buffers().size(), after.buffers().size());
  for (std::size_t i = 0; i < count; ++i) {
    const Buffer& old_one = before.buffers()[i];
    const Buffer& new_one = after.buffers()[i];
    const std::size_t width = size_of(old_one.type);
    ScheduleDifference difference{ScheduleDifference::What::buffer, seed, old_one.name, 0, 0, "", ""};
    for (std::size_t element = 0; element < old_one.elements; ++element) {
      const std::size_t at = element * width;
      if (std::memcmp(old_one.memory + at, new_one.memory + at, width) == 0) continue;
      if (difference.elements++ == 0) difference.first_element = element;
    }
    if (difference.elements == 0) continue;
    difference.before = element_text(before, old_one, difference.first_element);
    difference.after = element_text(after, new_one, difference.first_element);
    differences.push_back(difference);
  }
}

// The arrays of a session are the same in each schedule.
bool is_same_cost(const simt::AccessCost& a, const simt::AccessCost& b) {
  return simt::is_same_cost(a, b) && a.array == b.array;
}

bool is_same_fault(const simt::Fault& a, const simt::Fault& b) {
  return std::tie(a.kind, a.where, a.other) == std::tie(b.kind, b.where, b.other);
}

void compare_reports(const TraceSession& before, const TraceSession& after, unsigned seed,
                     std::vector<ScheduleDifference>& differences) {
  const std::size_t count = std::min(before.launches().size(), after.launches().size());
  for (std::size_t i = 0; i < count; ++i) {
    const simt::LaunchReport& a = before.launches()[i].report;
    const simt::LaunchReport& b = after.launches()[i].report;
    const std::string& kernel = before.launches()[i].request.kernel;
    if (!std::equal(a.faults.begin(), a.faults.end(), b.faults.begin(), b.faults.end(), is_same_fault))
      differences.push_back({ScheduleDifference::What::faults, seed, kernel, 0, 0, "", ""});
    if (!std::equal(a.accesses.begin(), a.accesses.end(), b.accesses.begin(), b.accesses.end(), is_same_cost))
      differences.push_back({ScheduleDifference::What::counters, seed, kernel, 0, 0, "", ""});
  }
}

}  // namespace

bool Trace::has_faults() const {
  return std::any_of(session->launches().begin(), session->launches().end(),
                     [](const LaunchRecord& launch) { return launch.has_faults(); });
}

Trace run_trace(const simt::Module& module, const TraceOptions& options) {
  const unsigned seed = options.session.machine.schedule.seed;
  Trace trace = run_once(module, options, seed);
  for (unsigned i = 1; i <= options.schedules; ++i) {
    const Trace other = run_once(module, options, seed + i);
    compare_reports(*trace.session, *other.session, seed + i, trace.differences);
    compare_buffers(*trace.session, *other.session, seed + i, trace.differences);
  }
  return trace;
}

}  // namespace simt_tools
