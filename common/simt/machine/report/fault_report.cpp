#include "report/fault_report.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "faults/fault_kinds.h"
#include "report/race_report.h"

namespace simt {
namespace {

std::string array_of(const RawFinding& finding);

// Whether any line of the file stores to the array.
bool is_stored(const Launch& launch, const std::string& array) {
  for (std::uint32_t i = 0; i < launch.module.table->place_count; ++i) {
    const abi::Place& place = launch.place(i);
    const bool stores = place.kind == abi::PlaceKind::store || place.kind == abi::PlaceKind::atomic ||
                        place.kind == abi::PlaceKind::copy_target;
    if (stores && (place.array == nullptr || place.array == array)) return true;
  }
  return false;
}

// The barrier before the read that some threads of a block did not come to, since they had returned.
std::uint32_t barrier_after_return(const Workers& workers, const RawFinding& finding) {
  for (const auto& worker : workers) {
    for (const RawRemark& remark : worker->faults().remarks) {
      if (remark.place < finding.at.place) return remark.place;
    }
  }
  return kNoPlace;
}

std::string advice_on_unwritten(const Launch& launch, const Workers& workers, const RawFinding& finding) {
  const bool is_shared = finding.space == Space::shared;
  if (finding.op == Op::atomic) {
    return std::string("an atomic operation reads the element that it changes: clear the array first") +
           (is_shared ? " and call __syncthreads()" : "") +
           ". Where one thread alone writes the element, use a plain store";
  }
  if (!is_shared) return facts_of(finding.kind).advice;
  const std::string array = array_of(finding);
  if (!array.empty() && !is_stored(launch, array))
    return "no line stores to `" + array + "`: shared memory has no initial value";
  const std::uint32_t barrier = barrier_after_return(workers, finding);
  if (barrier == kNoPlace) return facts_of(finding.kind).advice;
  return "some threads returned before the __syncthreads() in line " +
         std::to_string(line_of(launch, barrier).line) +
         ", and did not store their elements: guard the load and the store with `if` instead of returning, and let "
         "these threads store a value too, such as 0";
}

Fault uninitialized_read(const Launch& launch, const Workers& workers, const RawFinding& finding) {
  Fault fault = fault_at(launch, finding.kind, finding.at);
  const bool is_atomic = finding.op == Op::atomic;
  fault.advice = advice_on_unwritten(launch, workers, finding);
  fault.message = std::string(is_atomic ? "atomic operation on " : "read of ") +
                  (finding.space == Space::shared ? "shared memory, " : "") + finding.array +
                  ", before any thread wrote there";
  return fault;
}

std::string why_absent(const Launch& launch, const AbsentLane& lane) {
  switch (lane.why) {
    case AbsentLane::Why::left:
      return lane.left_at == kNoPlace
                 ? ", which has left the kernel"
                 : ", which left the kernel in line " + std::to_string(line_of(launch, lane.left_at).line);
    case AbsentLane::Why::missing:
      return ", which the block does not have";
    case AbsentLane::Why::not_named:
      return ", which the mask does not name";
  }
  return "";
}

// PTX ISA, shfl.sync: what is read from a lane that does not take part is undefined.
Fault undefined_exchange(const Launch& launch, const RawFinding& finding) {
  const AbsentLane& absent = *finding.absent;
  Fault fault = fault_at(launch, finding.kind, finding.at);
  if (absent.left_at != kNoPlace) fault.other = line_of(launch, absent.left_at);
  const std::string lane = "lane " + std::to_string(absent.thread % kWarpSize);
  fault.message =
      "this shuffle takes the value of " + lane +
      (absent.why == AbsentLane::Why::missing ? "" : " (" + thread_text(launch, absent.thread) + ")") +
      why_absent(launch, absent) + ": the value is undefined, and line " +
      std::to_string(line_of(launch, absent.used_at).line) + " uses it";
  fault.advice =
      absent.why == AbsentLane::Why::not_named
          ? "name in the mask each lane that is read, and let all of them come to the shuffle"
          : "let every lane come to the shuffle: guard the load instead of returning, and let lanes without an "
            "element bring a value that changes nothing, such as 0 for a sum";
  return fault;
}

Fault described(const Launch& launch, const Workers& workers, const RawFinding& finding) {
  Fault fault = finding.absent                    ? undefined_exchange(launch, finding)
                : finding.kind != FaultKind::race ? uninitialized_read(launch, workers, finding)
                : finding.copy                    ? copy_not_over(launch, finding)
                : finding.is_stale                ? stale_fetch(launch, finding)
                : finding.between_blocks          ? race_between_blocks(launch, workers, finding)
                                                  : race_in_block(launch, workers, finding);
  fault.count = finding.count;
  return fault;
}

// A read that came too early is also a read of memory not yet written: the race says it better.
bool explained_by_a_race(const Fault& fault, const std::vector<Fault>& faults) {
  return fault.kind == FaultKind::uninitialized_read &&
         std::any_of(faults.begin(), faults.end(), [&](const Fault& other) {
           return other.kind == FaultKind::race && (other.where == fault.where || other.other == fault.where);
         });
}

// "`tile[3]`" and "word 3 of `tile`" are elements of "tile".
std::string array_of(const RawFinding& finding) {
  const std::size_t quote = finding.array.find('`');
  const std::size_t begin = quote == std::string::npos ? 0 : quote + 1;
  return finding.array.substr(begin, finding.array.find_first_of("[`", begin) - begin);
}

std::string listed(const std::set<unsigned>& lines) {
  constexpr std::size_t kMost = 8;
  std::string text = lines.size() == 1 ? "line " : "lines ";
  std::size_t i = 0;
  for (const unsigned line : lines) {
    if (i == kMost) return text + " and " + std::to_string(lines.size() - kMost) + " more";
    const bool is_last = i + 1 == lines.size();
    text += (i == 0 ? "" : is_last ? " and " : ", ") + std::to_string(line);
    ++i;
  }
  return text;
}

// Races of one array that nothing orders for the same reason have one cause: the first of them tells it, with the lines of the
// others, which follow from it.
class Causes {
 public:
  void add(const Fault& fault, const RawFinding& finding) {
    const bool is_race = fault.kind == FaultKind::race && !finding.copy && !finding.is_stale;
    keys_.emplace_back(is_race ? array_of(finding) : "", is_race ? fault.advice : "");
  }

  // `faults`: those that were added, in their order.
  void fold(std::vector<Fault>& faults) const {
    for (std::size_t first = 0; first < faults.size(); ++first) {
      if (keys_[first].first.empty() || faults[first].follows) continue;
      std::set<unsigned> lines;
      for (std::size_t i = first + 1; i < faults.size(); ++i) {
        if (keys_[i] != keys_[first] || faults[i].where.file != faults[first].where.file) continue;
        faults[i].follows = true;
        lines.insert({faults[i].where.line, faults[i].other.line});
      }
      for (const unsigned told : {0U, faults[first].where.line, faults[first].other.line}) lines.erase(told);
      if (!lines.empty())
        faults[first].message += "; `" + keys_[first].first + "` races in the same way in " + listed(lines);
    }
  }

 private:
  std::vector<std::pair<std::string, std::string>>
      keys_;  // the array and the reason; empty for what is no race
};

std::vector<Fault> collect_findings(const Launch& launch, const Workers& workers) {
  std::vector<RawFinding> raw;
  for (const auto& worker : workers) {
    std::copy_if(
        worker->faults().findings.begin(), worker->faults().findings.end(), std::back_inserter(raw),
        [](const RawFinding& finding) { return !finding.is_of_one_value && !finding.is_in_lockstep; });
  }
  std::stable_sort(raw.begin(), raw.end(),
                   [](const RawFinding& a, const RawFinding& b) { return comes_first(a, b); });
  struct Merged {
    Fault fault;
    const RawFinding* told = nullptr;
  };
  std::map<std::tuple<FaultKind, SourceLine, SourceLine>, Merged> merged;
  for (const RawFinding& finding : raw) {
    Fault fault = described(launch, workers, finding);
    const auto [at, is_new] =
        merged.try_emplace({fault.kind, fault.where, fault.other}, Merged{fault, &finding});
    if (is_new) continue;
    Merged& known = at->second;
    const std::uint64_t count = known.fault.count + (finding.between_blocks ? 0 : fault.count);
    if (finding.between_blocks == known.told->between_blocks && tells_more(finding, *known.told))
      known = {std::move(fault), &finding};
    known.fault.count = count;
  }
  std::vector<Fault> faults;
  faults.reserve(merged.size());
  for (const auto& [key, one] : merged) faults.push_back(one.fault);
  std::vector<const Merged*> kept;
  for (const auto& [key, one] : merged) {
    if (one.told->absent || !explained_by_a_race(one.fault, faults)) kept.push_back(&one);
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [](const Merged* a, const Merged* b) { return a->fault.where < b->fault.where; });
  faults.clear();
  Causes causes;
  for (const Merged* one : kept) {
    faults.push_back(one->fault);
    causes.add(one->fault, *one->told);
  }
  causes.fold(faults);
  return faults;
}

// The fault of the lowest block. In one block a read outside of an array came before what stopped it, and may be its cause.
const RawStop* first_stop(const Workers& workers) {
  const RawStop* first = nullptr;
  std::tuple<std::uint64_t, bool, unsigned> first_key;
  const auto consider = [&](const std::optional<RawStop>& one, bool has_stopped) {
    if (!one) return;
    const std::tuple key{one->at.block, has_stopped, one->at.thread};
    if (first != nullptr && first_key <= key) return;
    first = &*one;
    first_key = key;
  };
  for (const auto& worker : workers) {
    consider(worker->faults().read_outside, false);
    consider(worker->faults().stop, true);
  }
  return first;
}

}  // namespace

std::vector<Fault> collect_faults(const Launch& launch, const Workers& workers) {
  std::vector<Fault> faults = collect_findings(launch, workers);
  const RawStop* const first = first_stop(workers);
  if (first == nullptr) return faults;
  Fault fault = fault_at(launch, first->kind, first->at);
  fault.message = first->message;
  fault.advice = first->advice.empty() ? facts_of(first->kind).advice : first->advice;
  if (first->other_place) fault.other = line_of(launch, *first->other_place);
  // The thread that runs when the time is up is one of many in the same loop: naming it would make two reports
  // of one kernel differ.
  fault.names_a_thread = fault.kind != FaultKind::time_limit;
  faults.insert(faults.begin(), fault);
  return faults;
}

namespace {

Remark spill_remark(const Kernel& kernel) {
  Remark remark;
  remark.where = kernel.definition;
  remark.message = "the kernel needs about " + std::to_string(kernel.code->wanted_registers) +
                   " registers a thread and may have " + std::to_string(kernel.code->registers) +
                   (kernel.most_threads == 0 ? ", the most of any thread"
                                             : ", which is all that __launch_bounds__ leaves it") +
                   ": what has no register goes to local memory and comes back (spills)";
  return remark;
}

// A block's threads wait for each other and have no shared memory: what one of them stores in a local array no other loads. (They
// may exchange values through global memory, so this is a remark.)
std::vector<Remark> unshared_array_remarks(const Launch& launch, const Workers& workers) {
  if (launch.kernel.code->static_shared_bytes + launch.shape.dynamic_shared_bytes != 0) return {};
  std::map<std::string, SourceLine> stored;
  std::set<std::string> loaded;
  std::uint64_t barriers = 0;
  for (const auto& worker : workers) {
    barriers += worker->barriers().of_blocks;
    for (const PlaceTotals& totals : worker->judge().sums().totals().all()) {
      const char* const array = launch.place(totals.place).array;
      if (totals.requests == 0 || totals.space != Space::local || array == nullptr) continue;
      if (totals.op == Op::load) {
        loaded.insert(array);
        continue;
      }
      const SourceLine line = line_of(launch, totals.place);
      const auto known = stored.try_emplace(array, line).first;
      if (line < known->second) known->second = line;
    }
  }
  std::vector<Remark> remarks;
  for (const auto& [array, line] : stored) {
    if (barriers == 0 || loaded.count(array) == 0) continue;
    remarks.push_back({"each thread has its own `" + array +
                           "`: the kernel calls __syncthreads(), but has no shared memory. Declare the array "
                           "`__shared__` if one thread loads what another stores",
                       line});
  }
  return remarks;
}

std::vector<Remark> unused_load_remarks(const Launch& launch) {
  const abi::Kernel& code = *launch.kernel.code;
  std::vector<Remark> remarks;
  for (std::uint32_t i = 0; i < code.unused_load_count; ++i) {
    const abi::Line& line = code.unused_loads[i];
    remarks.push_back(
        {"a load's value is never used, so the compiler removed the load, as nvcc does: it is not counted",
         launch.module.line_in(line.file, line.line)});
  }
  return remarks;
}

// CUDA C++ Programming Guide, "SIMT Architecture": of the threads that store to one location, it is undefined which writes last.
std::vector<Remark> one_value_remarks(const Launch& launch, const Workers& workers) {
  std::map<std::pair<SourceLine, SourceLine>, const RawFinding*> by_lines;
  for (const auto& worker : workers) {
    for (const RawFinding& finding : worker->faults().findings) {
      if (!finding.is_of_one_value) continue;
      std::pair lines{line_of(launch, finding.at.place), line_of(launch, finding.other_place)};
      if (lines.second < lines.first) std::swap(lines.first, lines.second);
      const RawFinding*& told = by_lines[lines];
      if (told == nullptr || comes_first(finding, *told)) told = &finding;
    }
  }
  std::vector<Remark> remarks;
  for (const auto& [lines, finding] : by_lines) {
    std::string text = "unordered stores to " + finding->array;
    if (!(lines.first == lines.second)) text += " here and in line " + std::to_string(lines.second.line);
    const bool is_any =
        (launch.module.table->places[finding->at.place].stored_value & abi::kAnyValueWillDo) != 0;
    text +=
        is_any
            ? ": which of the values stays is another one in each run, so this is right if any of them will do"
            : ": all of them store the same value, so it does not matter which is last";
    remarks.push_back({std::move(text), lines.first});
  }
  return remarks;
}

// One for each array: a __syncwarp() between two of its lines is needed where no GPU keeps them apart.
std::vector<Remark> lockstep_remarks(const Launch& launch, const Workers& workers) {
  std::map<std::string, std::set<SourceLine>> by_array;
  for (const auto& worker : workers) {
    for (const RawFinding& finding : worker->faults().findings) {
      if (!finding.is_in_lockstep) continue;
      for (const std::uint32_t place : {finding.at.place, finding.other_place})
        by_array[array_of(finding)].insert(line_of(launch, place));
    }
  }
  std::vector<Remark> remarks;
  for (const auto& [array, places] : by_array) {
    std::set<unsigned> lines;
    for (const SourceLine& place : places) lines.insert(place.line);
    remarks.push_back(
        {"lanes of a warp exchange `" + array + "` in " + listed(lines) +
             ", and lockstep alone orders them: right before Volta, where a warp's lanes do each "
             "instruction together, and a race since; put a __syncwarp() between",
         *places.begin()});
  }
  return remarks;
}

}  // namespace

std::vector<Remark> collect_remarks(const Launch& launch, const Workers& workers) {
  std::map<SourceLine, RawRemark> by_line;
  for (const auto& worker : workers) {
    for (const RawRemark& remark : worker->faults().remarks) {
      const auto [known, is_new] = by_line.try_emplace(line_of(launch, remark.place), remark);
      if (!is_new && remark.block < known->second.block) known->second = remark;
    }
  }
  std::vector<Remark> remarks;
  for (const auto& [line, remark] : by_line) {
    const bool is_one = remark.returned == 1;
    Remark made;
    made.where = line;
    made.message = std::to_string(remark.returned) + (is_one ? " thread" : " threads") + " of " +
                   block_text(launch, remark.block) +
                   " ended without reaching this __syncthreads(): the barrier did not wait for " +
                   (is_one ? "it" : "them");
    remarks.push_back(std::move(made));
  }
  for (Remark& remark : one_value_remarks(launch, workers)) remarks.push_back(std::move(remark));
  for (Remark& remark : lockstep_remarks(launch, workers)) remarks.push_back(std::move(remark));
  for (Remark& remark : unshared_array_remarks(launch, workers)) remarks.push_back(std::move(remark));
  for (Remark& remark : unused_load_remarks(launch)) remarks.push_back(std::move(remark));
  std::stable_sort(remarks.begin(), remarks.end(),
                   [](const Remark& one, const Remark& other) { return one.where < other.where; });
  const abi::Kernel& code = *launch.kernel.code;
  if (code.wanted_registers > code.registers) remarks.push_back(spill_remark(launch.kernel));
  return remarks;
}

}  // namespace simt
