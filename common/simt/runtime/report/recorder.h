// What a program did, for the report at its end: each launch, and what its host code did wrong.
//
// A program may launch without end: launches that are alike are joined (launch_log.h), so that what is kept
// depends on the program's kernels and lines alone. The environment chooses what is kept (ReportSettings).
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "report/launch_log.h"

namespace cudart {

// An error in the host code.
struct HostFault {
  std::string kind;     // "error not looked at", "memory never freed", …
  std::string message;  // a full sentence
  std::string advice;
  const void* where = nullptr;  // the host's code address behind the call
  std::uint64_t count = 1;
  std::vector<const void*> callers;  // `where` and the calls that led there, if these are known
};

// A launch that has begun.
struct RunningLaunch {
  std::string kernel;
  simt::LaunchShape shape;
  std::uint64_t number = 0;
};

// How often a program called a library that computes on the host.
struct LibraryCalls {
  std::string library;                             // "cuBLAS"
  std::map<std::string, std::uint64_t> functions;  // its functions, each with the number of its calls

  std::uint64_t all() const {
    std::uint64_t sum = 0;
    for (const auto& [function, calls] : functions) sum += calls;
    return sum;
  }
};

// All that a report tells, at one moment.
struct Recorded {
  std::uint64_t launches = 0;
  std::uint64_t left_out = 0;  // launches that were not selected
  std::string device;
  std::vector<LaunchGroup> groups;  // sorted by their first launch
  std::vector<HostFault> faults;
  std::vector<LibraryCalls> libraries;
  std::optional<RunningLaunch> running;
};

// What the environment says about the report of a program:
//
//   SIMT_REPORT=text|json|github|none
//                                 text where it is not set; github: with annotations, for a workflow's step
//   SIMT_REPORT_FILE=PATH         where the report goes; stderr where it is not set. %p is the process's number
//   SIMT_FAIL_ON=KINDS            a program that ends with status 0 ends with 1 if there are such faults: faults (any
//                                 of kernels), host, or kinds such as race,out-of-bounds
//   SIMT_REPORT_KERNEL=NAME       only this kernel's accesses: "scale", "scale<float>", "lib::scale"
//   SIMT_REPORT_LAUNCH=N          only the accesses of the N-th launch of the program, from 1 on
//   SIMT_COUNT=0                  no accesses: launches and faults alone
//   SIMT_RACES=0                  no race is looked for, nor reads of memory that nothing wrote
//   SIMT_EXPECT_WRITTEN=NAMES     what is a mistake of host code if not all of it is written (state/expected_outputs.h)
enum class ReportForm : std::uint8_t { text, json, github, none };

struct ReportSettings {
  ReportForm form = ReportForm::text;
  std::string file;          // an absolute path; empty: stderr
  std::string kernel;        // empty: all
  std::uint64_t launch = 0;  // 0: all
  bool counts = true;
  bool looks_for_races = true;
  std::vector<std::string> fails_on;  // kinds of faults; empty: the program's own status counts
};

// Whether there is a fault of one of these kinds.
bool has_fault_of(const Recorded& recorded, const std::vector<std::string>& kinds);

// A value that means nothing is named on stderr, and is as if it were not set.
ReportSettings read_settings();

// Whether a user who writes `asked` means the kernel `name`: namespaces and template arguments may be left
// out.
bool is_called(const std::string& name, const std::string& asked);

class Recorder {
 public:
  // Reads what the environment asks for, and sees to it that the report is written at the program's end.
  void begin();

  // Called before a launch, so that the report can name a launch that never ends.
  void starting(const std::string& kernel, const simt::LaunchShape& shape);
  void add(LaunchRecord launch);
  void add(const HostFault& fault);
  void add_library_call(const std::string& library, const std::string& function);
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
  std::vector<LibraryCalls> libraries_;
  std::optional<RunningLaunch> running_;
};

}  // namespace cudart
