// What a program did, for the report at its end: each launch, and what its host code did wrong.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "simt/machine.h"
#include "simt_host_types.h"

namespace cudart {

// One launch, or many of one kernel that cost the same.
struct LaunchRecord {
  std::string kernel;     // as the source writes it
  std::string signature;  // with its parameters
  simt::SourceLine definition;
  simt::LaunchShape shape;
  simt::LaunchReport report;
  std::uint64_t number = 0;  // of the first one, in the program: 1, 2, …
  double least_us = 0;       // the traffic's bound on the chosen device
};

// What host code did wrong.
struct HostFault {
  std::string kind;     // "error not looked at", "memory never freed", …
  std::string message;  // a full sentence
  std::string advice;
  const void* where = nullptr;  // the host's code address behind the call
  std::uint64_t count = 1;
};

class Recorder {
 public:
  // Reads what the environment asks for, and sees to it that the report is written at the program's end.
  void begin();

  void add(LaunchRecord launch);
  void add(const HostFault& fault);
  // An error that a call gave, and the calls that look at one.
  void note_result(const char* name, const void* from, cudaError_t error);

  const std::deque<LaunchRecord>& launches() const { return launches_; }
  const std::vector<HostFault>& faults() const { return faults_; }
  std::uint64_t launch_count() const { return count_; }
  bool counts() const { return true; }

 private:
  std::deque<LaunchRecord> launches_;
  std::vector<HostFault> faults_;
  std::uint64_t count_ = 0;
};

}  // namespace cudart
