// Launches that would repeat an earlier one bit for bit, and need not run again.
//
// Whoever measures a kernel launches it some hundred times on the same data. A launch depends on its kernel, its
// shape, its arguments and what the arrays hold that it touches. Where they hold what they held before an
// earlier launch, or still what it left there, the later one would load the same, leave the same, and cost the same.
//
// Whether an array holds the same is told by its version where only the device changes it. A launch that comes a second
// time to arrays that were changed since keeps their bytes, before and after: the third one is compared with those, and
// what it would store is copied there. Small arrays are kept the first time. Kept bytes have a limit, and a launch whose
// arrays always hold something new is compared more and more seldom.
//
// Only a launch is remembered that came to its end, printed nothing and looked at no clock. Calls that could change
// anything else that a launch depends on forget all of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "simt/machine.h"
#include "state/device_memory.h"
#include "state/modules.h"

namespace cudart {

class RepeatedLaunches {
 public:
  // SIMT_RUN_REPEATS=1: none is left out.
  RepeatedLaunches();

  // Identifies a launch by its kernel, its shape, and the bytes of its arguments.
  static std::string key_of(const simt::Kernel& kernel, const simt::LaunchShape& shape,
                            const void* const* arguments);

  // Returns the report of the earlier launch that this one would repeat, and leaves the arrays as it would; null: it has
  // to run.
  const simt::LaunchReport* repeat(const std::string& key, DeviceMemory& device, const Modules& modules);
  // A launch that has to run begins, and is over.
  void begin(const std::string& key, DeviceMemory& device, const Modules& modules);
  void end(const std::string& key, const simt::LaunchReport& report, DeviceMemory& device,
           const Modules& modules);
  // A launch is over that is not to be remembered.
  void note_stores(const simt::LaunchReport& report, DeviceMemory& device, const Modules& modules);

  // A copy has changed some variable.
  void variables_changed(DeviceMemory& memory);
  // A function of the API is called.
  void called(const char* function);

 private:
  // What an array held: its bytes, and the map of those that were written, which variables have none of.
  struct Contents {
    std::uint64_t version = 0;
    std::vector<unsigned char> bytes;
    std::vector<unsigned char> written;
  };
  // An array that a launch touched.
  struct Touched {
    simt::TouchedArray array;
    std::uint64_t version = 0;  // when the launch was over
    std::optional<Contents> before = std::nullopt;
    std::optional<Contents> after = std::nullopt;  // only where the launch stored

    std::size_t kept_bytes() const;
  };
  // What a launch came to that ran.
  struct Outcome {
    simt::LaunchReport report;
    std::vector<Touched> touched;
    std::uint64_t used = 0;  // the number of the launch that it came from, or that repeated it
  };
  struct Launched {
    std::vector<Outcome> outcomes;  // the latest last
    unsigned misses = 0;            // launches that ran since one repeated
  };
  // Where an array is now.
  struct Place {
    std::uint64_t* version = nullptr;  // null: the array is no more
    unsigned char* bytes = nullptr;    // null: nobody but kernels sees them
    std::size_t size = 0;
    unsigned char* written = nullptr;  // null: a variable
    bool is_for_host = false;          // the host stores to it without a call, which no version tells
  };
  class Memory;

  static bool is_same_version(const Touched& touched, const Place& place);
  static bool has_contents(const Place& place, const Contents& contents);
  static Contents contents_of(const Place& place);
  // Whether a launch would do again what came to `outcome`. compares: it may look at bytes.
  static bool is_same(const Outcome& outcome, bool compares, Memory& memory);
  static void leave(const Outcome& outcome, Memory& memory);
  void keep_small(DeviceMemory& device, Memory& memory);
  // Makes room for an array's contents among those that are kept, which are given up in the order of their last use.
  bool make_room(std::size_t bytes);
  void drop(Outcome& outcome);
  void forget();

  bool is_enabled_;
  std::size_t most_kept_;
  std::size_t kept_bytes_ = 0;
  std::uint64_t launches_ = 0;
  std::map<std::uintptr_t, std::uint64_t> variable_versions_;
  std::map<std::string, Launched> launched_;
  std::map<std::uintptr_t, Contents> before_;  // what arrays hold that the launch under way may change
};

}  // namespace cudart
