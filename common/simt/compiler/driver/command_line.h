// simtcc's command line.
#pragma once

#include <optional>

#include "front/front_end.h"

namespace simtcc {

// Returns nothing if --help or --version was given and has been answered. Throws std::invalid_argument with
// what is wrong.
std::optional<Command> parse(int argc, char** argv);

}  // namespace simtcc
