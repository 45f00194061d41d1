// The SIMT machine's side of a case.
#pragma once

#include <string>

#include "case_file.h"
#include "simt/machine.h"

namespace agreement {

// Runs a case with the module DIR/<folder>.<name>.so on a fresh machine. Throws FileError where the module or
// the kernel is missing, or an argument is of a kind that the machine does not know.
simt::LaunchReport run_on_machine(const Case& c, const std::string& modules);

}  // namespace agreement
