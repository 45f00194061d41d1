// The launches of a program, joined: those of one kernel with the same shape, costs and faults are one group.
//
// A kernel with more groups than a reader could compare has its launches joined by shape; one with too many
// shapes as well has them all in one group. What is kept is then bounded, however long the program runs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/machine.h"

namespace cudart {

// One launch.
struct LaunchRecord {
  std::string kernel;     // its name as the source writes it
  std::string signature;  // includes its parameters
  simt::SourceLine definition;
  simt::LaunchShape shape;
  simt::LaunchReport report;
  std::uint64_t number = 0;  // its number in the program: 1, 2, …
  double least_us = 0;       // the traffic's bound on the chosen device
  simt::PredictedTime predicted;
  bool is_repeated = false;  // did what an earlier one had done, and was not run
};

// What all launches of a group have in common.
enum class Alike : std::uint8_t { costs, shape, kernel };

const char* name_of(Alike alike);

// A fault, and the launches that had it. Its count is of all of them.
struct GroupFault {
  simt::Fault fault;
  std::uint64_t first = 0;
  std::uint64_t launches = 0;
};

// Some launches of one kernel. Everything is summed over them.
struct LaunchGroup {
  std::string kernel;
  std::string signature;
  simt::SourceLine definition;
  simt::LaunchShape shape;  // the shape of the first launch
  Alike alike = Alike::costs;
  std::uint64_t count = 0;
  std::uint64_t first = 0;  // numbers in the program
  std::uint64_t last = 0;
  std::uint64_t worst = 0;         // the launch that wasted most
  std::uint64_t worst_wasted = 0;  // sectors and wavefronts beyond the least
  std::uint64_t stopped = 0;       // launches that did not complete
  std::uint64_t repeated = 0;      // launches that were not run: see repeated_launches.h
  double least_us = 0;
  // us, least_us and lines of all launches that were predicted; the limiters and the error of the longest.
  simt::PredictedTime predicted;
  std::uint64_t predicted_launches = 0;
  double longest_us = 0;
  std::vector<simt::AccessCost> accesses;  // sorted by source line
  std::vector<GroupFault> faults;
  std::vector<simt::Remark> remarks;
  bool in_lockstep = false;
};

class LaunchLog {
 public:
  void add(LaunchRecord launch);
  // Returns the groups in the order of their first launches.
  std::vector<LaunchGroup> groups() const;

 private:
  struct KernelLog {
    Alike alike = Alike::costs;
    std::vector<LaunchGroup> groups;
  };

  static void add_to(KernelLog& log, LaunchGroup group);

  std::map<std::pair<std::string, simt::SourceLine>, KernelLog> kernels_;
};

}  // namespace cudart
