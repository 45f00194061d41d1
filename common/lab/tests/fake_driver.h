// A driver that runs nothing: what the tests make it answer, and what it was asked. Its "GPU memory" is host
// memory.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fake {

struct Driver {
  std::vector<std::string> calls;      // in order: "MemAlloc", "LaunchKernel transpose_padded"
  std::map<std::string, int> results;  // results of the calls of a name; else success
  int devices = 1;
  // An H200's, as its driver reports them; others are 0.
  std::map<int, int> attributes = {{16, 132}, {36, 3201000}, {37, 6016}, {38, 60 << 20}, {75, 9}, {76, 0}};
  std::size_t free_bytes = std::size_t{1} << 40;
  std::set<std::string> undefined;  // kernels that no module has
  std::deque<float> milliseconds;   // times of the next timed spans; else 1
  bool never_ends = false;          // no event comes to pass
  std::function<void(const std::string& kernel, void** arguments)> kernel;  // runs in place of each launch
};

}  // namespace fake

// Returns the driver of the fake driver library, which is the one behind the driver's functions.
extern "C" fake::Driver* fake_driver();
