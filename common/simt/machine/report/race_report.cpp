#include "report/race_report.h"

#include <algorithm>
#include <tuple>

#include "common/grid.h"

namespace simt {
namespace {

constexpr const char* kNextRound =
    "add a second barrier at the end of the loop's body, so that no thread begins the next round while "
    "another is still in this one";
constexpr const char* kOneLineWrites =
    "a barrier does not help here. If each thread should have its own element, use every thread index in the "
    "element's index; if one thread should write it, guard the store, as with `if (threadIdx.x == 0)`; if "
    "several threads add to it, use an atomic operation";
constexpr const char* kTwoLinesWrite =
    "check whether the two threads compute the same index by mistake. If both must write the element, put a "
    "__syncthreads() between the two lines";
constexpr const char* kOneWarp = "the block is a single warp, so a __syncwarp() in between is enough";
constexpr const char* kTwoBlocks =
    "check whether the two blocks compute the same index by mistake. If so, let one block write the element; "
    "if several blocks add to it, use atomic operations";

constexpr const char* kPartOfTheBlock =
    "move the barrier out of the loop and out of every `if`, so that all threads of the block reach it";
constexpr const char* kPartOfTheWarp =
    "call __syncwarp() where all lanes of the warp come to it: outside the `if`, and before any of them returns";
constexpr const char* kOneWarpOnly = "use __syncthreads(), which orders all threads of the block";
constexpr const char* kOneOfGlobalMemory =
    "if each thread has its own elements, one of the two indices is wrong. If one thread reads what the "
    "other wrote, put a __syncthreads() in between";

constexpr const char* kBehindTheRead =
    "also call __threadfence() after the atomic operation or volatile load that found it released";
constexpr const char* kLockedWithoutFence =
    ": the lock around the earlier of the two was taken without a fence after it, so it orders nothing";
constexpr const char* kBehindTheLock =
    "call __threadfence() after the atomicCAS() that takes the lock, and again before the lock is released";
constexpr const char* kVolatileOnly = ": `volatile` makes each access happen, but orders nothing";
constexpr const char* kSyncLanes =
    "the two threads are of one warp: put a __syncwarp() between the two lines";
constexpr const char* kSyncThreads = "put a __syncthreads() between the two lines";
constexpr const char* kWholeDevice = "use the function without `_block` in its name, or thread_scope_device";

// Two threads that differ in one coordinate alone compute one index: it lacks that coordinate. Empty where they differ in more.
std::string missing_coordinate(const Launch& launch, unsigned one, unsigned other) {
  const Dim3 a = unfolded(one, launch.shape.block);
  const Dim3 b = unfolded(other, launch.shape.block);
  const int differing =
      static_cast<int>(a.x != b.x) + static_cast<int>(a.y != b.y) + static_cast<int>(a.z != b.z);
  if (differing != 1) return "";
  const std::string name = std::string("threadIdx.") + (a.x != b.x ? "x" : a.y != b.y ? "y" : "z");
  return "the two threads differ in " + name +
         " alone and compute the same index. If each should have its own element, use " + name +
         " in the index. If one thread should write, guard the store with `if (" + name +
         " == 0)`; if several add, use an atomic operation. No barrier helps here";
}

std::string line_text(const SourceLine& line) { return "line " + std::to_string(line.line); }

// One of the two accesses of a race.
struct Party {
  Op op = Op::load;
  std::uint32_t place = kNoPlace;
  SourceLine where;
  unsigned thread = 0;
  std::string who;
  std::string of_file = {};  // " of helpers.h", where the two lines are in different files

  std::string line() const { return line_text(where) + of_file; }
  // "is read in line 12 by thread (0, 0, 0)"
  std::string did() const {
    const char* verb = op == Op::load    ? "is read in "
                       : op == Op::store ? "is written in "
                                         : "is changed atomically in ";
    return verb + line() + " by " + who;
  }
};

// A load is named first; of two stores the one of the lower line and thread.
struct Race {
  Party first;
  Party second;

  bool both_write() const { return first.op != Op::load && second.op != Op::load; }
  bool is_one_line() const { return first.where == second.where; }
};

void name_files(Race& race) {
  if (race.first.where.file == race.second.where.file) return;
  for (Party* const party : {&race.first, &race.second}) {
    const std::string& file = party->where.file;
    party->of_file = " of " + file.substr(file.rfind('/') + 1);
  }
}

bool is_one_warp(const Dim3& block) {
  return std::uint64_t{block.x} * block.y * block.z <= static_cast<std::uint64_t>(kWarpSize);
}

Race race_of_threads(const Launch& launch, const RawFinding& finding) {
  const auto party = [&](Op op, std::uint32_t place, unsigned thread) {
    return Party{op, place, line_of(launch, place), thread, thread_text(launch, thread)};
  };
  Race race{party(finding.op, finding.at.place, finding.at.thread),
            party(finding.other_op, finding.other_place, finding.other.thread())};
  const bool is_later =
      std::tie(race.first.where, race.first.thread) > std::tie(race.second.where, race.second.thread);
  if (race.second.op == Op::load || (race.first.op == race.second.op && is_later))
    std::swap(race.first, race.second);
  name_files(race);
  return race;
}

// Whether the line of a place has become another one, too, that comes before `before`: a loop whose rounds
// the compiler has laid out one after another has a place for each round.
bool has_earlier_copy(const Launch& launch, std::uint32_t place, std::uint32_t before) {
  const abi::Place& wanted = launch.place(place);
  for (std::uint32_t other = 0; other < before; ++other) {
    const abi::Place& at = launch.place(other);
    if (at.line == wanted.line && at.file == wanted.file && at.kind == wanted.kind && at.line != 0)
      return true;
  }
  return false;
}

// The access of the loop's next round; null where both belong to one. Places are numbered in program order,
// and both accesses come after the barrier: one whose place is before it came round to it again.
const Party* of_next_round(const Launch& launch, const Race& race, std::uint32_t barrier) {
  if (barrier == kNoPlace) return nullptr;
  const bool is_in_order = race.first.place < race.second.place;
  const Party& lower = is_in_order ? race.first : race.second;
  const Party& higher = is_in_order ? race.second : race.first;
  if (lower.place < barrier && barrier < higher.place) return &lower;
  const bool is_again = barrier < lower.place && has_earlier_copy(launch, higher.place, barrier);
  return is_again && !race.is_one_line() ? &higher : nullptr;
}

std::string next_round_text(const Launch& launch, const Race& race, const Party& next,
                            std::uint32_t barrier) {
  const auto did = [&](const Party& party) {
    return party.did() + (&party == &next ? " in the loop's next round" : "");
  };
  return did(race.first) + " and" + did(race.second).substr(2) + ": the barrier in " +
         line_text(line_of(launch, barrier)) + " orders the two within one round only";
}

bool is_volatile(const Launch& launch, const Race& race) {
  return ((launch.place(race.first.place).flags | launch.place(race.second.place).flags) & abi::kVolatile) !=
         0;
}

bool is_between(std::uint32_t place, const Race& race) {
  const auto [lower, higher] = std::minmax(race.first.place, race.second.place);
  return place != kNoPlace && lower < place && place < higher;
}

// A barrier between the two lines that threads of some block had returned without coming to; else kNoPlace.
std::uint32_t barrier_of_a_part(const Workers& workers, const Race& race) {
  std::uint32_t found = kNoPlace;
  for (const auto& worker : workers) {
    for (const RawRemark& remark : worker->faults().remarks) {
      if (is_between(remark.place, race)) found = std::min(found, remark.place);
    }
  }
  return found;
}

// Says why nothing orders a load and a store, and what to do about it.
struct Reason {
  std::string why;
  const char* advice = "";
};

Reason reason_of(const Launch& launch, const Workers& workers, const Race& race, const RawFinding& finding) {
  if (const std::uint32_t barrier = barrier_of_a_part(workers, race); barrier != kNoPlace) {
    return {": the __syncthreads() in " + line_text(line_of(launch, barrier)) +
                " is between, but part of the block left before it",
            kPartOfTheBlock};
  }
  const bool one_warp = race.first.thread / kWarpSize == race.second.thread / kWarpSize;
  if (is_between(finding.warp_sync, race)) {
    const std::string sync = ": the __syncwarp() in " + line_text(line_of(launch, finding.warp_sync));
    if (one_warp) return {sync + " is between, but the two threads did not meet there", kPartOfTheWarp};
    return {sync + " orders the threads of one warp, and these are of two", kOneWarpOnly};
  }
  if (finding.is_outside_lock) return {kLockedWithoutFence, kBehindTheLock};
  if (finding.lacks_acquire)
    return {": the one was released by a fence, and no fence follows where that was read", kBehindTheRead};
  if (is_volatile(launch, race)) return {kVolatileOnly, one_warp ? kSyncLanes : kSyncThreads};
  if (race.is_one_line()) return {", with neither a __syncthreads() in between nor an atomic operation"};
  return {", with no __syncthreads() in between", finding.space == Space::global    ? kOneOfGlobalMemory
                                                  : is_one_warp(launch.shape.block) ? kOneWarp
                                                                                    : ""};
}

}  // namespace

SourceLine line_of(const Launch& launch, std::uint32_t place) {
  return place == kNoPlace ? launch.kernel.definition : launch.module.line_of(place);
}

std::string thread_text(const Launch& launch, unsigned thread) {
  return "thread " + coordinates(unfolded(thread, launch.shape.block));
}

std::string block_text(const Launch& launch, std::uint64_t block) {
  return "block " + coordinates(unfolded(block, launch.shape.grid));
}

Fault fault_at(const Launch& launch, FaultKind kind, const RawPlace& at) {
  Fault fault;
  fault.kind = kind;
  fault.where = line_of(launch, at.place);
  fault.block = unfolded(at.block, launch.shape.grid);
  fault.thread = unfolded(at.thread, launch.shape.block);
  return fault;
}

bool tells_more(const RawFinding& one, const RawFinding& other) {
  const auto both_write = [](const RawFinding& finding) {
    return finding.op != Op::load && finding.other_op != Op::load;
  };
  return both_write(one) && !both_write(other);
}

Fault race_in_block(const Launch& launch, const Workers& workers, const RawFinding& finding) {
  const Race race = race_of_threads(launch, finding);
  const Party& first = race.first;
  const Party& second = race.second;
  Fault fault = fault_at(launch, finding.kind, {first.place, finding.at.block, first.thread});
  fault.other = second.where;
  fault.message = std::string("race in ") + name_of(finding.space) + " memory: ";
  const Party* const next = of_next_round(launch, race, finding.barrier_before);
  if (next != nullptr && !(race.both_write() && race.is_one_line())) {
    fault.message += finding.array + " " + next_round_text(launch, race, *next, finding.barrier_before);
    fault.advice = kNextRound;
  } else if (race.both_write()) {
    fault.message += first.who + " (" + first.line() + ") and " + second.who + " (" + second.line() +
                     ") both write " + finding.array + (finding.is_outside_lock ? kLockedWithoutFence : "");
    fault.advice = finding.is_outside_lock ? kBehindTheLock
                   : race.is_one_line()    ? kOneLineWrites
                                           : kTwoLinesWrite;
    const std::string missing = missing_coordinate(launch, first.thread, second.thread);
    if (race.is_one_line() && !finding.is_outside_lock && !missing.empty()) fault.advice = missing;
  } else {
    const Reason reason = reason_of(launch, workers, race, finding);
    fault.message += finding.array + " " + first.did() + " and" + second.did().substr(2) + reason.why;
    fault.advice = reason.advice;
  }
  return fault;
}

Fault stale_fetch(const Launch& launch, const RawFinding& finding) {
  Fault fault = fault_at(launch, finding.kind, finding.at);
  fault.other = line_of(launch, finding.other_place);
  fault.message = "texture fetch of " + finding.array + ", which " + line_text(fault.other) +
                  " stores to in the same launch: the texture cache may still hold the value from before";
  fault.advice =
      "read it through a pointer or a surface, or split the kernel: a texture shows what was "
      "stored before the launch";
  return fault;
}

Fault race_between_blocks(const Launch& launch, const Workers& workers, const RawFinding& finding) {
  const Worker& other_worker = *workers[finding.other.epoch() % EpochClock::kMostWorkers];
  Race race{{finding.op, finding.at.place, line_of(launch, finding.at.place), 0,
             block_text(launch, finding.at.block)},
            {finding.other_op, finding.other_place, line_of(launch, finding.other_place), 0,
             block_text(launch, other_worker.block_in(finding.other.epoch()))}};
  if (race.second.op == Op::load || (race.first.op == race.second.op && race.second.who < race.first.who))
    std::swap(race.first, race.second);
  name_files(race);
  Fault fault = fault_at(launch, finding.kind, {race.first.place, finding.at.block, finding.at.thread});
  fault.other = race.second.where;
  fault.names_a_thread = false;
  fault.message = "race in global memory: " + finding.array + " " + race.first.did() + " and" +
                  race.second.did().substr(2);
  if (finding.op == Op::atomic && finding.other_op == Op::atomic) {
    fault.message += ": an atomic operation of block scope is atomic for the threads of one block only";
    fault.advice = kWholeDevice;
  } else if (finding.is_outside_lock) {
    fault.message += kLockedWithoutFence;
    fault.advice = kBehindTheLock;
  } else if (finding.lacks_acquire) {
    fault.message += ": the one was released by a fence, and no fence follows where that was read";
    fault.advice = kBehindTheRead;
  } else {
    fault.message += ": nothing orders blocks";
    fault.advice = kTwoBlocks;
  }
  return fault;
}

}  // namespace simt
