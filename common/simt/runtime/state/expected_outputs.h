// Allocations that must be written whole: SIMT_EXPECT_WRITTEN=NAME[,NAME…].
//
// An allocation has the name of the kernel's parameter that it is given to, and keeps every name under which it
// was expected. It is looked at when it is freed, or when the program ends. A name that no launch gave to anything
// is reported as well: a check that was asked for and cannot be made is no check that passes.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "report/recorder.h"
#include "state/device_memory.h"

namespace cudart {

class ExpectedOutputs {
 public:
  // The names, separated by commas.
  explicit ExpectedOutputs(const std::string& names);

  bool is_empty() const { return expected_.empty(); }
  // A launch is given the allocation under its present name: "out", or "out, sums" for two parameters.
  void note_name(Allocation& allocation);
  // Looks at an allocation that is about to be freed, and remembers what of it nobody wrote.
  void look_at(const DeviceMemory& memory, const Allocation& allocation);
  // What was found. Called at the program's end, after look_at() of every allocation that is left.
  std::vector<HostFault> faults() const;

 private:
  HostFault never_given() const;

  std::set<std::string> expected_;
  std::set<std::string> missing_;  // the expected names that no launch has given to anything
  std::set<std::string> known_;    // every name that a launch has given to something
  std::vector<HostFault> found_;
};

}  // namespace cudart
