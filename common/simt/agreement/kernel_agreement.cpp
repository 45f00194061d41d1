#include "kernel_agreement.h"

#include <algorithm>
#include <optional>
#include <set>

namespace agreement {
namespace {

using simt::AccessCost;
using simt::Op;
using simt::Space;

// A quantity that both sides have: a field of the machine's report, and the counters that hold it.
struct Quantity {
  const char* name;
  Space space;
  Op op;
  std::uint64_t AccessCost::*field;
  std::vector<std::string> counters;  // their sum; an atomic whose result is not used is a "reduction"
};

const std::vector<Quantity>& quantities() {
  static const std::vector<Quantity> all{
      {"global_load_requests", Space::global, Op::load, &AccessCost::requests, {"global_load_requests"}},
      {"global_load_sectors", Space::global, Op::load, &AccessCost::sectors, {"global_load_sectors"}},
      {"global_store_requests", Space::global, Op::store, &AccessCost::requests, {"global_store_requests"}},
      {"global_store_sectors", Space::global, Op::store, &AccessCost::sectors, {"global_store_sectors"}},
      {"global_atomic_requests",
       Space::global,
       Op::atomic,
       &AccessCost::requests,
       {"global_atomic_requests", "global_reduction_requests"}},
      {"global_atomic_sectors",
       Space::global,
       Op::atomic,
       &AccessCost::sectors,
       {"global_atomic_sectors", "global_reduction_sectors"}},
      {"texture_requests", Space::texture, Op::load, &AccessCost::wavefronts, {"texture_load_requests"}},
      {"texture_sectors", Space::texture, Op::load, &AccessCost::sectors, {"texture_load_sectors"}},
      {"local_load_requests", Space::local, Op::load, &AccessCost::requests, {"local_load_requests"}},
      {"local_load_sectors", Space::local, Op::load, &AccessCost::sectors, {"local_load_sectors"}},
      {"local_store_requests", Space::local, Op::store, &AccessCost::requests, {"local_store_requests"}},
      {"local_store_sectors", Space::local, Op::store, &AccessCost::sectors, {"local_store_sectors"}},
      {"shared_load_wavefronts",
       Space::shared,
       Op::load,
       &AccessCost::wavefronts,
       {"shared_load_wavefronts"}},
      {"shared_load_conflicts",
       Space::shared,
       Op::load,
       &AccessCost::bank_conflicts,
       {"shared_load_conflicts"}},
      {"shared_store_wavefronts",
       Space::shared,
       Op::store,
       &AccessCost::wavefronts,
       {"shared_store_wavefronts"}},
      {"shared_store_conflicts",
       Space::shared,
       Op::store,
       &AccessCost::bank_conflicts,
       {"shared_store_conflicts"}},
      {"shared_atomic_wavefronts",
       Space::shared,
       Op::atomic,
       &AccessCost::wavefronts,
       {"shared_atomic_wavefronts", "shared_reduction_wavefronts"}},
      {"shared_atomic_conflicts",
       Space::shared,
       Op::atomic,
       &AccessCost::bank_conflicts,
       {"shared_atomic_conflicts", "shared_reduction_conflicts"}},
  };
  return all;
}

std::uint64_t machine_count(const Quantity& quantity, const simt::LaunchReport& report) {
  std::uint64_t sum = 0;
  for (const AccessCost& access : report.accesses) {
    if (access.space != quantity.space || access.op != quantity.op) continue;
    sum += access.*quantity.field;
    if (quantity.field == &AccessCost::requests) sum -= access.split_requests;
  }
  return sum;
}

std::uint64_t number(const std::string& text, const Case& c) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    throw FileError("the record of " + c.name + " holds `" + text + "`, which is no count");
  return std::stoull(text);
}

// One count a launch, of those counters that the record has; empty where it has none.
std::vector<std::uint64_t> hardware_counts(const Quantity& quantity, const Case& c, const Record& record) {
  std::vector<std::string> recorded;
  for (const std::string& counter : quantity.counters) {
    if (record.has_column(counter)) recorded.push_back(counter);
  }
  if (recorded.empty()) return {};
  std::vector<std::uint64_t> counts;
  for (const Record::Row& row : record.rows.at(c.name)) {
    std::uint64_t sum = 0;
    for (const std::string& counter : recorded) sum += number(row.at(counter), c);
    counts.push_back(sum);
  }
  return counts;
}

bool all_equal(const std::vector<std::uint64_t>& counts) {
  return std::all_of(counts.begin(), counts.end(), [&](std::uint64_t count) { return count == counts[0]; });
}

// 12; 12/14/12 where launches differ; - where the record has no such counter
std::string text_of(const std::vector<std::uint64_t>& counts) {
  if (counts.empty()) return "-";
  std::string text;
  for (std::size_t i = 0; i < (all_equal(counts) ? 1 : counts.size()); ++i) {
    text += (i == 0 ? "" : "/") + std::to_string(counts[i]);
  }
  return text;
}

std::optional<Compared> compare(const Quantity& quantity, const Case& c, const simt::LaunchReport& report,
                                const Record& record) {
  const std::uint64_t machine = machine_count(quantity, report);
  const std::vector<std::uint64_t> hardware = hardware_counts(quantity, c, record);
  Compared result{c.name, quantity.name, text_of(hardware), std::to_string(machine), Verdict::differs, ""};
  if (hardware.empty()) {
    if (machine == 0) return std::nullopt;
    result.verdict = Verdict::not_compared;
    result.why = "the profiler has no such counter";
  } else if (!all_equal(hardware)) {
    const bool arbitrated = quantity.space == Space::shared && !quiet(c);
    result.verdict = arbitrated ? Verdict::not_compared : Verdict::differs;
    result.why = arbitrated ? "the counter varies from launch to launch" : "the launches should count alike";
  } else if (hardware[0] == machine) {
    if (machine == 0) return std::nullopt;
    result.verdict = Verdict::equal;
  }
  return result;
}

std::string family(const std::string& name) {
  const auto slash = name.find('/');
  return slash == std::string::npos ? "" : name.substr(0, slash);
}

}  // namespace

std::vector<std::string> machine_counts(const simt::LaunchReport& report) {
  std::vector<std::string> counts;
  for (const Quantity& quantity : quantities()) {
    const std::uint64_t count = machine_count(quantity, report);
    if (count != 0) counts.push_back(quantity.name + (' ' + std::to_string(count)));
  }
  return counts;
}

bool quiet(const Case& c) {
  constexpr std::uint64_t kMultiprocessors = 132;
  return c.threads_of_block() <= simt::kWarpSize && c.blocks() <= kMultiprocessors;
}

std::vector<Compared> compare_kernel(const Case& c, const simt::LaunchReport& report, const Record& record) {
  if (!report.faults.empty()) {
    const simt::Fault& fault = report.faults.front();
    return {{c.name, "faults", "none", simt::name_of(fault.kind), Verdict::differs,
             fault.message + " in line " + std::to_string(fault.where.line)}};
  }
  if (record.rows.count(c.name) == 0)
    return {{c.name, "all", "-", "-", Verdict::differs, "not in the record: measure.sh makes a new one"}};
  std::vector<Compared> results;
  for (const Quantity& quantity : quantities()) {
    if (const auto result = compare(quantity, c, report, record)) results.push_back(*result);
  }
  return results;
}

std::vector<std::string> without_case(const Record& record, const std::vector<Case>& cases) {
  std::set<std::string> names;
  std::set<std::string> families;
  for (const Case& c : cases) {
    names.insert(c.name);
    families.insert(family(c.name));
  }
  std::vector<std::string> unknown;
  for (const auto& [name, rows] : record.rows) {
    if (families.count(family(name)) != 0 && names.count(name) == 0) unknown.push_back(name);
  }
  return unknown;
}

}  // namespace agreement
