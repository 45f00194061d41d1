// Names for allocations: what a launch passes as `out` is called `out` in its report and in messages, and
// holds elements of the type that `out` points to.
#pragma once

#include <map>
#include <string>

#include "state/device_memory.h"

namespace cudart {

// The bytes of each array that is passed to a launch, keyed by its names.
using ArraySizes = std::map<std::string, std::size_t>;

// Called before the launch. `arguments`: the addresses of its arguments, one for each parameter.
ArraySizes name_arguments(DeviceMemory& memory, const simt::Signature& signature,
                          const void* const* arguments);

}  // namespace cudart
