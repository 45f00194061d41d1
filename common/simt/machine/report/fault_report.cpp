#include "report/fault_report.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "faults/fault_kinds.h"
#include "report/race_report.h"

namespace simt {
namespace {

Fault uninitialized_read(const Launch& launch, const RawFinding& finding) {
  Fault fault = fault_at(launch, finding.kind, finding.at);
  const bool is_atomic = finding.op == Op::atomic;
  fault.advice = is_atomic
                     ? "an atomic operation reads the element that it changes: where one thread alone writes "
                       "it, use a plain store"
                     : facts_of(fault.kind).advice;
  fault.message = std::string(is_atomic ? "atomic operation on " : "read of ") +
                  (finding.space == Space::shared ? "shared memory, " : "") + finding.array +
                  ", before any thread wrote there";
  return fault;
}

std::string why_absent(const Launch& launch, const AbsentLane& lane) {
  switch (lane.why) {
    case AbsentLane::Why::left:
      return lane.left_at == kNoPlace
                 ? ", which has left the kernel"
                 : ", which left the kernel in line " + std::to_string(line_of(launch, lane.left_at).line);
    case AbsentLane::Why::missing:
      return ", which the block does not have";
    case AbsentLane::Why::not_named:
      return ", which the mask does not name";
  }
  return "";
}

// PTX ISA, shfl.sync: what is read from a lane that does not take part is undefined.
Fault undefined_exchange(const Launch& launch, const RawFinding& finding) {
  const AbsentLane& absent = *finding.absent;
  Fault fault = fault_at(launch, finding.kind, finding.at);
  if (absent.left_at != kNoPlace) fault.other = line_of(launch, absent.left_at);
  const std::string lane = "lane " + std::to_string(absent.thread % kWarpSize);
  fault.message =
      "this shuffle takes the value of " + lane +
      (absent.why == AbsentLane::Why::missing ? "" : " (" + thread_text(launch, absent.thread) + ")") +
      why_absent(launch, absent) + ": the value is undefined, and line " +
      std::to_string(line_of(launch, absent.used_at).line) + " uses it";
  fault.advice =
      absent.why == AbsentLane::Why::not_named
          ? "name in the mask each lane that is read, and let all of them come to the shuffle"
          : "let every lane come to the shuffle: guard the load instead of returning, and let lanes without an "
            "element bring a value that changes nothing, such as 0 for a sum";
  return fault;
}

Fault described(const Launch& launch, const Workers& workers, const RawFinding& finding) {
  Fault fault = finding.absent                    ? undefined_exchange(launch, finding)
                : finding.kind != FaultKind::race ? uninitialized_read(launch, finding)
                : finding.copy                    ? copy_not_over(launch, finding)
                : finding.is_stale                ? stale_fetch(launch, finding)
                : finding.between_blocks          ? race_between_blocks(launch, workers, finding)
                                                  : race_in_block(launch, workers, finding);
  fault.count = finding.count;
  return fault;
}

// A read that came too early is also a read of memory not yet written: the race says it better.
bool explained_by_a_race(const Fault& fault, const std::vector<Fault>& faults) {
  return fault.kind == FaultKind::uninitialized_read &&
         std::any_of(faults.begin(), faults.end(), [&](const Fault& other) {
           return other.kind == FaultKind::race && (other.where == fault.where || other.other == fault.where);
         });
}

std::vector<Fault> collect_findings(const Launch& launch, const Workers& workers) {
  std::vector<RawFinding> raw;
  for (const auto& worker : workers)
    raw.insert(raw.end(), worker->faults().findings.begin(), worker->faults().findings.end());
  std::stable_sort(raw.begin(), raw.end(),
                   [](const RawFinding& a, const RawFinding& b) { return comes_first(a, b); });
  struct Merged {
    Fault fault;
    const RawFinding* told = nullptr;
  };
  std::map<std::tuple<FaultKind, SourceLine, SourceLine>, Merged> merged;
  for (const RawFinding& finding : raw) {
    Fault fault = described(launch, workers, finding);
    const auto [at, is_new] =
        merged.try_emplace({fault.kind, fault.where, fault.other}, Merged{fault, &finding});
    if (is_new) continue;
    Merged& known = at->second;
    const std::uint64_t count = known.fault.count + (finding.between_blocks ? 0 : fault.count);
    if (finding.between_blocks == known.told->between_blocks && tells_more(finding, *known.told))
      known = {std::move(fault), &finding};
    known.fault.count = count;
  }
  std::vector<Fault> faults;
  faults.reserve(merged.size());
  for (const auto& [key, one] : merged) faults.push_back(one.fault);
  std::vector<Fault> kept;
  for (const auto& [key, one] : merged) {
    if (one.told->absent || !explained_by_a_race(one.fault, faults)) kept.push_back(one.fault);
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [](const Fault& a, const Fault& b) { return a.where < b.where; });
  return kept;
}

// The fault of the lowest block. In one block a read outside of an array came before what stopped it, and may be its cause.
const RawStop* first_stop(const Workers& workers) {
  const RawStop* first = nullptr;
  std::tuple<std::uint64_t, bool, unsigned> first_key;
  const auto consider = [&](const std::optional<RawStop>& one, bool has_stopped) {
    if (!one) return;
    const std::tuple key{one->at.block, has_stopped, one->at.thread};
    if (first != nullptr && first_key <= key) return;
    first = &*one;
    first_key = key;
  };
  for (const auto& worker : workers) {
    consider(worker->faults().read_outside, false);
    consider(worker->faults().stop, true);
  }
  return first;
}

}  // namespace

std::vector<Fault> collect_faults(const Launch& launch, const Workers& workers) {
  std::vector<Fault> faults = collect_findings(launch, workers);
  const RawStop* const first = first_stop(workers);
  if (first == nullptr) return faults;
  Fault fault = fault_at(launch, first->kind, first->at);
  fault.message = first->message;
  fault.advice = first->advice.empty() ? facts_of(first->kind).advice : first->advice;
  if (first->other_place) fault.other = line_of(launch, *first->other_place);
  // The thread that runs when the time is up is one of many in the same loop: naming it would make two reports
  // of one kernel differ.
  fault.names_a_thread = fault.kind != FaultKind::time_limit;
  faults.insert(faults.begin(), fault);
  return faults;
}

namespace {

Remark spill_remark(const Kernel& kernel) {
  Remark remark;
  remark.where = kernel.definition;
  remark.message = "the kernel needs about " + std::to_string(kernel.code->wanted_registers) +
                   " registers a thread and may have " + std::to_string(kernel.code->registers) +
                   (kernel.most_threads == 0 ? ", the most of any thread"
                                             : ", which is all that __launch_bounds__ leaves it") +
                   ": what has no register goes to local memory and comes back (spills)";
  return remark;
}

}  // namespace

std::vector<Remark> collect_remarks(const Launch& launch, const Workers& workers) {
  std::map<SourceLine, RawRemark> by_line;
  for (const auto& worker : workers) {
    for (const RawRemark& remark : worker->faults().remarks) {
      const auto [known, is_new] = by_line.try_emplace(line_of(launch, remark.place), remark);
      if (!is_new && remark.block < known->second.block) known->second = remark;
    }
  }
  std::vector<Remark> remarks;
  for (const auto& [line, remark] : by_line) {
    const bool is_one = remark.returned == 1;
    Remark made;
    made.where = line;
    made.message = std::to_string(remark.returned) + (is_one ? " thread" : " threads") + " of " +
                   block_text(launch, remark.block) +
                   " ended without reaching this __syncthreads(): the barrier did not wait for " +
                   (is_one ? "it" : "them");
    remarks.push_back(std::move(made));
  }
  const abi::Kernel& code = *launch.kernel.code;
  if (code.wanted_registers > code.registers) remarks.push_back(spill_remark(launch.kernel));
  return remarks;
}

}  // namespace simt
