// What checks ask of a launch's shared memory: its size, its bank conflicts, and that data passes through it
// (lab/expectations.h, lab/shared_passage.h).
#include <algorithm>

#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/shared_passage.h"
#include "simt/words.h"

namespace lab {
namespace {

using simt::AccessCost;
using simt::Op;

const char* noun(Op op) { return op == Op::load ? "load" : op == Op::store ? "store" : "atomic operation"; }

std::string conflicts(double count) { return number(count) + " " + simt::noun_for(count, "bank conflict"); }

// The conflicts per request of the line's costliest instruction: other instructions of the line cannot dilute
// it.
double mean_conflicts(const AccessCost& access) {
  const simt::Counts& worst = access.worst_instruction;
  return static_cast<double>(worst.bank_conflicts) / static_cast<double>(worst.requests);
}

// Looks at one request, so that further requests of the same instruction cannot dilute it.
double most_conflicts(const AccessCost& access) { return access.example.cost.bank_conflicts; }

bool fail_without_shared_memory(const LaunchResult& run) {
  weigh(0, Comparison::at_least, 1, "shared-memory requests");
  fail_at(run, line_that_stores(run, "out"), "the kernel uses no shared memory: there is no tile");
  return false;
}

std::string conflicts_of(const AccessCost& access) {
  const double mean = mean_conflicts(access);
  const double most = most_conflicts(access);
  if (mean == most) return conflicts(mean) + " per request";
  return "up to " + conflicts(most) + " in a request (" + number(mean) + " on average)";
}

void fail_with_conflicts(const LaunchResult& run, const AccessCost& access, const std::string& required) {
  const std::string array = access.array.empty() ? "" : " `" + access.array + "`";
  fail_at(run, access.where,
          std::string("the ") + noun(access.op) + " of shared memory" + array + " in line " +
              std::to_string(access.where.line) + " has " + conflicts_of(access) + ", " + required +
              "\n  lanes of one warp ask one bank for different words, and are served one after another");
}

}  // namespace

bool expect_shared_bytes(const LaunchResult& run, std::uint64_t most) {
  if (const auto known = verdict_without_counts()) return *known;
  std::uint64_t bytes = 0;
  std::string arrays;
  for (const simt::SharedArray& array : run.report.shared_arrays) {
    bytes += array.bytes;
    arrays += (arrays.empty() ? "`" : ", `") + array.name + "` " + std::to_string(array.bytes);
  }
  if (bytes == 0) {
    fail_at(run, {}, "the kernel uses no shared memory: there is no tile");
    return false;
  }
  if (weigh(static_cast<double>(bytes), Comparison::at_most, static_cast<double>(most),
            "bytes of shared memory")) {
    return true;
  }
  const auto& accesses = run.report.accesses;
  const auto first = std::find_if(accesses.begin(), accesses.end(), is_shared);
  fail_at(run, first == accesses.end() ? simt::SourceLine{} : first->where,
          "a block keeps " + std::to_string(bytes) + " bytes in shared memory (" + arrays + "), " +
              std::to_string(most) + " are allowed");
  return false;
}

bool expect_no_bank_conflicts(const LaunchResult& run) { return expect_bank_conflicts_up_to(run, 0); }

bool expect_bank_conflicts_up_to(const LaunchResult& run, double conflicts_per_request) {
  if (const auto known = verdict_without_counts()) return *known;
  const AccessCost* const worst = costliest(run.report, is_shared, most_conflicts);
  if (worst == nullptr) return fail_without_shared_memory(run);
  const std::string unit = "bank conflicts per request";
  if (weigh(most_conflicts(*worst), Comparison::at_most, conflicts_per_request, unit)) return true;
  fail_with_conflicts(
      run, *worst,
      number(conflicts_per_request) + " " + simt::word_for(conflicts_per_request, "is", "are") + " allowed");
  return false;
}

bool expect_bank_conflicts(const LaunchResult& run, double conflicts_per_request, std::uint64_t requests) {
  if (const auto known = verdict_without_counts()) return *known;
  const AccessCost* const worst = costliest(run.report, is_shared, mean_conflicts);
  if (worst == nullptr) return fail_without_shared_memory(run);
  const double value = mean_conflicts(*worst);
  const std::uint64_t all = sum_of(run.report, is_shared).bank_conflicts;
  const double on_average = static_cast<double>(all) / static_cast<double>(requests);
  if (!weigh(value, Comparison::exactly, conflicts_per_request, "bank conflicts per request") &&
      value > conflicts_per_request) {
    fail_with_conflicts(run, *worst, number(conflicts_per_request) + " are required");
    return false;
  }
  if (value == conflicts_per_request && on_average >= conflicts_per_request) return true;
  const std::string found =
      value < conflicts_per_request
          ? "no access to shared memory has more than " + conflicts(value) + " per request, "
          : "the tile is read and written with " + conflicts(on_average) + " per request on one side, ";
  fail_at(run, worst->where,
          found + number(conflicts_per_request) +
              " required\n  the lanes of a warp fall into different banks: is the tile padded?");
  return false;
}

MarkedInShared::MarkedInShared(const void* input, std::size_t bytes)
    : key_(Session::current().random("marks in shared memory")()) {
  Session& session = Session::current();
  if (!session.on_cuda()) session.machine().mark_in_shared(input, bytes, key_);
}

MarkedInShared::~MarkedInShared() {
  Session& session = Session::current();
  if (!session.on_cuda()) session.machine().mark_in_shared(nullptr, 0, 0);
}

namespace {

// A tile that each thread fills and reads for itself passes nothing to anybody.
bool expect_exchange(const LaunchResult& run, const Passage& passage) {
  const simt::MarkedPassage& passed = run.report.passage;
  const double most = passage.most_read_back * static_cast<double>(passed.stored);
  if (static_cast<double>(passed.read_back) <= most) return true;
  weigh(static_cast<double>(passed.read_back), Comparison::at_most, most,
        "values read back by the thread that stored them");
  fail_at(
      run, line_that_stores(run, passage.array),
      "threads read back from shared memory what they stored themselves, " +
          std::to_string(passed.read_back) + " times for " + std::to_string(passed.stored) +
          " values\n  a tile passes values from one thread to another: let each thread load from it what other "
          "threads stored");
  return false;
}

}  // namespace

bool expect_passage(const LaunchResult& run, const Passage& passage) {
  if (const auto known = verdict_without_counts()) return *known;
  if (passage.past == 0) return expect_exchange(run, passage);
  weigh(static_cast<double>(passage.past), Comparison::at_most, 0,
        simt::noun_for(2, passage.noun) + " past shared memory");
  const bool one = passage.past == 1;
  fail_at(run, line_that_stores(run, passage.array),
          std::to_string(passage.past) + " of " + std::to_string(passage.count) + " " +
              simt::noun_for(2, passage.noun) + " of `" + passage.array + (one ? "` does" : "` do") +
              " not pass through shared memory; " + (one ? "it is " : "the first is ") + passage.first +
              "\n  store what was loaded to the tile, and after the barrier compute with what is loaded from "
              "the tile alone");
  return false;
}

}  // namespace lab
