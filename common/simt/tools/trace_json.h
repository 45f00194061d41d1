// A trace as one JSON document.
#pragma once

#include <nlohmann/json.hpp>

#include "trace_run.h"

namespace simt_tools {

// Keys keep this order, so that two documents can be compared line by line.
nlohmann::ordered_json trace_document(const Trace& trace, const TraceOptions& options,
                                      const simt::Module& module);

}  // namespace simt_tools
