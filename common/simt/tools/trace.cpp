// simt_trace MODULE.so --kernel K …: runs kernels of a module on the SIMT machine and prints what they did as
// JSON.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "trace_run.h"

namespace {

using simt_tools::TraceOptions;

int print_trace(const TraceOptions& options) {
  const simt::Module module(options.module);
  const simt_tools::Trace trace = simt_tools::run_trace(module, options);
  // A kernel may print bytes that are not UTF-8: they are replaced, not refused.
  std::cout << trace_document(trace, options, module)
                   .dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
            << '\n';
  if (!std::cout.flush()) throw simt::Error("the document could not be written");
  return trace.has_faults() ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const TraceOptions options = simt_tools::parse_trace_options({argv + 1, argv + argc});
    if (!options.help) return print_trace(options);
    std::cout << simt_tools::kTraceUsage;
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
