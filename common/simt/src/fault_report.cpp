#include "fault_report.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "grid.h"

namespace simt {
namespace {

SourceLine line_of(const Launch& launch, std::uint32_t place) {
  return place == kNoPlace ? launch.kernel.definition : launch.module.line_of(place);
}

Fault placed(const Launch& launch, FaultKind kind, const RawPlace& at) {
  Fault fault;
  fault.kind = kind;
  fault.where = line_of(launch, at.place);
  fault.block = unfolded(at.block, launch.shape.grid);
  fault.thread = unfolded(at.thread, launch.shape.block);
  return fault;
}

std::string thread_text(const Launch& launch, unsigned thread) {
  return "thread " + coordinates(unfolded(thread, launch.shape.block));
}

std::string line_text(const SourceLine& line) { return "line " + std::to_string(line.line); }

// One of the two accesses of a race.
struct Party {
  Op op = Op::load;
  SourceLine where;
  std::string who;

  std::string did() const {
    const char* verb = op == Op::load    ? " is read in "
                       : op == Op::store ? " is written in "
                                         : " is changed atomically in ";
    return verb + line_text(where) + " by " + who;
  }
};

// Two accesses of one cell by one block. A load is named first: a barrier is missing before it, or, when the
// store belongs to a loop's next round, after it. Of two stores the one of the lower line and thread.
Fault race_in_block(const Launch& launch, const RawFinding& finding) {
  Fault fault = placed(launch, finding.kind, finding.at);
  fault.other = line_of(launch, finding.other_place);
  Party first{finding.op, fault.where, thread_text(launch, finding.at.thread)};
  Party second{finding.other_op, fault.other, thread_text(launch, finding.other.thread())};
  const bool is_later =
      std::tie(first.where, finding.at.thread) > std::make_tuple(second.where, finding.other.thread());
  if (second.op == Op::load || (first.op == second.op && is_later)) {
    std::swap(first, second);
    std::swap(fault.where, fault.other);
    fault.thread = unfolded(finding.other.thread(), launch.shape.block);
  }
  fault.message = std::string("race in ") + name_of(finding.space) + " memory: ";
  if (first.op == second.op) {
    fault.message += first.who + " (" + line_text(first.where) + ") and " + second.who + " (" +
                     line_text(second.where) + ") both write the same element of " + finding.array;
  } else {
    const bool one_line = first.where == second.where;
    fault.message += finding.array + first.did() + " and" + second.did().substr(3) +
                     (one_line ? ", with neither a __syncthreads() in between nor an atomic operation"
                               : ", with no __syncthreads() in between");
  }
  return fault;
}

std::string block_text(const Launch& launch, std::uint64_t block) {
  return "block " + coordinates(unfolded(block, launch.shape.grid));
}

// Which thread met the other depends on the schedule, so blocks are named, and no threads.
Fault race_between_blocks(const Launch& launch, const Workers& workers, const RawFinding& finding) {
  Fault fault = placed(launch, finding.kind, finding.at);
  fault.other = line_of(launch, finding.other_place);
  fault.names_a_thread = false;
  const Worker& other_worker = *workers[finding.other.epoch() % EpochClock::kMostWorkers];
  Party first{finding.op, fault.where, block_text(launch, finding.at.block)};
  Party second{finding.other_op, fault.other,
               block_text(launch, other_worker.block_in(finding.other.epoch()))};
  if (second.op == Op::load || (first.op == second.op && second.who < first.who)) {
    std::swap(first, second);
    std::swap(fault.where, fault.other);
  }
  fault.message =
      "race in global memory: " + finding.array + first.did() + " and" + second.did().substr(3) +
      ": nothing orders blocks, so an element that one writes is its own, or all use atomic operations";
  return fault;
}

Fault uninitialized_read(const Launch& launch, const RawFinding& finding) {
  Fault fault = placed(launch, finding.kind, finding.at);
  fault.message = "read of " + std::string(finding.space == Space::shared ? "shared memory, " : "") +
                  finding.array + ", before any thread wrote there";
  return fault;
}

Fault described(const Launch& launch, const Workers& workers, const RawFinding& finding) {
  Fault fault = finding.kind != FaultKind::race ? uninitialized_read(launch, finding)
                : finding.between_blocks        ? race_between_blocks(launch, workers, finding)
                                                : race_in_block(launch, finding);
  fault.count = finding.count;
  return fault;
}

bool lies_before(const RawPlace& a, const RawPlace& b) {
  return std::tie(a.block, a.thread) < std::tie(b.block, b.thread);
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
  std::map<std::tuple<FaultKind, SourceLine, SourceLine>, Fault> merged;
  for (const RawFinding& finding : raw) {
    const Fault fault = described(launch, workers, finding);
    const auto [known, is_new] = merged.try_emplace({fault.kind, fault.where, fault.other}, fault);
    if (!is_new && !finding.between_blocks) known->second.count += fault.count;
  }
  std::vector<Fault> faults;
  faults.reserve(merged.size());
  for (const auto& [key, fault] : merged) faults.push_back(fault);
  std::vector<Fault> kept;
  std::copy_if(faults.begin(), faults.end(), std::back_inserter(kept),
               [&](const Fault& fault) { return !explained_by_a_race(fault, faults); });
  std::stable_sort(kept.begin(), kept.end(),
                   [](const Fault& a, const Fault& b) { return a.where < b.where; });
  return kept;
}

}  // namespace

std::vector<Fault> collect_faults(const Launch& launch, const Workers& workers) {
  std::vector<Fault> faults = collect_findings(launch, workers);
  const RawStop* first = nullptr;
  for (const auto& worker : workers) {
    const std::optional<RawStop>& stop = worker->faults().stop;
    if (stop && (first == nullptr || lies_before(stop->at, first->at))) first = &*stop;
  }
  if (first == nullptr) return faults;
  Fault fault = placed(launch, first->kind, first->at);
  fault.message = first->message;
  if (first->other_place) fault.other = line_of(launch, *first->other_place);
  faults.insert(faults.begin(), fault);
  return faults;
}

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
                   " returned before this __syncthreads(): the barrier does not " +
                   (is_one ? "wait for it" : "wait for them") + ", and what follows is done without " +
                   (is_one ? "it" : "them");
    remarks.push_back(std::move(made));
  }
  return remarks;
}

}  // namespace simt
