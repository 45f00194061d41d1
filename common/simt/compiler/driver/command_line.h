// simtcc's command line for one kernel file, which becomes a module.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "front/front_end.h"

namespace simtcc {

// Returns nothing if --help or --version was given and has been answered. Throws std::invalid_argument with
// what is wrong.
std::optional<Command> parse(const std::vector<std::string>& words);

}  // namespace simtcc
