// The cost of each source line as a text table, for a terminal.
#pragma once

#include <string>

#include "lab/kernel.h"

namespace lab {

// One row an access: line, what it does, requests, sectors or wavefronts a request beside the least possible,
// bank conflicts.
std::string cost_table(const LaunchResult& result);

}  // namespace lab
