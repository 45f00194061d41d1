// The traffic of a launch against that of its form: not one request or sector more or less, and what the
// difference comes from.
#include "sector_rule.h"

#include "lab/accesses.h"
#include "lab/expectations.h"

namespace sweep {
namespace {

using lab::AccessSum;
using lab::Comparison;
using simt::AccessCost;

double per_request(const Traffic& traffic) {
  return static_cast<double>(traffic.sectors) / static_cast<double>(traffic.requests);
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

}  // namespace

std::string text_of(const Traffic& traffic) {
  const double sectors = traffic.requests == 0 ? 0 : per_request(traffic);
  return std::to_string(traffic.requests) + (traffic.requests == 1 ? " request" : " requests") + " of " +
         lab::number(sectors) + " sectors";
}

bool expect_exact_traffic(const lab::LaunchResult& run, const ExpectedTraffic& expected) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  if (!lab::expect_accesses(run, expected.array, expected.op)) return false;
  const AccessSum found = lab::sum_of(run.report, [&](const AccessCost& access) {
    return lab::is_global(access, expected.op, expected.array);
  });
  const bool sectors = lab::weigh(found.per_request(found.sectors), Comparison::exactly,
                                  per_request(expected.traffic), "sectors per request");
  const bool requests = lab::weigh(static_cast<double>(found.requests), Comparison::exactly,
                                   static_cast<double>(expected.traffic.requests), "requests");
  const bool bytes = lab::weigh(static_cast<double>(found.bytes), Comparison::exactly,
                                static_cast<double>(expected.bytes()), "bytes asked for");
  if (sectors && requests && bytes) return true;
  lab::fail_at(run, found.where(),
               lab::accesses_text(expected.op, expected.array) + " are " +
                   text_of({found.requests, found.sectors}) + "; " + expected.form + " they are " +
                   text_of(expected.traffic) + "\n  " + cause(run, expected, found));
  return false;
}

}  // namespace sweep
