#include "originals.h"

#include <fstream>

#include "lab/accesses.h"

namespace fixes {
namespace {

using simt::AccessCost;
using simt::FaultKind;

constexpr const char* kNames[] = {"NOT_DIAGNOSED",        "LOADS_BEHIND_STORES",  "DIVERGENT_BARRIER",
                                  "UNCOALESCED_ACCESS",   "UNINITIALIZED_READ",   "BANK_CONFLICTS",
                                  "MISSING_WARP_BARRIER", "OUT_OF_BOUNDS_ACCESS", "ATOMIC_PER_THREAD",
                                  "MISALIGNED_ACCESS",    "MISSING_BLOCK_BARRIER"};

[[noreturn]] void fail(const Kernel& kernel) {
  throw simt::Error(kernel.given() + " does not show " + name_of(kernel.fault) +
                    ": has given_kernels.cu been changed?");
}

// Finds the access that wastes most; `least` and `spent` of each sum over the launch.
Finding of_waste(const Kernel& kernel, const lab::LaunchResult& run, bool (*concerns)(const AccessCost&),
                 std::uint64_t AccessCost::*spent, std::uint64_t AccessCost::*least) {
  const AccessCost* const worst = lab::costliest(
      run.report, concerns, [&](const AccessCost& access) { return access.*spent - access.*least; });
  if (worst == nullptr || worst->*spent == worst->*least) fail(kernel);
  return {
      kernel.fault, {statement_in(worst->where)}, static_cast<int>(lab::per_request(worst->*least, *worst))};
}

// Finds every fault of this kind, with both of its statements.
Finding of_faults(const Kernel& kernel, const lab::LaunchResult& run, FaultKind kind, std::uint64_t cost) {
  Finding finding{kernel.fault, {}, static_cast<int>(cost)};
  for (const simt::Fault& fault : run.report.faults) {
    if (fault.kind != kind) continue;
    finding.statements.push_back(statement_in(fault.where));
    if (fault.other.line != 0) finding.statements.push_back(statement_in(fault.other));
  }
  if (finding.statements.empty()) fail(kernel);
  return finding;
}

// Finds the access that is made most often.
Finding of_requests(const Kernel& kernel, const lab::LaunchResult& run, simt::Op op, std::uint64_t cost) {
  const AccessCost* const most = lab::costliest(
      run.report, [&](const AccessCost& access) { return lab::is_traffic(access) && access.op == op; },
      [](const AccessCost& access) { return access.requests; });
  if (most == nullptr) fail(kernel);
  return {kernel.fault, {statement_in(most->where)}, static_cast<int>(cost)};
}

Finding of_loads_behind_stores(const Kernel& kernel, const lab::LaunchResult& run, double possible) {
  if (run.report.in_flight.mean() >= possible) fail(kernel);
  return of_requests(kernel, run, simt::Op::load, static_cast<std::uint64_t>(possible));
}

}  // namespace

Finding finding_of(const Kernel& kernel, const Exercise& exercise, const lab::LaunchResult& run) {
  const Limits limits = exercise.limits();
  switch (kernel.fault) {
    case UNCOALESCED_ACCESS:
      return of_waste(
          kernel, run, [](const AccessCost& access) { return lab::is_traffic(access); }, &AccessCost::sectors,
          &AccessCost::least_sectors);
    case BANK_CONFLICTS:
      return of_waste(kernel, run, lab::is_shared, &AccessCost::wavefronts, &AccessCost::least_wavefronts);
    case MISSING_BLOCK_BARRIER:
      return of_faults(kernel, run, FaultKind::race, limits.block_barriers / ROUNDS);
    case MISSING_WARP_BARRIER:
      return of_faults(kernel, run, FaultKind::race, limits.warp_barriers);
    case DIVERGENT_BARRIER:
      return of_faults(kernel, run, FaultKind::divergent_barrier, limits.block_barriers);
    case MISALIGNED_ACCESS:
      return of_faults(kernel, run, FaultKind::misaligned, sizeof(float4));
    case ATOMIC_PER_THREAD:
      return of_requests(kernel, run, simt::Op::atomic, limits.atomics);
    case LOADS_BEHIND_STORES:
      return of_loads_behind_stores(kernel, run, limits.bytes_in_flight);
    default:
      throw simt::Error(kernel.given() + " has no fault to find");
  }
}

std::string name_of(int fault) {
  constexpr int kCount = sizeof(kNames) / sizeof(kNames[0]);
  return fault >= 0 && fault < kCount ? kNames[fault] : "fault " + std::to_string(fault);
}

int statement_in(const simt::SourceLine& where) {
  std::ifstream file(where.file);
  std::string line;
  for (unsigned number = 0; number < where.line && std::getline(file, line); ++number) {
  }
  const std::size_t begin = line.find("// (");
  if (!file || begin == std::string::npos)
    throw simt::Error(where.file + ", line " + std::to_string(where.line) + ": no numbered statement");
  return std::stoi(line.substr(begin + 4));
}

}  // namespace fixes
