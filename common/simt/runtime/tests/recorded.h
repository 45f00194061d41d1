// What the runtime has recorded in this process, for tests that look at it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "state/runtime.h"

namespace cudart_test {

inline cudart::Recorded recorded() { return cudart::Runtime::get().recorder().snapshot().value(); }
inline std::vector<cudart::HostFault> recorded_faults() { return recorded().faults; }

// The group that the last launch is in.
inline cudart::LaunchGroup last_launch() {
  const std::vector<cudart::LaunchGroup> groups = recorded().groups;
  return *std::max_element(groups.begin(), groups.end(),
                           [](const auto& one, const auto& other) { return one.last < other.last; });
}

// The faults that `body` makes, each with its count; those of one kind at one line count as one.
template <class Body>
std::vector<cudart::HostFault> faults_of(const Body& body) {
  const std::size_t before = recorded_faults().size();
  body();
  const auto faults = recorded_faults();
  return {faults.begin() + static_cast<std::ptrdiff_t>(before), faults.end()};
}

// "kind: message" of the only fault; else how many there are.
template <class Body>
std::string only_fault(const Body& body) {
  const std::vector<cudart::HostFault> faults = faults_of(body);
  if (faults.size() != 1) return std::to_string(faults.size()) + " faults";
  return faults.front().kind + ": " + faults.front().message;
}

}  // namespace cudart_test
