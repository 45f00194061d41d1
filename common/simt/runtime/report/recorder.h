// What a program did, for the report at its end: each launch, and what its host code did wrong.
//
// A program may launch without end: launches that are alike are joined (launch_log.h), so that what is kept
// depends on the program's kernels and lines alone.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "report/launch_log.h"
#include "report/report_settings.h"

namespace cudart {

// An error in the host code.
struct HostFault {
  std::string kind;     // "error not looked at", "memory never freed", …
  std::string message;  // a full sentence
  std::string advice;
  const void* where = nullptr;  // the host's code address behind the call
  std::uint64_t count = 1;
};

// A launch that has begun.
struct RunningLaunch {
  std::string kernel;
  simt::LaunchShape shape;
  std::uint64_t number = 0;
};

// All that a report tells, at one moment.
struct Recorded {
  std::uint64_t launches = 0;
  std::uint64_t left_out = 0;  // launches that were not selected
  std::string device;
  std::vector<LaunchGroup> groups;  // sorted by their first launch
  std::vector<HostFault> faults;
  std::optional<RunningLaunch> running;
};

class Recorder {
 public:
  // Reads what the environment asks for, and sees to it that the report is written at the program's end.
  void begin();

  // Called before a launch, so that the report can name a launch that never ends.
  void starting(const std::string& kernel, const simt::LaunchShape& shape);
  void add(LaunchRecord launch);
  void add(const HostFault& fault);
  // Names the device whose times LaunchRecord::least_us are.
  void set_device(const std::string& name);

  const ReportSettings& settings() const { return settings_; }

  // Returns what was recorded, to another thread, also while this one is stuck. Returns nothing if this
  // thread holds the lock too long.
  std::optional<Recorded> snapshot();

 private:
  bool is_asked_for(const LaunchRecord& launch) const;

  std::timed_mutex mutex_;
  ReportSettings settings_;
  std::uint64_t launches_ = 0;
  std::uint64_t left_out_ = 0;
  std::string device_;
  LaunchLog log_;
  std::vector<HostFault> faults_;
  std::optional<RunningLaunch> running_;
};

}  // namespace cudart
