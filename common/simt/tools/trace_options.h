// The command line of the program `simt_trace`.
#pragma once

#include <string>
#include <vector>

#include "traced_launch.h"

namespace simt_tools {

struct DumpRequest {
  std::string buffer;
  std::size_t elements = 16;  // SIZE_MAX: all
};

struct TraceOptions {
  std::string module;
  std::vector<LaunchRequest> launches;
  std::vector<DumpRequest> dumps;
  SessionOptions session;
  unsigned schedules = 0;  // shuffled ones to compare the first with
  bool help = false;
};

// Throws std::invalid_argument.
TraceOptions parse_trace_options(const std::vector<std::string>& arguments);

extern const char* const kTraceUsage;

}  // namespace simt_tools
