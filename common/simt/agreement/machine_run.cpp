#include "machine_run.h"

#include "traced_launch.h"

namespace agreement {

simt::LaunchReport run_on_machine(const Case& c, const std::string& modules,
                                  const simt::MachineOptions& options) {
  const auto dim3_of = [](const Shape& shape) { return simt::Dim3{shape[0], shape[1], shape[2]}; };
  const simt::Module module(modules + "/" + module_name(c) + ".so");
  simt_tools::TraceSession session(module, {options, kDataSeed});
  const simt::LaunchShape shape{dim3_of(c.grid), dim3_of(c.block), c.dynamic_shared_bytes};
  try {
    return session.launch({c.kernel, shape, c.arguments}).report;
  } catch (const std::invalid_argument& error) {
    throw FileError(c.place + ": " + error.what());
  }
}

}  // namespace agreement
