#include "report/launch_log.h"

#include <algorithm>
#include <tuple>

namespace cudart {
namespace {

// A reader can still compare so many groups of one kernel.
constexpr std::size_t kMostGroups = 32;
// The limit for each kind of remark in a group, because kernels that differ from launch to launch could have
// any number.
constexpr std::size_t kMostRemarks = 32;

auto numbers_of(const simt::Dim3& dim) { return std::tie(dim.x, dim.y, dim.z); }

bool same_shape(const simt::LaunchShape& a, const simt::LaunchShape& b) {
  return numbers_of(a.grid) == numbers_of(b.grid) && numbers_of(a.block) == numbers_of(b.block) &&
         a.dynamic_shared_bytes == b.dynamic_shared_bytes;
}

bool same_fault(const simt::Fault& a, const simt::Fault& b) {
  return a.kind == b.kind && a.where == b.where && a.other == b.other;
}

// The dearer one, a request of it taken by itself.
bool costs_more(const simt::Counts& a, const simt::Counts& b) {
  return a.excess() * b.requests > b.excess() * a.requests;
}

std::uint64_t wasted_in(const std::vector<simt::AccessCost>& accesses) {
  std::uint64_t sum = 0;
  for (const simt::AccessCost& access : accesses) sum += access.excess();
  return sum;
}

void add_cost(simt::AccessCost& sum, const simt::AccessCost& more) {
  sum += more;
  sum.split_requests += more.split_requests;
  if (costs_more(more.worst_instruction, sum.worst_instruction))
    sum.worst_instruction = more.worst_instruction;
  sum.instructions = std::max(sum.instructions, more.instructions);
  if (more.example.cost.excess() > sum.example.cost.excess()) sum.example = more.example;
  if (sum.array != more.array) sum.array.clear();
}

// One line's accesses of one launch into the sums of that line: by the array's name, else into a row whose
// array this launch left alone, as where two arrays change places from launch to launch.
void join_line(std::vector<simt::AccessCost>& rows, const std::vector<simt::AccessCost>& more) {
  std::vector<bool> is_taken(rows.size(), false);
  std::vector<const simt::AccessCost*> left;
  for (const simt::AccessCost& access : more) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const simt::AccessCost& known) {
      return simt::is_same_access(known, access) && known.array == access.array;
    });
    if (row == rows.end()) {
      left.push_back(&access);
      continue;
    }
    is_taken[static_cast<std::size_t>(row - rows.begin())] = true;
    add_cost(*row, access);
  }
  for (const simt::AccessCost* access : left) {
    std::size_t at = 0;
    while (at < is_taken.size() && (is_taken[at] || !simt::is_same_access(rows[at], *access))) ++at;
    if (at == is_taken.size()) {
      rows.push_back(*access);
    } else {
      is_taken[at] = true;
      add_cost(rows[at], *access);
    }
  }
}

void join_accesses(LaunchGroup& group, const std::vector<simt::AccessCost>& more) {
  join_line(group.accesses, more);
  std::stable_sort(group.accesses.begin(), group.accesses.end(),
                   [](const simt::AccessCost& a, const simt::AccessCost& b) {
                     return std::tie(a.where, a.space, a.op, a.width, a.instruction, a.asynchronous) <
                            std::tie(b.where, b.space, b.op, b.width, b.instruction, b.asynchronous);
                   });
}

void join_faults(LaunchGroup& group, const std::vector<GroupFault>& more) {
  for (const GroupFault& fault : more) {
    const auto known = std::find_if(group.faults.begin(), group.faults.end(), [&](const GroupFault& other) {
      return same_fault(other.fault, fault.fault);
    });
    if (known == group.faults.end()) {
      group.faults.push_back(fault);
    } else {
      known->fault.count += fault.fault.count;
      known->launches += fault.launches;
    }
  }
}

void join_remarks(LaunchGroup& group, const std::vector<simt::Remark>& more) {
  for (const simt::Remark& remark : more) {
    const bool is_known = std::any_of(group.remarks.begin(), group.remarks.end(),
                                      [&](const simt::Remark& other) { return other.where == remark.where; });
    if (!is_known && group.remarks.size() < kMostRemarks) group.remarks.push_back(remark);
  }
}

// A line's share is of the group's time.
void join_lines(LaunchGroup& group, const LaunchGroup& more) {
  const double all = group.predicted.us + more.predicted.us;
  if (all <= 0) return;
  std::vector<simt::LineTime>& lines = group.predicted.lines;
  for (simt::LineTime& line : lines) line.share *= group.predicted.us / all;
  for (const simt::LineTime& line : more.predicted.lines) {
    const double share = line.share * more.predicted.us / all;
    const auto known = std::find_if(lines.begin(), lines.end(),
                                    [&](const simt::LineTime& other) { return other.where == line.where; });
    if (known == lines.end()) {
      lines.push_back({line.where, share});
    } else {
      known->share += share;
    }
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const simt::LineTime& a, const simt::LineTime& b) { return a.share > b.share; });
}

void join_times(LaunchGroup& group, const LaunchGroup& more) {
  join_lines(group, more);
  const double us = group.predicted.us + more.predicted.us;
  const double least_us = group.predicted.least_us + more.predicted.least_us;
  std::vector<simt::LineTime> lines = std::move(group.predicted.lines);
  const std::string why_not =
      group.predicted.why_not.empty() ? more.predicted.why_not : group.predicted.why_not;
  if (more.longest_us > group.longest_us) {
    group.predicted = more.predicted;
    group.longest_us = more.longest_us;
  }
  group.predicted.us = us;
  group.predicted.least_us = least_us;
  group.predicted.lines = std::move(lines);
  group.predicted.why_not = why_not;
  group.predicted_launches += more.predicted_launches;
}

void join(LaunchGroup& group, const LaunchGroup& more) {
  group.count += more.count;
  group.last = std::max(group.last, more.last);
  group.stopped += more.stopped;
  group.repeated += more.repeated;
  group.least_us += more.least_us;
  join_times(group, more);
  if (more.worst_wasted > group.worst_wasted) {
    group.worst = more.worst;
    group.worst_wasted = more.worst_wasted;
  }
  join_accesses(group, more.accesses);
  join_faults(group, more.faults);
  join_remarks(group, more.remarks);
}

// Whether a launch that stands alone in `one` belongs to a group. Costs are compared for one launch each: the
// sums of alike launches are multiples of them.
bool same_costs(const LaunchGroup& group, const LaunchGroup& one) {
  const auto is_multiple = [&](const simt::AccessCost& sum, simt::AccessCost single) {
    single *= group.count;
    single.split_requests *= group.count;
    return simt::is_same_cost(sum, single);
  };
  return group.accesses.size() == one.accesses.size() && group.faults.size() == one.faults.size() &&
         std::equal(group.accesses.begin(), group.accesses.end(), one.accesses.begin(), is_multiple) &&
         std::equal(group.faults.begin(), group.faults.end(), one.faults.begin(),
                    [](const GroupFault& a, const GroupFault& b) { return same_fault(a.fault, b.fault); });
}

bool belongs(const LaunchGroup& group, const LaunchGroup& one, Alike alike) {
  return alike == Alike::kernel ||
         (same_shape(group.shape, one.shape) && (alike == Alike::shape || same_costs(group, one)));
}

LaunchGroup group_of(LaunchRecord launch) {
  LaunchGroup group;
  group.kernel = std::move(launch.kernel);
  group.signature = std::move(launch.signature);
  group.definition = std::move(launch.definition);
  group.shape = launch.shape;
  group.count = 1;
  group.first = group.last = group.worst = launch.number;
  group.worst_wasted = wasted_in(launch.report.accesses);
  group.stopped = launch.report.completed() ? 0 : 1;
  group.repeated = launch.is_repeated ? 1 : 0;
  group.least_us = launch.least_us;
  group.longest_us = launch.predicted.us;
  group.predicted_launches = launch.predicted.us > 0 ? 1 : 0;
  group.predicted = std::move(launch.predicted);
  for (simt::Fault& fault : launch.report.faults) {
    if (fault.kind == simt::FaultKind::launch_refused) fault.names_a_thread = false;  // no thread has run
    group.faults.push_back({std::move(fault), launch.number, 1});
  }
  group.accesses = std::move(launch.report.accesses);
  group.remarks = std::move(launch.report.remarks);
  group.in_lockstep = launch.report.in_lockstep;
  return group;
}

}  // namespace

const char* name_of(Alike alike) {
  switch (alike) {
    case Alike::costs:
      return "costs";
    case Alike::shape:
      return "shape";
    case Alike::kernel:
      return "kernel";
  }
  return "";
}

void LaunchLog::add_to(KernelLog& log, LaunchGroup group) {
  for (LaunchGroup& known : log.groups) {
    if (belongs(known, group, log.alike)) return join(known, group);
  }
  group.alike = log.alike;
  log.groups.push_back(std::move(group));
  if (log.groups.size() <= kMostGroups) return;
  KernelLog coarser;
  coarser.alike = log.alike == Alike::costs ? Alike::shape : Alike::kernel;
  for (LaunchGroup& one : log.groups) add_to(coarser, std::move(one));
  log = std::move(coarser);
}

void LaunchLog::add(LaunchRecord launch) {
  KernelLog& log = kernels_[{launch.signature, launch.definition}];
  add_to(log, group_of(std::move(launch)));
}

std::vector<LaunchGroup> LaunchLog::groups() const {
  std::vector<LaunchGroup> all;
  for (const auto& [kernel, log] : kernels_) all.insert(all.end(), log.groups.begin(), log.groups.end());
  std::sort(all.begin(), all.end(),
            [](const LaunchGroup& a, const LaunchGroup& b) { return a.first < b.first; });
  return all;
}

}  // namespace cudart
