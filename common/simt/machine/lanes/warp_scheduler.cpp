#include "lanes/warp_scheduler.h"

#include <algorithm>

#include "common/distinct_values.h"
#include "common/for_each_lane.h"

namespace simt {
namespace {

// A warp whose lanes fill their logs so often, and do nothing else, may wait for another warp.
constexpr unsigned kMostFillsInARow = 64;
// Lanes that fill their logs so often with the same entries, while others wait for them, are taken to wait
// for the others.
constexpr unsigned kMostFillsInVain = 16;

// How few different entries a loop has that only waits.
constexpr std::uint32_t kFew = 8;

// Whether a lane did nothing but ask the same few addresses, over and over.
bool only_asks_again(const WarpLog& log, unsigned lane) {
  if (log.end[lane] < log.entries_to_look_at()) return false;
  DistinctValues entries;
  for (std::uint32_t back = 1; back <= log.entries_to_look_at(); ++back)
    entries.insert(log.entry(log.end[lane] - back, lane));
  return entries.count() <= kFew;
}

// Whether its last `count` entries tell of a read that another thread can answer otherwise next time, and of no store.
bool may_be_answered(const WarpLog& log, unsigned lane, std::uint32_t count, const abi::Module& module) {
  bool may_be = false;
  for (std::uint32_t back = 1; back <= count; ++back) {
    const std::uint64_t entry = log.entry(log.end[lane] - back, lane);
    if (abi::place_of(entry) >= module.place_count) return false;
    const abi::Place& place = module.places[abi::place_of(entry)];
    if (place.kind == abi::PlaceKind::store) return false;
    const bool is_strong = place.kind == abi::PlaceKind::atomic ? (place.flags & abi::kAnswerUsed) != 0
                                                                : (place.flags & abi::kVolatile) != 0;
    may_be |= is_strong && abi::address_of(entry) != 0;
  }
  return may_be;
}

// The last rounds of a loop, by what a lane's log says at its end: how many entries one has, and how many they have together.
// The log is looked at from entry `first` on.
struct LastRounds {
  std::uint32_t round = 1;
  std::uint32_t same = 0;
};

LastRounds last_rounds(const WarpLog& log, unsigned lane, std::uint32_t first, std::uint32_t longest) {
  const std::uint32_t entries = log.end[lane] - first;
  if (entries == 0) return {};
  const auto from_end = [&](std::uint32_t back) { return log.entry(log.end[lane] - back, lane); };
  LastRounds last;
  while (last.round < std::min(longest, entries) && from_end(last.round + 1) != from_end(1)) ++last.round;
  last.same = last.round;
  while (last.same < entries && from_end(last.same + 1) == from_end(last.same + 1 - last.round)) ++last.same;
  return last;
}

// How many of a waiting lane's last entries say nothing new: whole rounds of its loop but the first two. How often it asks
// depends on how long its turn is, and a GPU's lanes would find the answer after a few times.
std::uint32_t repeated_entries(const WarpLog& log, unsigned lane) {
  constexpr std::uint32_t kKeptRounds = 2;
  const LastRounds last = last_rounds(log, lane, log.next[lane], log.entries_to_look_at());
  const std::uint32_t rounds = last.same / last.round;
  return rounds <= kKeptRounds ? 0 : (rounds - kKeptRounds) * last.round;
}

// Whether a lane that stands before an access has done nothing but ask again, three times over.
bool asks_again_at_access(const WarpLog& log, unsigned lane, const abi::Module& module) {
  constexpr std::uint32_t kRounds = 3;
  const LastRounds last = last_rounds(log, lane, 0, kFew);
  return last.same >= kRounds * last.round && may_be_answered(log, lane, last.same, module);
}

constexpr const char* kUnfinished =
    "the kernel did not finish: infinite loop or recursion, or far too much work";

// Whether a running lane, whose log is written up to `end`, only asked the same few addresses again. Its
// earlier entries follow `end`, from the time when the log was full.
bool only_asked_again(const WarpLog& log, const std::uint64_t* end, unsigned lane,
                      const abi::Module& module) {
  const auto next = static_cast<std::size_t>(end - log.rows()) / abi::kLanes + log.entries();
  DistinctValues entries;
  bool has_read = false;
  for (std::uint32_t back = 1; back <= log.entries_to_look_at(); ++back) {
    const std::uint64_t entry = log.entry(static_cast<std::uint32_t>((next - back) % log.entries()), lane);
    const bool has_address = abi::address_of(entry) != 0;
    const std::uint32_t place = abi::place_of(entry);
    if (place >= module.place_count || module.places[place].kind == abi::PlaceKind::store) return false;
    has_read |= has_address;
    entries.insert(entry);
  }
  return has_read && entries.count() <= kFew;
}

}  // namespace

void WarpScheduler::begin_launch(Launch& launch) {
  launch_ = &launch;
  has_polled_ = false;
  polled_.clear();
  const std::uint32_t places = launch.module.table->place_count;
  if (places > log_places_ || logs_.empty()) {
    logs_.clear();
    log_places_ = places;
  }
  free_logs_.clear();
  for (const auto& made : logs_) free_logs_.push_back(made.get());
}

LaneState WarpScheduler::waits_for(std::uint32_t place) {
  if (time_is_up_.load(std::memory_order_relaxed)) stop_for_time(place);
  // The time's end may have been forgotten in between: a loop without entries never fills the log.
  if (context_.log < context_.log_limit) return LaneState::runnable;
  if (!lane_.may_go_round()) stop_for_time(place);
  return LaneState::log_full;
}

void WarpScheduler::ask(std::uint32_t place) {
  if (waits_for(place) == LaneState::log_full) lane_.wait(LaneState::log_full, place);
}

std::uint32_t WarpScheduler::active_lanes(std::uint32_t place) {
  launch_->has_asked_who_is_there.store(true, std::memory_order_relaxed);
  const Exchange& mine = lane_.exchange();
  lane_.wait(LaneState::converging, place);
  return static_cast<std::uint32_t>(mine.result);
}

std::uint64_t WarpScheduler::read_clock(std::uint32_t place) {
  launch_->has_read_clock.store(true, std::memory_order_relaxed);
  const Exchange& mine = lane_.exchange();
  lane_.wait(LaneState::asks_time, place);
  return mine.result;
}

void WarpScheduler::set_log(Warp& warp) {
  if (warp.log == nullptr) {
    if (free_logs_.empty()) {
      logs_.push_back(std::make_unique<WarpLog>(log_places_));
      free_logs_.push_back(logs_.back().get());
    }
    warp.log = free_logs_.back();
    free_logs_.pop_back();
    const bool in_lockstep = launch_->has(abi::kInLockstep);
    if (in_lockstep != (warp.log->meetings != nullptr))
      warp.log->meetings = in_lockstep ? std::make_unique<WarpSyncs>() : nullptr;
    warp.log->reset(warp.lanes, has_polled_);
  }
  context_.log_limit = time_is_up_.load(std::memory_order_relaxed) ? nullptr : warp.log->limit();
  order_.syncs = &warp.log->syncs;
  order_.meetings = warp.log->meetings.get();
}

WarpScheduler::Turn WarpScheduler::advance(Warp& warp, std::uint64_t phase) {
  if (faults_.stop) return Turn::arrived;
  set_log(warp);
  judge_.begin_warp(warp, phase);
  unsigned fills = 0;
  unsigned fills_in_vain = 0;
  std::uint32_t polling = 0;  // lanes that did nothing but poll when their log was full last
  bool has_accessed = false;
  AccessTurns access_turns;
  phases_.note_turn(warp);
  for (;;) {
    if (const std::uint32_t lanes = warp.in(LaneState::ready) | warp.in(LaneState::runnable); lanes != 0) {
      lanes_.run(warp, lanes);
      if (faults_.stop) return Turn::arrived;
      // The handler ends the time where no lane asks, too. Lanes at an atomic operation, and those whose log is full, get to their
      // loop's way back, which says what they wait for.
      if (time_is_up_.load(std::memory_order_relaxed) && warp.in(LaneState::log_full) == 0 &&
          !let_all_accesses_through(warp))
        return stop_for_time(warp);
      if (warp.arrived() == warp.lanes) break;
      continue;
    }
    if (warp.in(LaneState::at_phase) != 0 && phases_.release(warp, false)) continue;
    if (exchanges_.complete(warp)) continue;
    if (faults_.stop) return Turn::arrived;
    if (has_accessed && all_poll_at_access(warp)) {
      for_each_lane(warp.in(LaneState::at_access),
                    [&](unsigned lane) { note_polled(*warp.log, lane, warp.log->end[lane]); });
      return Turn::polls;
    }
    has_accessed = let_access_through(warp, access_turns);
    if (has_accessed) continue;
    if (warp.in(LaneState::log_full) != 0) {
      if (++fills > kMostFillsInARow) {
        if (let_all_accesses_through(warp)) continue;
        return Turn::fills_logs;
      }
      const std::uint32_t full = warp.in(LaneState::log_full);
      const Room room = make_room(warp, fills_in_vain >= kMostFillsInVain);
      fills_in_vain = room.in_vain ? fills_in_vain + 1 : 0;
      polling = room.polls ? polling | full : 0;
      if (!room.polls && warp.log->polls) {
        warp.log->polls = false;
        set_log(warp);
      }
      if (room.polls) {
        for_each_lane(warp.in(LaneState::runnable),
                      [&](unsigned lane) { note_polled(*warp.log, lane, warp.log->entries()); });
        warp.log->polls = has_polled_ = true;
        // What they wait for may come from lanes of their own warp, unless these were seen to poll, too: lanes whose logs do not fill
        // up together wait at an access for each other.
        const bool others_may_do_it = (warp.in(LaneState::at_access) & ~polling) != 0;
        if (others_may_do_it && let_all_accesses_through(warp)) continue;
        return Turn::polls;
      }
      if (warp.in(LaneState::runnable) != 0) continue;
    }
    if (let_lowest_go_on(warp) || let_all_accesses_through(warp)) continue;
    if (warp.in(LaneState::log_full) != 0) {
      make_room(warp, true);
      continue;
    }
    if (warp.in(LaneState::at_phase) != 0) return Turn::at_phase;
    if (warp.in(LaneState::at_exchange) == 0) break;
    exchanges_.stop_stuck(warp);
    return Turn::arrived;
  }
  grouping_.read(warp, true);
  free_logs_.push_back(warp.log);
  warp.log = nullptr;
  return Turn::arrived;
}

// Whether all these lanes do nothing but wait for what others may write. What repeats itself in their logs is dropped then.
bool WarpScheduler::drop_repeated_polls(WarpLog& log, std::uint32_t full) const {
  for (std::uint32_t left = full; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    if (!only_asks_again(log, lane) ||
        !may_be_answered(log, lane, log.entries_to_look_at(), *launch_->module.table))
      return false;
  }
  for_each_lane(full, [&](unsigned lane) { log.drop(lane, repeated_entries(log, lane)); });
  return true;
}

// Reads the log, and lets those go on whose part has been read.
WarpScheduler::Room WarpScheduler::make_room(Warp& warp, bool to_the_end) {
  WarpLog& logged = *warp.log;
  const std::uint32_t full = warp.in(LaneState::log_full);
  const bool all_poll = drop_repeated_polls(logged, full);
  const auto read_before = logged.next;
  grouping_.read(warp, to_the_end);
  std::uint32_t read = 0;
  for_each_lane(full, [&](unsigned lane) { read |= (logged.is_used_up(lane) ? 1U : 0U) << lane; });
  bool ask_again = true;
  for_each_lane(read, [&](unsigned lane) {
    ask_again = ask_again && (all_poll || only_asks_again(logged, lane));
    logged.restart(lane);
  });
  bool in_vain = ask_again && read != full;
  for_each_lane(full & ~read, [&](unsigned lane) { in_vain &= logged.next[lane] == read_before[lane]; });
  warp.move_all(read, LaneState::log_full, LaneState::runnable);
  return {in_vain, all_poll && read == full};
}

// Looks at the rows up to `end` that a lane wrote last. Once read they are there until the lane writes again.
void WarpScheduler::note_polled(const WarpLog& log, unsigned lane, std::uint32_t end) {
  constexpr std::size_t kMost = 64;
  const abi::Module& module = *launch_->module.table;
  for (std::uint32_t row = end - std::min(end, kFew); row < end; ++row) {
    const std::uint64_t entry = log.entry(row, lane);
    const std::uint64_t address = abi::address_of(entry);
    const std::uint32_t place = abi::place_of(entry);
    const Region* const region = address == 0 ? nullptr : memory_.find(address);
    if (region == nullptr || region->space != Space::global || place >= module.place_count) continue;
    PolledValue polled{
        address, {}, std::min<unsigned>(module.places[place].width, PolledValue::Bytes{}.size())};
    const bool is_known = std::any_of(polled_.begin(), polled_.end(),
                                      [&](const PolledValue& one) { return one.address == address; });
    if (is_known || polled.width > region->end - address || polled_.size() == kMost) continue;
    polled.value = polled.read();
    polled_.push_back(polled);
  }
}

// Whether all lanes on their way stand before an access that they made at least three times, and do nothing else, or wait for these
// lanes, in a launch in which lanes were seen to wait for others. A log that must fill up first would tell the same, many accesses later.
bool WarpScheduler::all_poll_at_access(const Warp& warp) const {
  const std::uint32_t waiting = warp.in(LaneState::at_access);
  const std::uint32_t for_these = warp.in(LaneState::at_exchange) | warp.in(LaneState::at_phase);
  if (!has_polled_ || waiting == 0 || (waiting | for_these | warp.arrived()) != warp.lanes) return false;
  if (time_is_up_.load(std::memory_order_relaxed)) return false;
  bool all = true;
  for_each_lane(waiting, [&](unsigned lane) {
    all = all && asks_again_at_access(*warp.log, lane, *launch_->module.table);
  });
  return all;
}

// The lanes that do the next access together. 0: lanes that wait elsewhere go on before all that wait at one.
std::uint32_t WarpScheduler::lanes_at_next_access(Warp& warp) {
  const std::uint32_t waiting = warp.in(LaneState::at_access);
  if (waiting == ~0U) {
    const bool all_alike =
        extremes_of(warp.stopped_at.data()).all_alike && extremes_of(warp.log->end.data()).all_alike;
    if (all_alike) return waiting;
  }
  return grouping_.lanes_in_front(warp) & waiting;
}

// A warp's lanes do an atomic operation together, as the warp's one instruction. Volta and later let every lane get on some
// time (CUDA C++ Programming Guide, "Independent Thread Scheduling"): lanes that try again and again for a lock do not keep
// its owner from another operation. In lockstep they do, as before Volta; only where all of them go round for long does it go on.
bool WarpScheduler::let_access_through(Warp& warp, AccessTurns& turns) {
  constexpr unsigned kMostInARow = 16;
  if (warp.in(LaneState::at_access) == 0) return false;
  const std::uint32_t lanes = lanes_at_next_access(warp);
  if (lanes == 0) return ++turns.passed_over % kMostInARow == 0 && let_all_accesses_through(warp);
  const std::uint32_t place = warp.stopped_at[static_cast<unsigned>(__builtin_ctz(lanes))];
  const bool others_wait = lanes != warp.in(LaneState::at_access);
  const bool in_lockstep = launch_->has(abi::kInLockstep);
  turns.in_a_row = others_wait && place == turns.place && !in_lockstep ? turns.in_a_row + 1 : 0;
  turns.place = place;
  if (turns.in_a_row >= kMostInARow) return let_all_accesses_through(warp);
  if (in_lockstep && lane_.has_fences()) warp.log->syncs.meet(warp.lanes, order_.clock.advance());
  warp.move_all(lanes, LaneState::at_access, LaneState::runnable);
  return true;
}

bool WarpScheduler::let_all_accesses_through(Warp& warp) {
  const std::uint32_t lanes = warp.in(LaneState::at_access);
  warp.move_all(lanes, LaneState::at_access, LaneState::runnable);
  return lanes != 0;
}

// Lets lanes go on if all lanes wait for each other at an __activemask() or a clock64(). Those of the earliest round at the lowest
// place go on: at an __activemask() they have converged there, as lanes of a GPU's warp do that meet behind each branch; at clock64()
// the log tells what the warp has done before it.
bool WarpScheduler::let_lowest_go_on(Warp& warp) {
  const std::uint32_t waiting = warp.in(LaneState::converging) | warp.in(LaneState::asks_time);
  if (waiting == 0) return false;
  const std::uint32_t in_front = grouping_.lanes_in_front(warp) & waiting;
  const std::uint32_t lanes = in_front != 0 ? in_front : lowest_of(warp.stopped_at.data(), waiting).lanes;
  const bool asks_time = (lanes & warp.in(LaneState::asks_time)) != 0;
  if (asks_time) {
    warp.clock.is_read = true;
    grouping_.read(warp, false);
    warp.clock.let_time_pass();
  }
  for_each_lane(lanes, [&](unsigned lane) {
    lanes_.lane(warp.first_thread + lane).exchange.result =
        asks_time ? warp.clock.cycles * launch_->clock_rate : lanes;
  });
  warp.move_all(lanes, asks_time ? LaneState::asks_time : LaneState::converging, LaneState::runnable);
  return true;
}

// The running lane is stopped, at a loop or where a function that calls itself has come back.
void WarpScheduler::stop_for_time(std::uint32_t place) {
  constexpr const char* kReadsTheSame =
      "the kernel did not finish: it reads the same memory over and over here, and no thread changes it";
  const unsigned lane = lane_.thread() % kWarpSize;
  const bool only_waits =
      only_asked_again(*lanes_.running_warp().log, context_.log, lane, *launch_->module.table);
  if (are_held_up_ && only_waits) {
    lane_.stop(
        FaultKind::time_limit,
        std::string(kReadsTheSame) + ": all blocks that a GPU holds at a time wait like this, " +
            std::to_string(launch_->resident_blocks) + " of the grid's " +
            std::to_string(launch_->shape.grid.volume()) + ", and the others cannot begin",
        place,
        "a block may wait only for blocks that have started: launch no more blocks than the GPU holds at a "
        "time, or let each block take its number from a counter with atomicAdd, so that it waits only for "
        "blocks that started before it");
  }
  if (only_waits) {
    lane_.stop(
        FaultKind::time_limit, kReadsTheSame, place,
        "if it waits for a value, the thread that must write it has to be able to run: it must not wait for this one. While a "
        "block waits, others continue, as many at a time as a GPU holds");
  }
  lane_.stop(FaultKind::time_limit, kUnfinished, place);
}

WarpScheduler::Turn WarpScheduler::stop_for_time(const Warp& warp) {
  faults_.stop = RawStop{
      FaultKind::time_limit, kUnfinished, {kNoPlace, lane_.block(), warp.first_thread}, std::nullopt, {}};
  return Turn::arrived;
}

}  // namespace simt
