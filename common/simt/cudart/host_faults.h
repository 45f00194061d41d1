// A signal in the program's host code: a device pointer that it followed is named before the program ends.
#pragma once

namespace cudart {

// After the machine has begun: what is not the host's fault goes to the machine's own handlers.
void watch_host_faults();

}  // namespace cudart
