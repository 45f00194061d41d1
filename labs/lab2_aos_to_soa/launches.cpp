#include "launches.h"

#include "aos_to_soa.h"
#include "lab/expectations.h"

namespace particles {
namespace {

// What the machine takes for unwritten in these arrays is what belongs to no particle.
bool reads_nobodys_place(const simt::Fault& fault, const std::string& array) {
  return fault.kind == simt::FaultKind::uninitialized_read &&
         fault.message.find("`" + array + "[") != std::string::npos;
}

}  // namespace

simt::LaunchShape launch_for(int n) {
  simt::LaunchShape launch;
  launch.grid = {static_cast<unsigned>((n + BLOCK - 1) / BLOCK), 1, 1};
  launch.block = {BLOCK, 1, 1};
  return launch;
}

std::string size_text(int n) { return "n = " + std::to_string(n); }

bool expect_no_faults(const lab::LaunchResult& run, const std::string& array, int n) {
  for (const simt::Fault& fault : run.report.faults) {
    if (!reads_nobodys_place(fault, array)) continue;
    lab::fail_at(run, fault.where,
                 fault.message + ": it belongs to no particle, the last one is particle " +
                     std::to_string(n - 1) + "\n  at line " + std::to_string(fault.where.line) +
                     ", thread (" + std::to_string(fault.thread.x) + ", 0, 0) of block (" +
                     std::to_string(fault.block.x) + ", 0, 0); the first of " + std::to_string(fault.count));
    return false;
  }
  return lab::expect_no_faults(run);
}

}  // namespace particles
