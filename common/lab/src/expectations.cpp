#include "lab/expectations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace lab {
namespace {

using simt::AccessCost;
using simt::Op;
using simt::Space;

const char* noun(Op op) { return op == Op::load ? "load" : "store"; }

std::string coordinates(const simt::Dim3& at) {
  return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
}

// GoogleTest wants some file to point at: without a kernel line it is the kernel file itself.
void fail_at(const simt::SourceLine& where, const std::string& message) {
  const std::string file = where.file.empty() ? Session::current().student().source() : where.file;
  ADD_FAILURE_AT(file.c_str(), static_cast<int>(where.line)) << message;
}

double per_request(std::uint64_t sum, const AccessCost& access) {
  return static_cast<double>(sum) / static_cast<double>(access.requests);
}

// 4 as "4", 4.757 as "4.76".
std::string number(double value) {
  std::ostringstream text;
  text << std::round(value * 100) / 100;
  return text.str();
}

std::string line_text(const simt::SourceLine& where) { return "line " + std::to_string(where.line); }

// The access with the most of something per request; null when there is none.
template <class Accept, class Amount>
const AccessCost* costliest(const LaunchResult& run, Accept accept, Amount amount) {
  const AccessCost* worst = nullptr;
  for (const AccessCost& access : run.report.accesses) {
    if (accept(access) && (worst == nullptr || amount(access) > amount(*worst))) worst = &access;
  }
  return worst;
}

void fail_with(const LaunchResult& run, const simt::Fault& fault) {
  std::string message = title_of(run) + ": " + fault.message;
  if (fault.where.line != 0) {
    message += "\n  at " + line_text(fault.where);
    if (fault.other.line != 0) {
      message += (fault.kind == simt::FaultKind::race ? " and " : "; the other barrier is in ") +
                 line_text(fault.other);
    }
    message += ", block " + coordinates(fault.block) + ", thread " + coordinates(fault.thread);
  }
  if (fault.count > 1) message += " (first of " + std::to_string(fault.count) + ")";
  fail_at(fault.where, message);
}

}  // namespace

std::string title_of(const LaunchResult& run) { return run.kernel + ", " + run.shape; }

simt::SourceLine line_that_stores(const LaunchResult& run, const std::string& array) {
  const AccessCost* const store = costliest(
      run, [&](const AccessCost& a) { return a.op == Op::store && a.example.array == array; },
      [](const AccessCost& a) { return a.requests; });
  return store == nullptr ? simt::SourceLine{} : store->where;
}

bool expect_no_faults(const LaunchResult& run) {
  for (const simt::Fault& fault : run.report.faults) fail_with(run, fault);
  return run.report.faults.empty();
}

bool expect_writes(const LaunchResult& run, const std::string& array) {
  if (line_that_stores(run, array).line != 0) return true;
  fail_at({}, title_of(run) + ": the kernel writes nothing to `" + array + "`: is it still the stub?");
  return false;
}

bool expect_sectors(const LaunchResult& run, const SectorLimit& limit) {
  const auto concerns = [&](const AccessCost& a) {
    return a.space == Space::global && a.op == limit.op && a.example.array == limit.array;
  };
  const AccessCost* const worst =
      costliest(run, concerns, [](const AccessCost& a) { return per_request(a.sectors, a); });
  if (worst == nullptr) {
    weigh(0, Comparison::at_least, 1, "requests");
    fail_at({}, title_of(run) + ": the kernel never " + (limit.op == Op::load ? "reads `" : "writes `") +
                    limit.array + "`");
    return false;
  }
  std::uint64_t sectors = 0;
  std::uint64_t requests = 0;
  for (const AccessCost& access : run.report.accesses) {
    if (!concerns(access)) continue;
    sectors += access.sectors;
    requests += access.requests;
  }
  const double scale = 1.0 / static_cast<double>(requests);
  if (weigh(static_cast<double>(sectors) * scale, Comparison::at_most,
            static_cast<double>(limit.sectors) * scale, "sectors per request"))
    return true;
  fail_at(worst->where,
          title_of(run) + ": the " + noun(limit.op) + " of `" + limit.array + "` in " +
              line_text(worst->where) + " is not coalesced: " + number(per_request(worst->sectors, *worst)) +
              " sectors per request, where " + number(static_cast<double>(limit.sectors) * scale) +
              " would do\n  neighbouring lanes of a warp must " + (limit.op == Op::load ? "read" : "write") +
              " neighbouring elements; the launch moves " + std::to_string(sectors) + " sectors, " +
              std::to_string(limit.sectors) + " are enough");
  return false;
}

namespace {

bool is_shared(const AccessCost& access) { return access.space == Space::shared; }

const AccessCost* most_conflicted(const LaunchResult& run) {
  return costliest(run, is_shared, [](const AccessCost& a) { return per_request(a.bank_conflicts, a); });
}

void fail_without_shared_memory(const LaunchResult& run) {
  weigh(0, Comparison::at_least, 1, "shared-memory requests");
  fail_at(line_that_stores(run, "out"),
          title_of(run) + ": the kernel uses no shared memory: there is no tile");
}

// The line that loads a resource most.
const AccessCost* busiest(const LaunchResult& run, const std::string& resource) {
  if (resource == "shared memory") return most_conflicted(run);
  return costliest(
      run, [](const AccessCost& a) { return a.space == Space::global; },
      [](const AccessCost& a) { return a.sectors; });
}

}  // namespace

bool expect_no_bank_conflicts(const LaunchResult& run) {
  return expect_bank_conflicts(run, Comparison::at_most, 0);
}

bool expect_bank_conflicts(const LaunchResult& run, Comparison comparison, double conflicts_per_request) {
  const AccessCost* const worst = most_conflicted(run);
  if (worst == nullptr) {
    fail_without_shared_memory(run);
    return false;
  }
  const double value = per_request(worst->bank_conflicts, *worst);
  if (weigh(value, comparison, conflicts_per_request, "bank conflicts per request")) return true;
  std::string message = title_of(run) + ": the " + noun(worst->op) + " of shared memory" +
                        (worst->example.array.empty() ? "" : " `" + worst->example.array + "`") + " in " +
                        line_text(worst->where) + " has " + number(value) + " bank conflicts per request, ";
  message += comparison == Comparison::exactly ? number(conflicts_per_request) + " are asked for"
                                               : "at most " + number(conflicts_per_request) + " are allowed";
  message +=
      value > conflicts_per_request
          ? "\n  lanes of one warp ask the same bank for different words, and are served one after another"
          : "\n  the lanes of a warp fall into different banks";
  fail_at(worst->where, message);
  return false;
}

bool expect_bandwidth_bound(const LaunchResult& run, const Baseline& baseline, const std::string& device,
                            double ratio) {
  const auto bounds = bandwidth_bounds(run.report, baseline.run.report, baseline.problem_bytes);
  const auto bound =
      std::find_if(bounds.begin(), bounds.end(), [&](const BandwidthBound& b) { return b.device == device; });
  const std::string unit = "times the bandwidth of " + baseline.name + " (bound)";
  if (weigh(bound->ratio, Comparison::at_least, ratio, unit)) return true;
  const AccessCost* const worst = busiest(run, bound->time.limiter());
  const simt::SourceLine where = worst == nullptr ? simt::SourceLine{} : worst->where;
  fail_at(where, title_of(run) + ": the traffic allows at most " + number(bound->ratio) +
                     " times the bandwidth of " + baseline.name + " on the " + device + ", " + number(ratio) +
                     " is asked for\n  the limit is " + bound->time.limiter() + ", used most by " +
                     line_text(where));
  return false;
}

}  // namespace lab
