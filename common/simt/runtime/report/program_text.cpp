#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "report/program_report.h"
#include "simt/words.h"

namespace cudart {
namespace {

using simt::figure;
using simt::grouped;

constexpr double kMicrosecondsInMillisecond = 1000;
// The shared side of an asynchronous copy of 16 bytes: a GPU counts no wavefronts for it
// (machine/requests/async_copy_rules.h).
constexpr const char* kNoWavefronts = "no wavefronts: the copy bypasses L1";

std::string sizes(const simt::Dim3& dim) {
  std::string text = grouped(dim.x);
  if (dim.y > 1 || dim.z > 1) text += " x " + grouped(dim.y);
  if (dim.z > 1) text += " x " + grouped(dim.z);
  return text;
}

std::string index(const simt::Dim3& dim) {
  return "(" + std::to_string(dim.x) + ", " + std::to_string(dim.y) + ", " + std::to_string(dim.z) + ")";
}

// Writes a place relative to the program's working folder, if the file is below it.
std::string place(const simt::SourceLine& where) {
  if (where.line == 0) return "";
  std::error_code failed;
  const std::filesystem::path near =
      std::filesystem::path(where.file).lexically_relative(std::filesystem::current_path(failed));
  const bool is_below = !failed && !near.empty() && *near.begin() != "..";
  return (is_below ? near.string() : where.file) + ":" + std::to_string(where.line);
}

std::string time_text(double us) {
  return us >= kMicrosecondsInMillisecond ? figure(us / kMicrosecondsInMillisecond) + " ms"
                                          : figure(us) + " us";
}

std::string least_time(const LaunchGroup& group, const std::string& device) {
  if (group.least_us <= 0) return "";
  const double us = group.least_us / static_cast<double>(group.count);
  return "at least " + time_text(us) + (group.count > 1 ? " each" : "") +
         (device.empty() ? "" : " on " + device) + ", by its traffic";
}

// "about 63 us on NVIDIA H200 (+-12 %): limited by DRAM; next, by reads from L2"
std::string launch_time(const LaunchGroup& group, const std::string& device) {
  if (group.stopped == group.count) return "";
  if (group.predicted_launches != group.count) return least_time(group, device);
  const double us = group.predicted.us / static_cast<double>(group.count);
  return "about " + time_text(us) + (group.count > 1 ? " each" : "") +
         (device.empty() ? "" : " on " + device) + " (+-" + figure(group.predicted.error * 100) +
         " %): limited by " + group.predicted.limiter + "; next, by " + group.predicted.next;
}

std::string launches_of(const LaunchGroup& group) {
  std::string text = grouped(group.count, "launch");
  if (group.alike == Alike::costs && group.count > 1) text += " of the same cost";
  if (group.alike != Alike::kernel) {
    text += ", grid " + sizes(group.shape.grid) + ", block " + sizes(group.shape.block);
  } else {
    text += " of several shapes";
  }
  if (group.shape.dynamic_shared_bytes > 0)
    text += ", " + grouped(group.shape.dynamic_shared_bytes, "byte") + " of dynamic shared memory";
  if (group.worst_wasted > 0 && group.alike != Alike::costs)
    text += ", launch " + grouped(group.worst) + " wastes most";
  return text;
}

// Sectors of memory, wavefronts of what lies on the SM.
void write_access(std::ostream& out, const simt::AccessCost& access, std::size_t width) {
  const bool by_wavefronts = access.space == simt::Space::shared || access.space == simt::Space::constant;
  const auto requests = static_cast<double>(access.requests);
  const std::uint64_t all = by_wavefronts ? access.wavefronts : access.sectors;
  const std::uint64_t least = by_wavefronts ? access.least_wavefronts : access.least_sectors;
  const double each = requests > 0 ? static_cast<double>(all) / requests : 0;
  const double least_each = requests > 0 ? static_cast<double>(least) / requests : 0;
  std::string where = place(access.where);
  where.resize(std::max(width, where.size()), ' ');
  std::string what = std::string(access.asynchronous ? "asynchronous copy, " : "") +
                     simt::name_of(access.space) + " " + simt::name_of(access.instruction, access.op) +
                     (access.array.empty() ? "" : " of " + access.array) + ", " +
                     std::to_string(access.width) +
                     (access.instruction == simt::Instruction::plain ? " B" : " B a row");
  what.resize(std::max<std::size_t>(20, what.size()), ' ');
  out << "  " << where << "  " << what << "  " << grouped(access.requests, "request") << "  ";
  if (all == 0) {
    out << kNoWavefronts;
  } else {
    out << figure(each) << " " << simt::noun_for(each, by_wavefronts ? "wavefront" : "sector")
        << " each, least " << figure(least_each);
  }
  if (access.bank_conflicts > 0) {
    out << "  " << grouped(access.bank_conflicts, "bank conflict");
  } else if (all > least && by_wavefronts) {
    out << "  " << grouped(all - least, "wavefront") << " too many";
  } else if (all > least) {
    out << "  " << grouped((all - least) * simt::kSectorBytes, "byte") << " wasted";
  }
  out << "\n";
}

void write_group(std::ostream& out, const LaunchGroup& group, const Recorded& recorded) {
  out << "\n" << group.signature << "\n  " << launches_of(group) << "\n";
  if (const std::string time = launch_time(group, recorded.device); !time.empty())
    out << "  " << time << "\n";
  if (group.in_lockstep) {
    out << "  in lockstep: the lanes of a warp did each access together, as on GPUs before Volta\n";
  }
  if (group.repeated > 0) {
    out << "  " << grouped(group.repeated, "launch")
        << " repeated an earlier one on the same data: counted, not run again\n";
  }
  std::size_t width = 0;
  for (const simt::AccessCost& access : group.accesses) width = std::max(width, place(access.where).size());
  for (const simt::AccessCost& access : group.accesses) write_access(out, access, width);
  for (const simt::Remark& remark : group.remarks)
    out << "  " << place(remark.where) << "  " << remark.message << "\n";
}

void write_fault(std::ostream& out, const GroupFault& found, const LaunchGroup& group) {
  const simt::Fault& fault = found.fault;
  out << "\nFAULT " << simt::name_of(fault.kind) << ": " << fault.message << "\n  ";
  if (fault.where.line > 0) out << place(fault.where) << ", ";
  if (fault.names_a_thread)
    out << "block " << index(fault.block) << ", thread " << index(fault.thread) << ", ";
  out << "launch " << grouped(found.first) << ": " << group.kernel << "\n";
  if (fault.other.line > 0) out << "  the other access: " << place(fault.other) << "\n";
  if (fault.count > 1 || found.launches > 1)
    out << "  " << grouped(fault.count, "time") << " in " << grouped(found.launches, "launch") << "\n";
  if (!fault.advice.empty()) out << "  " << fault.advice << "\n";
}

// "main.cu:12, in main"
std::string text_of(const CodePlace& code) {
  const std::string where = place(code.source);
  const std::string function = code.function.empty() ? "" : "in " + code.function;
  return where + (where.empty() || function.empty() ? "" : ", ") + function;
}

void write_host_fault(std::ostream& out, const HostFault& fault, const CodePlace& where) {
  out << "\nHOST FAULT " << fault.kind << ": " << fault.message << "\n";
  if (const std::string at = text_of(where); !at.empty()) out << "  " << at << "\n";
  if (fault.count > 1) out << "  " << grouped(fault.count, "time") << "\n";
  if (!fault.advice.empty()) out << "  " << fault.advice << "\n";
}

// Races that another one has told the cause and the lines of.
std::size_t following(const LaunchGroup& group) {
  return static_cast<std::size_t>(std::count_if(group.faults.begin(), group.faults.end(),
                                                [](const GroupFault& found) { return found.fault.follows; }));
}

std::uint64_t faults_in(const Recorded& recorded) {
  std::uint64_t count = 0;
  for (const LaunchGroup& group : recorded.groups) count += group.faults.size() - following(group);
  return count;
}

// "cuBLAS computed 3 calls on the host (cublasSgemm 2, cublasSaxpy 1): their results are right, their costs are not counted."
// A reader looks at so many functions, those that were called most.
std::string library_words(const LibraryCalls& calls) {
  constexpr std::size_t kMostNamed = 4;
  std::vector<std::pair<std::string, std::uint64_t>> functions(calls.functions.begin(),
                                                               calls.functions.end());
  std::stable_sort(functions.begin(), functions.end(),
                   [](const auto& one, const auto& other) { return one.second > other.second; });
  std::string named;
  for (std::size_t i = 0; i < std::min(kMostNamed, functions.size()); ++i)
    named += (named.empty() ? "" : ", ") + functions[i].first + " " + grouped(functions[i].second);
  if (functions.size() > kMostNamed)
    named += ", and " + grouped(functions.size() - kMostNamed, "other function");
  return calls.library + " computed " + grouped(calls.all(), "call") + " on the host (" + named + "): " +
         (calls.all() == 1 ? "its result is right, its costs" : "their results are right, their costs") +
         " are not counted.\n";
}

std::string head(const Recorded& recorded, const ReportSettings& settings, const Ending& ending) {
  const std::uint64_t faults = faults_in(recorded);
  std::string text =
      "SIMT machine: " +
      (recorded.launches == 0 ? "no kernel was launched" : grouped(recorded.launches, "kernel launch"));
  text += ", " + (faults + recorded.faults.size() == 0 ? "no fault found" : grouped(faults, "fault"));
  if (!recorded.faults.empty()) text += ", " + grouped(recorded.faults.size(), "host fault");
  text += settings.counts ? ". Costs are counted, times are predicted.\n" : ". Costs were not counted.\n";
  if (!settings.looks_for_races) text += "Races and reads of unwritten memory were not looked for.\n";
  if (recorded.left_out > 0)
    text += grouped(recorded.left_out, "launch") + " not shown: others were selected.\n";
  for (const LibraryCalls& calls : recorded.libraries) text += library_words(calls);
  if (ending.how == Ending::How::signal) {
    const std::string at = ending.at == 0 ? "" : text_of(place_of(ending.at));
    const bool has_line = at.rfind("in ", 0) != 0;  // calls that the optimiser joins have none
    text += "The program was ended by " + signal_of(ending) +
            (at.empty() ? "" : (has_line ? " at " : " ") + at) + ".\n";
  }
  if (ending.how == Ending::How::running) text += "The program is still running.\n";
  if (recorded.running) {
    const RunningLaunch& launch = *recorded.running;
    text += "Launch " + grouped(launch.number) + " had not ended: " + launch.kernel + ", grid " +
            sizes(launch.shape.grid) + ", block " + sizes(launch.shape.block) + ".\n";
  }
  return text;
}

}  // namespace

std::vector<CodePlace> places_of(const std::vector<HostFault>& faults) {
  std::vector<const void*> addresses;
  for (const HostFault& fault : faults) {
    addresses.push_back(fault.where);
    addresses.insert(addresses.end(), fault.callers.begin(), fault.callers.end());
  }
  const std::map<const void*, CodePlace> known = places_of(addresses);
  std::vector<CodePlace> places;
  places.reserve(faults.size());
  for (const HostFault& fault : faults) {
    const auto found = known.find(fault.callers.empty() ? fault.where : authors_call(fault.callers));
    places.push_back(found == known.end() ? CodePlace{} : found->second);
  }
  return places;
}

std::string text_report(const Recorded& recorded, const ReportSettings& settings, const Ending& ending) {
  std::ostringstream out;
  out << "\n" << head(recorded, settings, ending);
  for (const LaunchGroup& group : recorded.groups) write_group(out, group, recorded);
  for (const LaunchGroup& group : recorded.groups) {
    for (const GroupFault& fault : group.faults) {
      if (!fault.fault.follows) write_fault(out, fault, group);
    }
    if (const std::size_t more = following(group); more > 0)
      out << "\n" << grouped(more, "more race") << " of " << group.kernel << " follow from these.\n";
  }
  const std::vector<CodePlace> places = places_of(recorded.faults);
  for (std::size_t i = 0; i < places.size(); ++i) write_host_fault(out, recorded.faults[i], places[i]);
  return out.str();
}

}  // namespace cudart
