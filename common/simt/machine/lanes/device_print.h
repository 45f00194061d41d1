// printf() of kernels: the format is carried out piece by piece, so that it can neither store nor read where
// it may not.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lanes/running_lane.h"
#include "loading/launch.h"
#include "loading/module.h"

namespace simt {

struct Printed {
  std::string text;
  std::int32_t conversions = 0;  // arguments used; -1: the format is not a text of the module
  bool stores = false;           // it has the conversion %n, which CUDA's has not
};

// Each value is 8 bytes: an integer, a pointer, or a double's bits. A %s must point to a text of the module's
// own.
Printed print_formatted(const Module::Image& module, const char* format, std::uint32_t count,
                        const std::uint64_t* values);

// What the blocks of one worker print in a launch.
class DevicePrint {
 public:
  explicit DevicePrint(RunningLane& lane) : lane_(lane) {}

  void begin_launch(Launch& launch) { launch_ = &launch; }
  void forget() { texts_.clear(); }
  // Texts by block.
  const std::vector<std::pair<std::uint64_t, std::string>>& texts() const { return texts_; }

  // Returns what printf() does: the number of arguments used, or -1.
  std::int32_t print(std::uint32_t place, const char* format, std::uint32_t count,
                     const std::uint64_t* values);

 private:
  RunningLane& lane_;
  Launch* launch_ = nullptr;
  std::vector<std::pair<std::uint64_t, std::string>> texts_;
};

}  // namespace simt
