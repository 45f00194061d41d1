#include "state/expected_outputs.h"

#include <sstream>

#include "simt/words.h"

namespace cudart {
namespace {

constexpr const char* kKind = "expected output not written";

std::set<std::string> names_in(const std::string& text) {
  std::set<std::string> names;
  std::istringstream words(text);
  for (std::string name; std::getline(words, name, ',');) {
    const std::size_t first = name.find_first_not_of(' ');
    if (first != std::string::npos) names.insert(name.substr(first, name.find_last_not_of(' ') + 1 - first));
  }
  return names;
}

std::string listed(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "`" : ", `") + name + "`";
  return text;
}

HostFault fault_at(const Allocation& allocation, const std::string& message, const std::string& advice) {
  HostFault fault;
  fault.kind = kKind;
  fault.message = message;
  fault.advice = advice;
  fault.where = allocation.made_at;
  return fault;
}

// The words are those of ./course trace --expect-written (tools/traced_launch.cpp).
std::string unwritten_words(const std::string& name, const UnwrittenElements& found) {
  const std::string verb =
      simt::word_for(found.count, "` was never written: `", "` were never written, the first is `");
  return std::to_string(found.count) + " of " + std::to_string(found.all) + " elements of `" + name + verb +
         name + "[" + std::to_string(found.first) + "]`";
}

}  // namespace

ExpectedOutputs::ExpectedOutputs(const std::string& names)
    : expected_(names_in(names)), missing_(expected_) {}

void ExpectedOutputs::note_name(Allocation& allocation) {
  for (const std::string& name : names_in(allocation.name)) {
    known_.insert(name);
    if (expected_.count(name) == 0) continue;
    allocation.expected_as = name;
    missing_.erase(name);
  }
}

void ExpectedOutputs::look_at(const DeviceMemory& memory, const Allocation& allocation) {
  const std::string& name = allocation.expected_as;
  if (name.empty()) return;
  if (allocation.is_for_host()) {
    found_.push_back(fault_at(allocation,
                              "`" + name +
                                  "` is memory that host code can write unseen: nobody can tell whether "
                                  "all of it was written.",
                              "allocate it with cudaMalloc"));
    return;
  }
  const UnwrittenElements unwritten = memory.unwritten_elements(allocation);
  if (unwritten.count == 0) return;
  found_.push_back(fault_at(allocation, unwritten_words(name, unwritten),
                            "check the grid and the index: do the threads cover every element?"));
}

HostFault ExpectedOutputs::never_given() const {
  HostFault fault;
  fault.kind = kKind;
  fault.message = "No kernel was given an allocation called " + listed(missing_) + ".";
  fault.advice = known_.empty()
                     ? "no kernel was given any allocation"
                     : "an allocation has the name of the parameter that it is given to: " + listed(known_);
  return fault;
}

std::vector<HostFault> ExpectedOutputs::faults() const {
  std::vector<HostFault> all = found_;
  if (!missing_.empty()) all.push_back(never_given());
  return all;
}

}  // namespace cudart
