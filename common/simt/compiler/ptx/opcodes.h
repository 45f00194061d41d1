// The names of PTX instructions, to tell those that the machine does not have from what is no PTX.
#pragma once

#include <string>

namespace simtcc::ptx {

// "is no instruction of PTX", or why the machine has none of this name; "" where a family may know it.
std::string reason_not_to_lower(const std::string& name);

}  // namespace simtcc::ptx
