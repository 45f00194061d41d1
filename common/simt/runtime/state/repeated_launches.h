// Launches that would repeat an earlier one bit for bit, and need not run again.
//
// Whoever measures a kernel launches it some hundred times on the same data. A launch depends on its kernel,
// its shape, its arguments and the memory that it reads. As long as nobody has changed that memory, nor what
// the earlier launch wrote, the later one would read the same, write the same over it, and cost the same.
//
// Only a launch is remembered that completed without a fault, printed nothing, looked at no clock, stored to
// no array that it loaded from, and touched device memory only: managed and pinned memory change without a
// call. Any call of the runtime that could change memory forgets all of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/machine.h"
#include "state/device_memory.h"

namespace cudart {

class RepeatedLaunches {
 public:
  // SIMT_RUN_REPEATS=1: none is left out.
  RepeatedLaunches();

  // Identifies a launch by its kernel, its shape, and the bytes of its arguments.
  static std::string key_of(const simt::Kernel& kernel, const simt::LaunchShape& shape,
                            const void* const* arguments);

  // Returns the report of the earlier launch that this one would repeat, or null if it has to run.
  const simt::LaunchReport* find(const std::string& key) const;
  // A launch ran.
  void note(const std::string& key, const simt::LaunchReport& report, DeviceMemory& memory);

  // A function of the API is called.
  void called(const char* function);

 private:
  // An array, and how often it had been stored to when the launch was over.
  struct Seen {
    std::uintptr_t begin = 0;
    std::uint64_t version = 0;
  };
  struct Launched {
    simt::LaunchReport report;
    std::vector<Seen> arrays;
  };

  bool is_enabled_;
  // For each array, the number of launches that stored to it
  std::map<std::uintptr_t, std::uint64_t> versions_;
  std::map<std::string, Launched> launched_;
};

}  // namespace cudart
