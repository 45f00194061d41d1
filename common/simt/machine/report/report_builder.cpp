#include "report/report_builder.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "common/grid.h"
#include "loading/launch_limits.h"
#include "report/fault_report.h"

namespace simt {
namespace {

// What a line does, to whatever array.
using AccessKey = std::tuple<SourceLine, Space, Op, unsigned, Instruction, bool>;
using CostKey = std::tuple<SourceLine, Space, Op, unsigned, Instruction, std::string, bool>;

// One entry of the report in the making.
struct LineCost {
  AccessCost sum;
  const PlaceTotals* worst_request = nullptr;    // the place that made it
  std::map<std::uint32_t, Counts> instructions;  // keyed by place
  std::set<unsigned> joined_lines;
};

// The name of the array. Arrays in local memory have only the name that the source gives them.
std::string array_of(const PlaceTotals& totals, const Launch& launch) {
  if (totals.space != Space::local) return totals.region->name;
  const char* const written = launch.place(totals.place).array;
  return written == nullptr ? "" : written;
}

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
  if (!totals.asynchronous) example.passes = passes_of(totals.worst);
  example.array = array_of(totals, launch);
  const std::uint64_t base = totals.space == Space::local ? 0 : totals.region->begin;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const bool active = (totals.worst.active >> lane & 1U) != 0;
    example.offsets[lane] = active ? static_cast<std::int64_t>(totals.worst.addresses[lane] - base) : -1;
  }
  return example;
}

// What one place did. An H200 makes a request of each 4 bytes that a lane moves in local memory (measured:
// docs/measurements/h200).
Counts counts_of(const PlaceTotals& part) {
  Counts counts(static_cast<const Counts&>(part));
  if (part.space == Space::local && part.width > kBankBytes) counts.requests *= part.width / kBankBytes;
  return counts;
}

double mean_excess(const Counts& cost) {
  return static_cast<double>(cost.excess()) / static_cast<double>(cost.requests);
}

const Counts& worst_of(const std::map<std::uint32_t, Counts>& instructions) {
  return std::max_element(
             instructions.begin(), instructions.end(),
             [](const auto& a, const auto& b) { return mean_excess(a.second) < mean_excess(b.second); })
      ->second;
}

std::vector<AccessCost> collect_costs(const Launch& launch, const Workers& workers) {
  if (!launch.counts) return {};
  std::map<CostKey, LineCost> costs;
  std::map<AccessKey, std::set<std::uint32_t>> places;
  for (const auto& worker : workers) {
    for (const PlaceTotals& totals : worker->judge().sums().totals().all()) {
      if (totals.requests == 0) continue;
      const SourceLine line = launch.module.line_of(totals.place);
      LineCost& cost = costs[{line, totals.space, totals.op, totals.width, totals.instruction,
                              array_of(totals, launch), totals.asynchronous}];
      cost.sum += counts_of(totals);
      cost.sum.split_requests += totals.split_requests;
      cost.instructions[totals.place] += counts_of(totals);
      for (const std::uint32_t joined : launch.place(totals.place).joined_lines) {
        if (joined != 0) cost.joined_lines.insert(joined);
      }
      places[{line, totals.space, totals.op, totals.width, totals.instruction, totals.asynchronous}].insert(
          totals.place);
      if (beats(totals, cost.worst_request)) cost.worst_request = &totals;
    }
  }
  std::vector<AccessCost> result;
  for (auto& [key, cost] : costs) {
    AccessCost& sum = cost.sum;
    std::tie(sum.where, sum.space, sum.op, sum.width, sum.instruction, sum.array, sum.asynchronous) = key;
    sum.worst_instruction = worst_of(cost.instructions);
    sum.instructions = static_cast<unsigned>(
        places[{sum.where, sum.space, sum.op, sum.width, sum.instruction, sum.asynchronous}].size());
    sum.joined_lines.assign(cost.joined_lines.begin(), cost.joined_lines.end());
    sum.example = example_of(*cost.worst_request, launch);
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
    for (const auto& [block, text] : worker->prints.texts()) by_block[block] += text;
  }
  std::string all;
  for (const auto& [block, text] : by_block) all += text;
  return all;
}

BytesInFlight collect_in_flight(const Launch& launch, const Workers& workers) {
  BytesInFlight sum;
  sum.resident_threads = resident_threads(launch.kernel, launch.shape);
  for (const auto& worker : workers) {
    const BytesInFlight& part = worker->judge().sums().in_flight();
    sum.bytes += part.bytes;
    sum.waits += part.waits;
    sum.most = std::max(sum.most, part.most);
  }
  return sum;
}

// Where no request was counted: the arrays that some place was let into, and those that it may have stored to.
void add_touched(const Region& region, std::vector<TouchedArray>& arrays) {
  if (region.is_loaded_from || region.is_stored_to)
    arrays.push_back({region.begin, region.is_loaded_from, region.is_stored_to});
}

// Collects the arrays that a launch touched and that outlive it.
std::vector<TouchedArray> collect_touched(const Launch& launch, const Workers& workers) {
  std::vector<TouchedArray> arrays;
  if (!launch.counts) {
    for (const auto& [begin, region] : launch.arena->regions()) add_touched(region, arrays);
    for (const Region& variable : launch.variables.regions()) add_touched(variable, arrays);
    return arrays;
  }
  std::map<std::uintptr_t, TouchedArray> by_begin;
  for (const auto& worker : workers) {
    for (const PlaceTotals& totals : worker->judge().sums().totals().all()) {
      if (totals.requests == 0 || totals.space == Space::shared || totals.space == Space::local) continue;
      TouchedArray& array = by_begin[totals.region->begin];
      array.begin = totals.region->begin;
      array.is_loaded |= totals.op != Op::store;
      array.is_stored |= totals.op != Op::load;
    }
  }
  arrays.reserve(by_begin.size());
  for (const auto& [begin, array] : by_begin) arrays.push_back(array);
  return arrays;
}

BarrierCounts collect_barriers(const Workers& workers) {
  BarrierCounts sum;
  for (const auto& worker : workers) {
    sum.of_blocks += worker->barriers().of_blocks;
    sum.of_warps += worker->barriers().of_warps;
  }
  return sum;
}

MarkedPassage collect_passage(const Workers& workers) {
  MarkedPassage sum;
  for (const auto& worker : workers) {
    sum.stored += worker->passage().stored;
    sum.read_back += worker->passage().read_back;
  }
  return sum;
}

WarpShares collect_warp_shares(const Launch& launch, const Workers& workers) {
  WarpShares sum;
  const std::uint64_t threads = launch.shape.block.volume();
  sum.warps = static_cast<unsigned>((threads + kWarpSize - 1) / kWarpSize);
  for (const auto& worker : workers) {
    sum.requests += worker->judge().sums().warp_shares().requests;
    sum.busiest += worker->judge().sums().warp_shares().busiest;
  }
  return sum;
}

Occupancy occupancy_of(const Launch& launch) {
  const abi::Kernel& kernel = *launch.kernel.code;
  Occupancy occupancy;
  occupancy.blocks = launch.shape.grid.volume();
  occupancy.threads = static_cast<unsigned>(launch.shape.block.volume());
  occupancy.registers = kernel.registers;
  occupancy.is_cooperative = launch.shape.is_cooperative;
  occupancy.shared_bytes = kernel.static_shared_bytes + launch.shape.dynamic_shared_bytes;
  return occupancy;
}

bool may_order_matter(const Launch& launch, const Workers& workers) {
  if (launch.has_asked_who_is_there) return true;
  for (const auto& worker : workers) {
    for (const PlaceTotals& totals : worker->judge().sums().totals().all()) {
      if (totals.requests == 0) continue;
      if (totals.op == Op::atomic || (launch.place(totals.place).flags & abi::kVolatile) != 0) return true;
    }
  }
  return false;
}

TurnOrder collect_order(const Launch& launch, const Workers& workers) {
  TurnOrder order;
  order.may_matter = may_order_matter(launch, workers);
  if (launch.schedule.is_in_order()) return order;
  order.exchanged = launch.schedule.exchanged();
  std::map<SourceLine, AtomicDigest> by_line;
  for (const auto& worker : workers) {
    for (const auto& [place, digest] : worker->atomic_digests()) {
      AtomicDigest& sum = by_line[launch.module.line_of(place)];
      sum.found += digest.found;
      sum.in_turn += digest.in_turn;
    }
  }
  for (auto& [where, digest] : by_line) {
    digest.where = where;
    order.atomics.push_back(digest);
  }
  return order;
}

std::shared_ptr<const LaunchTraffic> collect_traffic(const Launch& launch, const Workers& workers) {
  if (!launch.wants_traffic) return nullptr;
  std::vector<LaunchTraffic*> parts;
  for (const auto& worker : workers) parts.push_back(&worker->traffic());
  return std::make_shared<const LaunchTraffic>(merged(parts));
}

}  // namespace

bool is_same_access(const AccessCost& a, const AccessCost& b) {
  return std::tie(a.where, a.space, a.op, a.width, a.instruction, a.asynchronous) ==
         std::tie(b.where, b.space, b.op, b.width, b.instruction, b.asynchronous);
}

bool is_same_cost(const AccessCost& a, const AccessCost& b) {
  const Counts& one = a;
  const Counts& other = b;
  return is_same_access(a, b) && a.split_requests == b.split_requests && one == other;
}

LaunchReport build_report(const Launch& launch, const Workers& workers) {
  return {collect_costs(launch, workers),
          collect_faults(launch, workers),
          collect_printed(workers),
          collect_shared_arrays(workers),
          collect_remarks(launch, workers),
          collect_in_flight(launch, workers),
          collect_touched(launch, workers),
          launch.has_read_clock,
          launch.has(abi::kWaitsForThreads),
          collect_barriers(workers),
          collect_warp_shares(launch, workers),
          occupancy_of(launch),
          collect_order(launch, workers),
          collect_traffic(launch, workers),
          {},
          {},
          collect_passage(workers),
          launch.has(abi::kInLockstep)};
}

}  // namespace simt
