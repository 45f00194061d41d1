#include "lab/expectations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "lab/accesses.h"
#include "lab/measure.h"

namespace lab {
namespace {

using simt::AccessCost;
using simt::Op;
using simt::Space;

const char* noun(Op op) { return op == Op::load ? "load" : "store"; }

std::string coordinates(const simt::Dim3& at) {
  return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
}

bool is_read_of_unwritten(const simt::Fault& fault) {
  return fault.kind == simt::FaultKind::uninitialized_read;
}

std::string line_text(const simt::SourceLine& where) { return "line " + std::to_string(where.line); }

// What to look for, where the fault's own words do not say it.
std::string advice_for(const simt::Fault& fault) {
  if (fault.kind == simt::FaultKind::out_of_bounds) {
    return "\n  work out the index for this block and thread: is it the one that you mean, and does "
           "the thread have an element?";
  }
  if (fault.kind == simt::FaultKind::time_limit) {
    return "\n  what ends the loop around this line, and does every round bring the thread nearer to it?";
  }
  if (fault.kind == simt::FaultKind::uninitialized_read) {
    return "\n  compare the indices and the bounds of this load with those of the stores before it";
  }
  if (fault.kind == simt::FaultKind::divergent_barrier) {
    return "\n  every thread of the block must come to the same barrier: outside of every `if`, and with no "
           "`return` before it";
  }
  return "";
}

void fail_with(const LaunchResult& run, const simt::Fault& fault) {
  std::string message = fault.message;
  const bool other_barrier = fault.kind == simt::FaultKind::divergent_barrier && fault.other.line != 0;
  // The failure names the line itself: it is said again only with what else is known.
  if (fault.where.line != 0 && (other_barrier || fault.names_a_thread || fault.count > 1)) {
    message += "\n  at " + line_text(fault.where);
    if (other_barrier) message += " (the other barrier is in " + line_text(fault.other) + ")";
    if (fault.names_a_thread)
      message += ", block " + coordinates(fault.block) + ", thread " + coordinates(fault.thread);
  }
  if (fault.count > 1) message += "; the first of " + std::to_string(fault.count);
  fail_at(run, fault.where, message + advice_for(fault));
}

}  // namespace

std::string number(double value) {
  std::ostringstream text;
  text << std::round(value * 100) / 100;
  return text.str();
}

void measured_or_counted(const std::function<void()>& measured, const std::function<void()>& counted) {
  if (measuring()) {
    measured_check(measured);
  } else {
    counted();
  }
}

void fail_at(const LaunchResult& run, const simt::SourceLine& where, const std::string& message) {
  const simt::SourceLine& place = where.line == 0 ? run.definition : where;
  ADD_FAILURE_AT(place.file.c_str(), static_cast<int>(place.line))
      << run.kernel << ", " << run.shape << ": " << message;
}

bool skip_without_simt() {
  if (!measuring()) return false;
  // GTEST_SKIP returns from the function that it stands in: the caller is told instead.
  [] { GTEST_SKIP() << "needs the SIMT machine: a GPU tells no counts, and not where a fault lies"; }();
  return true;
}

std::optional<bool> verdict_without_counts() {
  if (counting()) return true;
  if (skip_without_simt()) return false;
  return std::nullopt;
}

simt::SourceLine line_that_stores(const LaunchResult& run, const std::string& array) {
  return line_of(costliest(
      run.report, [&](const AccessCost& a) { return a.op == Op::store && a.example.array == array; },
      [](const AccessCost& a) { return a.requests; }));
}

bool expect_no_faults(const LaunchResult& run) {
  if (const auto known = verdict_without_counts()) return *known;
  for (const simt::Fault& fault : run.report.faults) fail_with(run, fault);
  return run.report.faults.empty();
}

bool has_read_unwritten(const LaunchResult& run) {
  return std::any_of(run.report.faults.begin(), run.report.faults.end(), is_read_of_unwritten);
}

const simt::Fault* read_of_unwritten(const LaunchResult& run, const LaunchResult& written) {
  for (const simt::Fault& fault : run.report.faults) {
    const auto is_same = [&](const simt::Fault& other) {
      return is_read_of_unwritten(other) && other.where == fault.where && other.count == fault.count;
    };
    const auto& others = written.report.faults;
    if (is_read_of_unwritten(fault) && std::none_of(others.begin(), others.end(), is_same)) return &fault;
  }
  return nullptr;
}

bool expect_writes(const LaunchResult& run, const std::string& array) {
  if (const auto known = verdict_without_counts()) return *known;
  if (line_that_stores(run, array).line != 0) return true;
  fail_at(run, {}, "the kernel writes nothing to `" + array + "`: is it still the stub?");
  return false;
}

std::uint64_t sectors_in_pieces(int rows, int cols, int piece) {
  constexpr std::uint64_t kSectorFloats = simt::kSectorBytes / sizeof(float);
  std::uint64_t sectors = 0;
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; col += piece) {
      const auto first = static_cast<std::uint64_t>(row) * static_cast<std::uint64_t>(cols) +
                         static_cast<std::uint64_t>(col);
      const std::uint64_t last = first + static_cast<std::uint64_t>(std::min(piece, cols - col)) - 1;
      sectors += last / kSectorFloats - first / kSectorFloats + 1;
    }
  }
  return sectors;
}

bool expect_sectors(const LaunchResult& run, const SectorLimit& limit) {
  if (const auto known = verdict_without_counts()) return *known;
  const auto concerns = [&](const AccessCost& a) { return is_global(a, limit.op, limit.array); };
  const AccessCost* const worst =
      costliest(run.report, concerns, [](const AccessCost& a) { return per_request(a.sectors, a); });
  if (worst == nullptr) {
    weigh(0, Comparison::at_least, 1, "requests");
    fail_at(run, {},
            std::string("the kernel never ") + (limit.op == Op::load ? "reads `" : "writes `") + limit.array +
                "`");
    return false;
  }
  const AccessSum sum = sum_of(run.report, concerns);
  const double scale = 1.0 / static_cast<double>(sum.requests);
  const double least = static_cast<double>(limit.sectors) * scale;
  if (weigh(static_cast<double>(sum.sectors) * scale, Comparison::at_most, least, "sectors per request")) {
    return true;
  }
  const std::string totals = "the launch moves " + std::to_string(sum.sectors) + " sectors, " +
                             std::to_string(limit.sectors) + " are enough";
  const std::string access =
      std::string("the ") + noun(limit.op) + " of `" + limit.array + "` in " + line_text(worst->where);
  if (worst->sectors == worst->least_sectors) {  // each request is as good as it can be: there are too many
    fail_at(run, worst->where,
            access + " is coalesced but made too often: each element needs one, and " + totals);
    return false;
  }
  fail_at(run, worst->where,
          access + " is not coalesced: " + number(per_request(worst->sectors, *worst)) +
              " sectors per request, where " + number(least) +
              " would do\n  neighbouring lanes of a warp must " + (limit.op == Op::load ? "read" : "write") +
              " neighbouring elements; " + totals);
  return false;
}

namespace {

const AccessCost* most_conflicted(const LaunchResult& run) {
  return costliest(run.report, is_shared,
                   [](const AccessCost& a) { return per_request(a.bank_conflicts, a); });
}

std::vector<BandwidthBound>::const_iterator bound_of(const std::string& device,
                                                     const std::vector<BandwidthBound>& bounds) {
  return std::find_if(bounds.begin(), bounds.end(),
                      [&](const BandwidthBound& b) { return b.device == device; });
}

std::string conflicts(double count) {
  return number(count) + (count == 1 ? " bank conflict" : " bank conflicts");
}

void fail_without_shared_memory(const LaunchResult& run) {
  weigh(0, Comparison::at_least, 1, "shared-memory requests");
  fail_at(run, line_that_stores(run, "out"), "the kernel uses no shared memory: there is no tile");
}

// The line that loads a resource most.
const AccessCost* busiest(const LaunchResult& run, const std::string& resource) {
  if (resource == "shared memory") return most_conflicted(run);
  return costliest(
      run.report, [](const AccessCost& a) { return a.space == Space::global; },
      [](const AccessCost& a) { return a.sectors; });
}

}  // namespace

bool expect_no_bank_conflicts(const LaunchResult& run) {
  return expect_bank_conflicts(run, Comparison::at_most, 0);
}

bool expect_bank_conflicts(const LaunchResult& run, Comparison comparison, double conflicts_per_request) {
  if (const auto known = verdict_without_counts()) return *known;
  const AccessCost* const worst = most_conflicted(run);
  if (worst == nullptr) {
    fail_without_shared_memory(run);
    return false;
  }
  const double value = per_request(worst->bank_conflicts, *worst);
  if (weigh(value, comparison, conflicts_per_request, "bank conflicts per request")) return true;
  if (value < conflicts_per_request) {
    fail_at(run, worst->where,
            "no access to shared memory has more than " + conflicts(value) + " per request, " +
                number(conflicts_per_request) +
                " are asked for\n  the lanes of a warp fall into different banks: is the tile padded?");
    return false;
  }
  const std::string array = worst->example.array.empty() ? "" : " `" + worst->example.array + "`";
  const std::string allowed = comparison == Comparison::exactly ? " asked for" : " allowed";
  fail_at(run, worst->where,
          std::string("the ") + noun(worst->op) + " of shared memory" + array + " in " +
              line_text(worst->where) + " has " + conflicts(value) + " per request, " +
              number(conflicts_per_request) + (conflicts_per_request == 1 ? " is" : " are") + allowed +
              "\n  lanes of one warp ask one bank for different words, and are served one after another");
  return false;
}

double bound_on(const std::string& device, const std::vector<BandwidthBound>& bounds) {
  return bound_of(device, bounds)->ratio;
}

bool expect_bandwidth_bound(const LaunchResult& run, const Baseline& baseline, const std::string& device,
                            double ratio) {
  if (const auto known = verdict_without_counts()) return *known;
  const auto bounds = bandwidth_bounds(run.report, baseline.run.report, baseline.problem_bytes);
  const auto bound = bound_of(device, bounds);
  const std::string unit = "times the bandwidth of " + baseline.name + " (bound)";
  if (weigh(bound->ratio, Comparison::at_least, ratio, unit)) return true;
  const AccessCost* const worst = busiest(run, bound->time.limiter());
  const simt::SourceLine where = line_of(worst);
  fail_at(run, where,
          "by the least time that its traffic takes on the " + device + ", it comes to " +
              number(bound->ratio) + " times the bandwidth of " + baseline.name + "; " + number(ratio) +
              " is asked for\n  the limit is " + bound->time.limiter() + ", used most by " +
              line_text(where));
  return false;
}

}  // namespace lab
