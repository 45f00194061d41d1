#include "lab/kernel.h"

#include <algorithm>

namespace lab {

ReadOnlyInputs::ReadOnlyInputs(std::vector<PointerArgument> arguments) {
  for (const PointerArgument& argument : arguments) {
    const bool also_output =
        std::any_of(arguments.begin(), arguments.end(), [&](const PointerArgument& other) {
          return other.address == argument.address && !other.is_to_const;
        });
    if (argument.address != nullptr && !also_output) protected_.push_back(argument.address);
  }
  for (const void* const buffer : protected_) Session::current().machine().protect(buffer);
}

ReadOnlyInputs::~ReadOnlyInputs() {
  for (const void* const buffer : protected_) Session::current().machine().protect(buffer, false);
}

}  // namespace lab
