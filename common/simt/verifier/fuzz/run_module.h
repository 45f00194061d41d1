// Launches every kernel of a module on small buffers, and watches what is not the kernels' own.
#pragma once

#include <string>

namespace simt_fuzz {

struct Outcome {
  unsigned launches = 0;
  unsigned faults = 0;
  std::string escape;  // what was touched that must not be, or empty
};

// A crash or a hang of the machine ends or stops this process: run it in one of its own.
Outcome run_module(const std::string& path, unsigned seed);

}  // namespace simt_fuzz
