// printf() of kernels: the format is carried out piece by piece, so that it can neither store nor read where
// it may not.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lanes/access_door.h"
#include "lanes/running_lane.h"
#include "loading/launch.h"

namespace simt {

// What the blocks of one worker print in a launch.
class DevicePrint {
 public:
  DevicePrint(RunningLane& lane, AccessDoor& door) : lane_(lane), door_(door) {}

  void begin_launch(Launch& launch) { launch_ = &launch; }
  void forget() { texts_.clear(); }
  // Texts by block.
  const std::vector<std::pair<std::uint64_t, std::string>>& texts() const { return texts_; }

  // Returns what printf() does: the number of arguments used, or -1. Each value is 8 bytes: an integer, a pointer, or a double's
  // bits. The format must be a text of the module's own, and %s takes what ends in the array that it begins in.
  std::int32_t print(std::uint32_t place, const char* format, std::uint32_t count,
                     const std::uint64_t* values);

 private:
  RunningLane& lane_;
  AccessDoor& door_;
  Launch* launch_ = nullptr;
  std::vector<std::pair<std::uint64_t, std::string>> texts_;
};

}  // namespace simt
