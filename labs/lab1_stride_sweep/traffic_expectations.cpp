#include "traffic_expectations.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "lab/expectations.h"

namespace sweep {
namespace {

using lab::Comparison;
using simt::AccessCost;

constexpr std::uint64_t kVectorBytes = 16;

// The accesses of one array with one operation, summed.
struct Sum {
  Traffic traffic;
  std::uint64_t lanes = 0;
  std::uint64_t bytes = 0;              // that lanes ask for
  const AccessCost* largest = nullptr;  // of the most requests; null: there is no access

  simt::SourceLine where() const { return largest == nullptr ? simt::SourceLine{} : largest->where; }
};

template <class Accept>
Sum sum_of(const lab::LaunchResult& run, const std::string& array, simt::Op op, Accept accept) {
  Sum sum;
  for (const AccessCost& access : run.report.accesses) {
    if (access.space != simt::Space::global || access.op != op || access.example.array != array) continue;
    if (!accept(access)) continue;
    sum.traffic.requests += access.requests;
    sum.traffic.sectors += access.sectors;
    sum.lanes += access.lanes;
    sum.bytes += access.lanes * access.width;
    if (sum.largest == nullptr || access.requests > sum.largest->requests) sum.largest = &access;
  }
  return sum;
}

Sum sum_of(const lab::LaunchResult& run, const std::string& array, simt::Op op) {
  return sum_of(run, array, op, [](const AccessCost&) { return true; });
}

bool uses_shared_memory(const lab::LaunchResult& run) {
  const auto& accesses = run.report.accesses;
  return std::any_of(accesses.begin(), accesses.end(),
                     [](const AccessCost& a) { return a.space == simt::Space::shared; });
}

std::string number(double value) {
  std::ostringstream text;
  text << std::round(value * 100) / 100;
  return text.str();
}

double per_request(const Traffic& traffic) {
  return traffic.requests == 0 ? 0
                               : static_cast<double>(traffic.sectors) / static_cast<double>(traffic.requests);
}

std::string words(const Traffic& traffic) {
  return std::to_string(traffic.requests) + (traffic.requests == 1 ? " request" : " requests") + " of " +
         number(per_request(traffic)) + " sectors";
}

std::string accesses_of(simt::Op op, const std::string& array) {
  return op == simt::Op::load ? "the loads of `" + array + "`" : "the stores to `" + array + "`";
}

// What makes the traffic differ, as far as it can be seen from the counts.
std::string cause(const lab::LaunchResult& run, const ExpectedTraffic& expected, const Sum& found) {
  const char* const touch = expected.op == simt::Op::load ? "read" : "write";
  if (uses_shared_memory(run)) {
    return "the elements take a way through shared memory: each thread must read its own element itself, "
           "whatever its stride costs";
  }
  if (found.bytes > expected.bytes()) {
    const char* const touched = expected.op == simt::Op::load ? "read" : "written";
    return std::string("more is ") + touched + " than was asked for, " + std::to_string(found.bytes) +
           " bytes instead of " + std::to_string(expected.bytes()) + ": each thread needs one float, its own";
  }
  if (found.traffic.requests != expected.traffic.requests) {
    return "each warp must " + std::string(touch) +
           " its 32 elements in one request, 4 bytes a lane: one element a thread";
  }
  return found.traffic.sectors > expected.traffic.sectors
             ? std::string("neighbouring threads must ") + touch +
                   " neighbouring elements of the sweep: thread i of the whole grid has element i"
             : "that is cheaper than its form allows: each thread must read its own element itself";
}

bool fail(const lab::LaunchResult& run, const simt::SourceLine& where, const std::string& message) {
  lab::fail_at(run, where, message);
  return false;
}

bool expect_some(const lab::LaunchResult& run, const std::string& array, simt::Op op, const Sum& found) {
  if (found.largest != nullptr) return true;
  lab::weigh(0, Comparison::at_least, 1, "requests");
  const char* const verb = op == simt::Op::load ? "reads `" : "writes `";
  return fail(run, {}, std::string("the kernel never ") + verb + array + "`");
}

}  // namespace

bool expect_exact_traffic(const lab::LaunchResult& run, const ExpectedTraffic& expected) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const Sum found = sum_of(run, expected.array, expected.op);
  if (!expect_some(run, expected.array, expected.op, found)) return false;
  const bool sectors = lab::weigh(per_request(found.traffic), Comparison::exactly,
                                  per_request(expected.traffic), "sectors per request");
  const bool requests = lab::weigh(static_cast<double>(found.traffic.requests), Comparison::exactly,
                                   static_cast<double>(expected.traffic.requests), "requests");
  const bool bytes = lab::weigh(static_cast<double>(found.bytes), Comparison::exactly,
                                static_cast<double>(expected.bytes()), "bytes asked for");
  if (sectors && requests && bytes) return true;
  return fail(run, found.where(),
              accesses_of(expected.op, expected.array) + " are " + words(found.traffic) + "; " +
                  expected.form + " they are " + words(expected.traffic) + "\n  " +
                  cause(run, expected, found));
}

bool expect_vector_requests(const lab::LaunchResult& run, const std::string& array, simt::Op op, int n) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const Sum all = sum_of(run, array, op);
  if (!expect_some(run, array, op, all)) return false;
  const auto is_vector = [](const AccessCost& a) { return a.width == kVectorBytes; };
  const Sum wide = sum_of(run, array, op, is_vector);
  const Sum narrow = sum_of(run, array, op, [&](const AccessCost& a) { return !is_vector(a); });
  const auto vectors = static_cast<std::uint64_t>(n / FLOATS_PER_THREAD);
  const auto rest = static_cast<std::uint64_t>(n % FLOATS_PER_THREAD);
  const auto in_vectors = static_cast<double>(wide.lanes * FLOATS_PER_THREAD);
  if (!lab::weigh(in_vectors, Comparison::at_least, static_cast<double>(vectors * FLOATS_PER_THREAD),
                  "floats in 16-byte accesses")) {
    const unsigned width = narrow.largest == nullptr ? 0 : narrow.largest->width;
    return fail(run, narrow.where(),
                accesses_of(op, array) + " move " + number(in_vectors) + " of " + std::to_string(n) +
                    " floats 16 bytes at a time, where " + std::to_string(vectors * FLOATS_PER_THREAD) +
                    " can be\n  here a lane moves " + std::to_string(width) +
                    " bytes: take a float4, which is one access of four floats");
  }
  const std::uint64_t needed = (vectors + simt::kWarpSize - 1) / simt::kWarpSize + rest;
  if (lab::weigh(static_cast<double>(all.traffic.requests), Comparison::at_most, static_cast<double>(needed),
                 "requests")) {
    return true;
  }
  return fail(run, all.where(),
              accesses_of(op, array) + " are " + std::to_string(all.traffic.requests) + " requests, where " +
                  std::to_string(needed) +
                  " are enough: one for 32 vectors, and one for each float of the rest");
}

void fail_without_fall(const lab::LaunchResult& run, double left, double most) {
  const Sum loads = sum_of(run, "in", simt::Op::load);
  lab::fail_at(run, loads.where(),
               "by the least time that its traffic takes, stride 32 keeps " + number(left) +
                   " of the bandwidth at stride 1; at most " + number(most) +
                   " is allowed\n  the fall is missing because stride 1 is slow already: its loads are " +
                   words(loads.traffic) + ", where 4 sectors would do");
}

std::uint64_t sector_bytes(const simt::LaunchReport& report) {
  std::uint64_t sectors = 0;
  for (const AccessCost& access : report.accesses) {
    if (access.space == simt::Space::global) sectors += access.sectors;
  }
  return sectors * simt::kSectorBytes;
}

}  // namespace sweep
