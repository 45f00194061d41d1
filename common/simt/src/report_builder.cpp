#include "report_builder.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "fault_report.h"
#include "grid.h"

namespace simt {
namespace {

using CostKey = std::tuple<SourceLine, Space, Op, unsigned>;

// Whether a place's costliest request is the line's, too.
bool beats(const PlaceTotals& one, const PlaceTotals* other) {
  if (other == nullptr) return true;
  if (one.worst_cost.excess() != other->worst_cost.excess())
    return one.worst_cost.excess() > other->worst_cost.excess();
  if (one.worst_at < other->worst_at) return true;
  if (other->worst_at < one.worst_at) return false;
  return one.place < other->place;
}

ExampleRequest example_of(const PlaceTotals& totals, const Launch& launch) {
  ExampleRequest example;
  example.block = unfolded(totals.worst_at.block, launch.shape.grid);
  example.warp = totals.worst_at.warp;
  example.cost = totals.worst_cost;
  example.array = totals.worst_array;
  // In local memory no name is known but the source's.
  const char* const written = launch.place(totals.place).array;
  if (totals.space == Space::local && written != nullptr) example.array = written;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const bool active = (totals.worst.active >> lane & 1U) != 0;
    example.offsets[lane] =
        active ? static_cast<std::int64_t>(totals.worst.addresses[lane] - totals.worst_base) : -1;
  }
  return example;
}

// An H200 makes a request of each 4 bytes that a lane moves in local memory (measured:
// docs/measurements/h200).
std::uint64_t requests_of(const PlaceTotals& part) {
  const bool is_split = part.space == Space::local && part.width > kBankBytes;
  return is_split ? part.requests * (part.width / kBankBytes) : part.requests;
}

void add(AccessCost& sum, const PlaceTotals& part) {
  sum.requests += requests_of(part);
  sum.lanes += part.lanes;
  sum.sectors += part.sectors;
  sum.least_sectors += part.least_sectors;
  sum.wavefronts += part.wavefronts;
  sum.least_wavefronts += part.least_wavefronts;
  sum.bank_conflicts += part.bank_conflicts;
}

std::vector<AccessCost> collect_costs(const Launch& launch, const Workers& workers) {
  std::map<CostKey, std::pair<AccessCost, const PlaceTotals*>> costs;
  for (const auto& worker : workers) {
    for (const PlaceTotals& totals : worker->totals().all()) {
      if (totals.requests == 0) continue;
      const SourceLine line = launch.module.line_of(totals.place);
      auto& [sum, best] = costs[CostKey{line, totals.space, totals.op, totals.width}];
      add(sum, totals);
      if (beats(totals, best)) best = &totals;
    }
  }
  std::vector<AccessCost> result;
  for (auto& [key, value] : costs) {
    auto& [sum, best] = value;
    std::tie(sum.where, sum.space, sum.op, sum.width) = key;
    sum.example = example_of(*best, launch);
    result.push_back(std::move(sum));
  }
  return result;
}

// Each worker's shared memory is laid out as every other's.
std::vector<SharedArray> collect_shared_arrays(const Workers& workers) {
  std::map<std::uintptr_t, SharedArray> by_offset;
  for (const auto& worker : workers) {
    const SharedMemory& memory = worker->shared_memory();
    for (const Region& array : memory.arrays()) {
      if (array.is_used)
        by_offset.try_emplace(array.begin - memory.begin(), SharedArray{array.name, array.end - array.begin});
    }
  }
  std::vector<SharedArray> arrays;
  arrays.reserve(by_offset.size());
  for (const auto& [offset, array] : by_offset) arrays.push_back(array);
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
          collect_shared_arrays(workers), collect_remarks(launch, workers)};
}

}  // namespace simt
