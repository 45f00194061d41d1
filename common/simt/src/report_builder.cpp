#include "report_builder.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "fault_report.h"
#include "grid.h"

namespace simt {
namespace {

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
    // Two instructions of one line: compilers differ in which comes first.
    return instruction->worst.addresses < other.instruction->worst.addresses;
  }
};

const Region* region_at(const Candidate& candidate, const Launch& launch, std::uint64_t address) {
  if (candidate.instruction->space == Space::shared) return candidate.worker->shared_region(address);
  const Region* const variable = launch.module->variable_at(address);
  return variable != nullptr ? variable : launch.arena->find(address, 1);
}

ExampleRequest example_of(const Candidate& candidate, const Launch& launch) {
  const Instruction& instruction = *candidate.instruction;
  ExampleRequest example;
  example.block = unfolded(instruction.worst_at.block, launch.shape.grid);
  example.warp = instruction.worst_at.warp;
  example.cost = instruction.worst_cost;
  const auto first = static_cast<std::size_t>(__builtin_ctz(instruction.worst.active));
  const std::uint64_t some_address = instruction.worst.addresses[first];
  const Region* const region = region_at(candidate, launch, some_address);
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

std::vector<AccessCost> collect_costs(const Launch& launch, const Workers& workers) {
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

// A worker's shared memory is laid out as every other's.
std::vector<SharedArray> collect_shared_arrays(const Workers& workers) {
  std::map<std::uintptr_t, SharedArray> by_place;
  for (const auto& worker : workers)
    by_place.insert(worker->used_shared_arrays().begin(), worker->used_shared_arrays().end());
  std::vector<SharedArray> arrays;
  arrays.reserve(by_place.size());
  for (const auto& [place, array] : by_place) arrays.push_back(array);
  std::sort(arrays.begin(), arrays.end());
  return arrays;
}

std::string collect_printed(const Workers& workers) {
  std::map<std::uint64_t, std::string> by_block;
  for (const auto& worker : workers) {
    for (const auto& [block, text] : worker->printed()) by_block[block] += text;
  }
  std::string all;
  for (const auto& [block, text] : by_block) all += text;
  return all;
}

}  // namespace

LaunchReport build_report(const Launch& launch, const Workers& workers) {
  return {collect_costs(launch, workers), collect_faults(launch, workers), collect_printed(workers),
          collect_shared_arrays(workers)};
}

}  // namespace simt
