// All launches of one trace, the same again under other schedules, and what they are written as.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "trace_options.h"

namespace simt_tools {

// A difference that a shuffled schedule made.
struct ScheduleDifference {
  enum class What : std::uint8_t { buffer, counters, faults };

  What what = What::buffer;
  unsigned seed = 0;
  std::string name;               // the name of the buffer, or of the launched kernel
  std::size_t elements = 0;       // how many elements of the buffer differ
  std::size_t first_element = 0;  // the first element that differs: as it was, as it became
  std::string before;
  std::string after;
};

struct Trace {
  std::unique_ptr<TraceSession> session;
  std::vector<std::string> not_run;  // kernels after a launch that stopped
  std::vector<ScheduleDifference> differences;

  bool has_faults() const;
};

Trace run_trace(const simt::Module& module, const TraceOptions& options);

// The trace as one JSON document (trace_json.cpp). Keys keep this order, so that two documents can be compared
// line by line.
nlohmann::ordered_json trace_document(const Trace& trace, const TraceOptions& options,
                                      const simt::Module& module);

}  // namespace simt_tools
