#include "report_builder.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace simt {
namespace {

Dim3 unfolded(std::uint64_t linear, const Dim3& shape) {
  return {static_cast<unsigned>(linear % shape.x), static_cast<unsigned>(linear / shape.x % shape.y),
          static_cast<unsigned>(linear / shape.x / shape.y)};
}

std::string coordinates(const Dim3& at) {
  return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
}

// --- costs

using CostKey = std::tuple<SourceLine, Space, Op, unsigned>;

// The costliest request of a line, as one worker saw it.
struct Candidate {
  const Instruction* instruction = nullptr;
  const Worker* worker = nullptr;

  bool beats(const Candidate& other) const {
    if (other.instruction == nullptr) return true;
    const auto mine = instruction->worst_cost.excess();
    const auto theirs = other.instruction->worst_cost.excess();
    if (mine != theirs) return mine > theirs;
    if (instruction->worst_at < other.instruction->worst_at) return true;
    if (other.instruction->worst_at < instruction->worst_at) return false;
    return instruction->pc < other.instruction->pc;
  }
};

ExampleRequest example_of(const Candidate& candidate, const Launch& launch) {
  const Instruction& instruction = *candidate.instruction;
  ExampleRequest example;
  example.block = unfolded(instruction.worst_at.block, launch.shape.grid);
  example.warp = instruction.worst_at.warp;
  example.cost = instruction.worst_cost;
  const auto first = static_cast<std::size_t>(__builtin_ctz(instruction.worst.active));
  const std::uint64_t some_address = instruction.worst.addresses[first];
  const Region* region = instruction.space == Space::global ? launch.arena->find(some_address, 1)
                                                            : candidate.worker->shared_region(some_address);
  example.array = region == nullptr ? "" : region->name;
  const std::uint64_t begin = region == nullptr ? 0 : region->begin;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const bool active = (instruction.worst.active >> lane & 1U) != 0;
    example.offsets[lane] =
        active ? static_cast<std::int64_t>(instruction.worst.addresses[lane] - begin) : -1;
  }
  return example;
}

void add(AccessCost& sum, const Instruction& part) {
  sum.requests += part.requests;
  sum.lanes += part.lanes;
  sum.sectors += part.sectors;
  sum.least_sectors += part.least_sectors;
  sum.wavefronts += part.wavefronts;
  sum.least_wavefronts += part.least_wavefronts;
  sum.bank_conflicts += part.bank_conflicts;
}

std::vector<AccessCost> collect_costs(const Launch& launch,
                                      const std::vector<std::unique_ptr<Worker>>& workers) {
  std::map<std::uintptr_t, SourceLine> lines;  // each program counter is looked up once
  std::map<CostKey, std::pair<AccessCost, Candidate>> costs;
  for (const auto& worker : workers) {
    for (const Instruction& instruction : worker->log().instructions()) {
      if (instruction.requests == 0) continue;
      auto [line, is_new] = lines.try_emplace(instruction.pc);
      if (is_new) line->second = launch.module->sources->line_before(instruction.pc);
      auto& [sum, best] = costs[CostKey{line->second, instruction.space, instruction.op, instruction.width}];
      add(sum, instruction);
      const Candidate candidate{&instruction, worker.get()};
      if (candidate.beats(best)) best = candidate;
    }
  }
  std::vector<AccessCost> result;
  for (auto& [key, value] : costs) {
    auto& [sum, best] = value;
    std::tie(sum.where, sum.space, sum.op, sum.width) = key;
    sum.example = example_of(best, launch);
    result.push_back(std::move(sum));
  }
  return result;
}

// --- faults

SourceLine line_of(const Launch& launch, const RawPlace& place) {
  const SourceMap& sources = *launch.module->sources;
  return place.pc_is_return_address ? sources.line_before(place.pc) : sources.line_at(place.pc);
}

Fault placed(const Launch& launch, FaultKind kind, const RawPlace& at) {
  Fault fault;
  fault.kind = kind;
  fault.where = line_of(launch, at);
  fault.block = unfolded(at.block, launch.shape.grid);
  fault.thread = unfolded(at.thread, launch.shape.block);
  return fault;
}

std::string thread_text(const Launch& launch, unsigned thread) {
  if (thread >= SharedShadow::kSeveralOfWarp) return "several other threads";
  return "thread " + coordinates(unfolded(thread, launch.shape.block));
}

std::string line_text(const SourceLine& line) { return "line " + std::to_string(line.line); }

// Two stores, or a load and a store of one cell. A load is named first: a barrier is missing before it, or,
// when the store belongs to a loop's next round, after it.
Fault race(const Launch& launch, const RawFinding& finding) {
  Fault fault = placed(launch, finding.kind, finding.at);
  fault.other = launch.module->sources->line_before(finding.other_pc);
  const std::string start = "race in shared memory: ";
  const std::string me = thread_text(launch, finding.at.thread);
  const std::string other = thread_text(launch, finding.other_thread);
  if (finding.op == Op::store && finding.other_op == Op::store) {
    fault.message = start + me + " (" + line_text(fault.where) + ") and " + other + " (" +
                    line_text(fault.other) + ") both write the same element of " + finding.array;
    return fault;
  }
  std::string reader = me;
  std::string writer = other;
  if (finding.op == Op::store) {
    std::swap(reader, writer);
    std::swap(fault.where, fault.other);
    if (finding.other_thread < SharedShadow::kSeveralOfWarp) {
      fault.thread = unfolded(finding.other_thread, launch.shape.block);
    }
  }
  fault.message = start + finding.array + " is read in " + line_text(fault.where) + " by " + reader +
                  " and written in " + line_text(fault.other) + " by " + writer +
                  ", with no __syncthreads() in between";
  return fault;
}

Fault uninitialized_read(const Launch& launch, const RawFinding& finding) {
  Fault fault = placed(launch, finding.kind, finding.at);
  fault.message = "read of " + std::string(finding.space == Space::shared ? "shared memory, " : "") +
                  finding.array + ", before any thread wrote there";
  return fault;
}

Fault described(const Launch& launch, const RawFinding& finding) {
  Fault fault = finding.kind == FaultKind::race ? race(launch, finding) : uninitialized_read(launch, finding);
  fault.count = finding.count;
  return fault;
}

bool comes_first(const RawPlace& a, const RawPlace& b) {
  return std::tie(a.block, a.thread) < std::tie(b.block, b.thread);
}

// A read that came too early is also a read of memory not yet written: the race says it better.
bool explained_by_a_race(const Fault& fault, const std::vector<Fault>& faults) {
  return fault.kind == FaultKind::uninitialized_read &&
         std::any_of(faults.begin(), faults.end(), [&](const Fault& other) {
           return other.kind == FaultKind::race && (other.where == fault.where || other.other == fault.where);
         });
}

std::vector<Fault> collect_findings(const Launch& launch,
                                    const std::vector<std::unique_ptr<Worker>>& workers) {
  std::vector<RawFinding> raw;
  for (const auto& worker : workers)
    raw.insert(raw.end(), worker->faults().findings.begin(), worker->faults().findings.end());
  std::stable_sort(raw.begin(), raw.end(),
                   [](const auto& a, const auto& b) { return comes_first(a.at, b.at); });
  std::map<std::tuple<FaultKind, SourceLine, SourceLine>, Fault> merged;
  for (const RawFinding& finding : raw) {
    const Fault fault = described(launch, finding);
    const auto [known, is_new] = merged.try_emplace({fault.kind, fault.where, fault.other}, fault);
    if (!is_new) known->second.count += fault.count;
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

std::vector<Fault> collect_faults(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers) {
  std::vector<Fault> faults = collect_findings(launch, workers);
  const RawStop* first = nullptr;
  for (const auto& worker : workers) {
    const auto& stop = worker->faults().stop;
    if (stop && (first == nullptr || comes_first(stop->at, first->at))) first = &*stop;
  }
  if (first == nullptr) return faults;
  Fault fault = placed(launch, first->kind, first->at);
  fault.message = first->message;
  if (first->other_pc != 0) fault.other = launch.module->sources->line_before(first->other_pc);
  faults.insert(faults.begin(), fault);
  return faults;
}

std::string collect_printed(const std::vector<std::unique_ptr<Worker>>& workers) {
  std::map<std::uint64_t, std::string> by_block;
  for (const auto& worker : workers) {
    for (const auto& [block, text] : worker->printed()) by_block[block] += text;
  }
  std::string all;
  for (const auto& [block, text] : by_block) all += text;
  return all;
}

}  // namespace

LaunchReport build_report(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers) {
  return {collect_costs(launch, workers), collect_faults(launch, workers), collect_printed(workers)};
}

}  // namespace simt
