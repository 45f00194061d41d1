// A survey that lost the GPU to one launch begins again without it.
#pragma once

#include <string>
#include <vector>

namespace lab {

// A launch that took the GPU from an earlier process of this program.
struct FatalLaunch {
  std::string what;  // "transpose_tiled, 1024 x 1024"
  std::string why;
};

// Those that this program was told to do without.
std::vector<FatalLaunch> fatal_launches();

// The environment variable that tells it, for a process that is to do without one more.
constexpr const char* kFatalLaunches = "COALESCE_FATAL_LAUNCHES";
std::string with(const FatalLaunch& launch);

// Starts this program afresh with that environment variable. Returns only where that cannot be done. Survey
// programs and the kit's tests each define it.
void begin_again(const std::string& fatal_launches);

}  // namespace lab
