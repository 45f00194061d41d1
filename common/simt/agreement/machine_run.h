// The SIMT machine's side of a case.
#pragma once

#include <string>

#include "case_file.h"
#include "simt/machine.h"

namespace agreement {

// Runs a case with the module DIR/<folder>.<name>.so on a fresh machine. Throws FileError where the kernel
// is missing or an argument does not suit its parameter, simt::Error where the module cannot be loaded.
simt::LaunchReport run_on_machine(const Case& c, const std::string& modules,
                                  const simt::MachineOptions& options = {});

}  // namespace agreement
