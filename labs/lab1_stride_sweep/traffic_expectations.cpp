#include "traffic_expectations.h"

#include "lab/accesses.h"
#include "lab/expectations.h"

namespace sweep {
namespace {

using lab::AccessSum;
using lab::Comparison;
using simt::AccessCost;

constexpr std::uint64_t kVectorBytes = 16;

AccessSum sum_of(const lab::LaunchResult& run, const std::string& array, simt::Op op) {
  return lab::sum_of(run.report, [&](const AccessCost& access) { return lab::is_global(access, op, array); });
}

double per_request(const Traffic& traffic) {
  return static_cast<double>(traffic.sectors) / static_cast<double>(traffic.requests);
}

std::string accesses_of(simt::Op op, const std::string& array) {
  return op == simt::Op::load ? "the loads of `" + array + "`" : "the stores to `" + array + "`";
}

// What makes the traffic differ, as far as it can be seen from the counts.
std::string cause(const lab::LaunchResult& run, const ExpectedTraffic& expected, const AccessSum& found) {
  const char* const touch = expected.op == simt::Op::load ? "read" : "write";
  if (lab::uses_shared_memory(run.report)) {
    return "the elements take a way through shared memory: each thread must read its own element itself, "
           "whatever its stride costs";
  }
  if (found.bytes > expected.bytes()) {
    const char* const touched = expected.op == simt::Op::load ? "read" : "written";
    return std::string("more is ") + touched + " than was asked for, " + std::to_string(found.bytes) +
           " bytes instead of " + std::to_string(expected.bytes()) + ": each thread needs one float, its own";
  }
  if (found.requests != expected.traffic.requests) {
    return "each warp must " + std::string(touch) +
           " its 32 elements in one request, 4 bytes a lane: one element a thread";
  }
  return found.sectors > expected.traffic.sectors
             ? std::string("neighbouring threads must ") + touch +
                   " neighbouring elements of the sweep: thread i of the whole grid has element i"
             : "that is cheaper than its form allows: each thread must read its own element itself";
}

bool fail(const lab::LaunchResult& run, const simt::SourceLine& where, const std::string& message) {
  lab::fail_at(run, where, message);
  return false;
}

bool expect_some(const lab::LaunchResult& run, const std::string& array, simt::Op op,
                 const AccessSum& found) {
  if (found.largest != nullptr) return true;
  lab::weigh(0, Comparison::at_least, 1, "requests");
  const char* const verb = op == simt::Op::load ? "reads `" : "writes `";
  return fail(run, {}, std::string("the kernel never ") + verb + array + "`");
}

}  // namespace

std::string text_of(const Traffic& traffic) {
  const double sectors = traffic.requests == 0 ? 0 : per_request(traffic);
  return std::to_string(traffic.requests) + (traffic.requests == 1 ? " request" : " requests") + " of " +
         lab::number(sectors) + " sectors";
}

bool expect_exact_traffic(const lab::LaunchResult& run, const ExpectedTraffic& expected) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const AccessSum found = sum_of(run, expected.array, expected.op);
  if (!expect_some(run, expected.array, expected.op, found)) return false;
  const bool sectors = lab::weigh(found.per_request(found.sectors), Comparison::exactly,
                                  per_request(expected.traffic), "sectors per request");
  const bool requests = lab::weigh(static_cast<double>(found.requests), Comparison::exactly,
                                   static_cast<double>(expected.traffic.requests), "requests");
  const bool bytes = lab::weigh(static_cast<double>(found.bytes), Comparison::exactly,
                                static_cast<double>(expected.bytes()), "bytes asked for");
  if (sectors && requests && bytes) return true;
  return fail(run, found.where(),
              accesses_of(expected.op, expected.array) + " are " + text_of({found.requests, found.sectors}) +
                  "; " + expected.form + " they are " + text_of(expected.traffic) + "\n  " +
                  cause(run, expected, found));
}

bool expect_vector_requests(const lab::LaunchResult& run, const std::string& array, simt::Op op, int n) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const AccessSum all = sum_of(run, array, op);
  if (!expect_some(run, array, op, all)) return false;
  const auto sum_where = [&](bool is_vector) {
    return lab::sum_of(run.report, [&](const AccessCost& access) {
      return lab::is_global(access, op, array) && (access.width == kVectorBytes) == is_vector;
    });
  };
  const AccessSum wide = sum_where(true);
  const AccessSum narrow = sum_where(false);
  const auto vectors = static_cast<std::uint64_t>(n / FLOATS_PER_THREAD);
  const auto rest = static_cast<std::uint64_t>(n % FLOATS_PER_THREAD);
  const auto in_vectors = static_cast<double>(wide.lanes * FLOATS_PER_THREAD);
  if (!lab::weigh(in_vectors, Comparison::at_least, static_cast<double>(vectors * FLOATS_PER_THREAD),
                  "floats in 16-byte accesses")) {
    const unsigned width = narrow.largest == nullptr ? 0 : narrow.largest->width;
    return fail(run, narrow.where(),
                accesses_of(op, array) + " move " + lab::number(in_vectors) + " of " + std::to_string(n) +
                    " floats 16 bytes at a time, where " + std::to_string(vectors * FLOATS_PER_THREAD) +
                    " can be\n  here a lane moves " + std::to_string(width) +
                    " bytes: take a float4, which is one access of four floats");
  }
  const std::uint64_t needed = (vectors + simt::kWarpSize - 1) / simt::kWarpSize + rest;
  if (lab::weigh(static_cast<double>(all.requests), Comparison::at_most, static_cast<double>(needed),
                 "requests")) {
    return true;
  }
  return fail(run, all.where(),
              accesses_of(op, array) + " are " + std::to_string(all.requests) + " requests, where " +
                  std::to_string(needed) +
                  " are enough: one for 32 vectors, and one for each float of the rest");
}

}  // namespace sweep
