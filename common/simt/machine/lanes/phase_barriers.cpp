#include "lanes/phase_barriers.h"

#include <algorithm>

#include "common/for_each_lane.h"
#include "requests/place_uses.h"
#include "simt/words.h"

namespace simt {
namespace {

constexpr std::uint32_t kLooksOnce = 1;  // this argument of wait_phase says to look once and not to wait

// Stops the block once its threads have looked at barriers so often while no other thread of it made
// progress.
constexpr unsigned kMostTurnsInVain = 4096;

}  // namespace

// Gives back the name of its array.
const std::string& PhaseBarriers::check(std::uint32_t place, std::uint64_t address, std::uint64_t base) {
  if (!lane_.has_fences())
    lane_.stop(FaultKind::crash, "the module's table does not tell of this barrier", place);
  Region* const region = memory_.find(address);
  if (region == nullptr || 8 > region->end - address || (base != 0 && !region->holds(base)))
    lane_.stop(FaultKind::out_of_bounds, "the barrier's 8 bytes are not in an array of shared memory", place);
  if (region->space != Space::shared) {
    lane_.stop(FaultKind::crash,
               std::string("a barrier in ") + name_of(region->space) + " memory, `" + region->name + "`",
               place, "declare it __shared__: the SIMT machine has no barriers between blocks");
  }
  if (address % 8 != 0) {
    lane_.stop(FaultKind::misaligned, "misaligned barrier: its address must be a multiple of 8", place,
               "declare it as uint64_t, or alignas(8)");
  }
  // No access of the log tells of it, and a block that is set aside keeps the arrays that are used.
  note_use(*region);
  return region->name;
}

// The thread that initialised it has done so before: that it ran earlier here says nothing.
void PhaseBarriers::check_made_before(std::uint32_t place, std::uint64_t address, const std::string& name) {
  for (const auto& [made, mark] : block_.made) {
    if (made != address || order_.is_ordered(mark, lane_.thread())) continue;
    lane_.stop(
        FaultKind::crash,
        "barrier `" + name + "` is used by a thread that nothing tells of its initialisation in line " +
            std::to_string(launch_->module.line_of(mark.place()).line),
        place, "all threads of the block must call __syncthreads() between the initialisation and this line");
  }
}

PhaseBarrier PhaseBarriers::at(std::uint32_t place, std::uint64_t address, std::uint64_t base) {
  const std::string& name = check(place, address, base);
  PhaseBarrier barrier;
  if (!barrier.load(address)) {
    lane_.stop(FaultKind::crash, "barrier `" + name + "` is used before it has been initialised", place,
               "let one thread call init(&" + name + ", count), and all the block __syncthreads() behind it");
  }
  check_made_before(place, address, name);
  return barrier;
}

void PhaseBarriers::init(std::uint32_t place, std::uint64_t address, std::uint64_t base,
                         std::uint32_t count) {
  const std::string& name = check(place, address, base);
  if (count == 0 || count > PhaseBarrier::kMostArrivals) {
    lane_.stop(FaultKind::crash,
               "barrier `" + name + "` is initialised for " + std::to_string(count) + " arrivals", place,
               "the count is that of the threads that arrive in each phase: 1 to " +
                   std::to_string(PhaseBarrier::kMostArrivals));
  }
  const unsigned thread = lane_.thread();
  lane_.check_pending();
  judge_.check_unlogged(place, Op::store, address, thread);
  const Mark mark(order_.clock.now(), thread, place, false);
  const auto known = std::find_if(block_.made.begin(), block_.made.end(),
                                  [&](const auto& made) { return made.first == address; });
  if (known == block_.made.end()) {
    block_.made.emplace_back(address, mark);
  } else {
    known->second = mark;
  }
  PhaseBarrier barrier;
  barrier.expected = barrier.pending = count;
  barrier.store(address);
}

std::uint32_t PhaseBarriers::arrive(std::uint32_t place, std::uint64_t address, std::uint64_t base,
                                    std::uint32_t count, std::uint32_t step) {
  PhaseBarrier barrier = at(place, address, base);
  const unsigned thread = lane_.thread();
  lane_.check_pending();
  judge_.check_unlogged(place, Op::atomic, address, thread);
  if ((step & abi::kBindCopies) != 0) judge_.copies().bind(thread, address);
  const std::uint32_t parity = barrier.parity;
  if ((step & abi::kArrive) != 0) {
    if (count > barrier.pending) {
      lane_.stop(FaultKind::crash,
                 "a barrier's phase gets more arrivals than it was initialised for: " +
                     std::to_string(count) + ", and " + std::to_string(barrier.pending) + " of " +
                     std::to_string(barrier.expected) + " are left",
                 place, "does a thread arrive twice, or is the count of init() too small?");
    }
    order_.arrive(thread, address);
    barrier.pending -= count;
    if ((step & abi::kDrop) != 0) barrier.expected -= std::min(count, barrier.expected);
  }
  const bool is_last = barrier.pending == 0;
  // The thread that completes the phase sees what the others did before they arrived.
  if (is_last) order_.join_arrivals(thread, address);
  if ((step & abi::kComplete) != 0) order_.arrive(thread, address);
  const bool ends =
      (step & abi::kComplete) != 0 || (is_last && (step & (abi::kArrive | abi::kHold)) == abi::kArrive);
  if (ends) {
    judge_.copies().end_phase(address, order_);
    order_.complete_phase(address);
    launch_->marks->change_words_in(memory_.shared());  // as at each barrier
    barrier.end_phase();
  }
  barrier.store(address);
  return parity | (is_last ? 2U : 0U);
}

std::uint32_t PhaseBarriers::wait(std::uint32_t place, std::uint64_t address, std::uint64_t base,
                                  std::uint32_t parity, std::uint32_t how) {
  PhaseBarrier barrier = at(place, address, base);
  const unsigned thread = lane_.thread();
  lane_.check_pending();
  judge_.check_unlogged(place, Op::atomic, address, thread);
  if (how == kLooksOnce) launch_->has_asked_who_is_there.store(true, std::memory_order_relaxed);
  if (barrier.parity == (parity & 1U)) {
    Exchange& mine = lane_.exchange();
    mine.value = address;
    mine.mask = parity & 1U;
    mine.how = static_cast<std::uint8_t>(how);
    lane_.wait(LaneState::at_phase, place);
    if (!barrier.load(address) || barrier.parity == (parity & 1U)) return 0;
  }
  order_.pass_phase(thread, address);
  return 1;
}

PhaseBarriers::NumberedBarrier& PhaseBarriers::begin_meeting(std::uint32_t place, std::uint32_t number,
                                                             std::uint32_t threads) {
  if (!lane_.has_fences())
    lane_.stop(FaultKind::crash, "the module's table does not tell of this barrier", place);
  if (number >= kNumbers) {
    lane_.stop(FaultKind::crash, "barrier " + std::to_string(number) + ": a block has barriers 0 to 15",
               place);
  }
  const auto in_block = static_cast<std::uint32_t>(lanes_.threads());
  const std::uint32_t of_warps = (in_block + kWarpSize - 1) / kWarpSize * kWarpSize;
  if (threads == 0 || threads > of_warps || (threads % kWarpSize != 0 && threads != in_block)) {
    lane_.stop(FaultKind::crash,
               "barrier " + std::to_string(number) + " for " + plural(threads, "thread") + " of a block of " +
                   std::to_string(in_block),
               place, "the number of threads is a multiple of 32, and at most the block's");
  }
  const std::uint32_t expected = threads == in_block ? of_warps : threads;
  NumberedBarrier& barrier = block_.numbered[number];
  if (barrier.first_place == kNoPlace) {
    barrier.expected = expected;
    barrier.first_place = place;
  } else if (barrier.expected != expected) {
    lane_.stop(FaultKind::divergent_barrier,
               "barrier " + std::to_string(number) + " is for " + plural(threads, "thread") +
                   " here, and for " + std::to_string(barrier.expected) + " in line " +
                   std::to_string(launch_->module.line_of(barrier.first_place).line),
               place, "all threads that come to one phase of a barrier must name the same number of threads");
  }
  return barrier;
}

// A barrier counts whole warps: when a warp's threads have come, so have those that it does not have, or that have returned.
std::uint32_t PhaseBarriers::arrivals_at(const NumberedBarrier& barrier) const {
  std::uint32_t arrivals = barrier.again;
  for (const Warp& warp : lanes_.warps()) {
    const std::uint32_t came = barrier.lanes[warp.first_thread / kWarpSize];
    const bool is_whole = came != 0 && (warp.live() & ~came) == 0;
    arrivals += is_whole ? kWarpSize : lanes_in(came);
  }
  return arrivals;
}

// Whether the phase is over: then the next one can begin.
bool PhaseBarriers::ends_phase(std::uint32_t number) {
  NumberedBarrier& barrier = block_.numbered[number];
  const std::uint32_t arrivals = arrivals_at(barrier);
  barrier.pending = barrier.expected - std::min(arrivals, barrier.expected);
  if (barrier.first_place == kNoPlace || barrier.pending != 0) return false;
  order_.complete_phase(number);
  launch_->marks->change_words_in(memory_.shared());  // as at each barrier
  const std::uint32_t parity = barrier.parity ^ 1U;
  barrier = {};
  barrier.parity = parity;
  return true;
}

void PhaseBarriers::meet(std::uint32_t place, std::uint32_t number, std::uint32_t threads, bool waits) {
  NumberedBarrier& barrier = begin_meeting(place, number, threads);
  const unsigned thread = lane_.thread();
  lane_.check_pending();
  order_.arrive(thread, number);
  std::uint32_t& came = barrier.lanes[thread / kWarpSize];
  const std::uint32_t mine = 1U << (thread % kWarpSize);
  barrier.again += (came & mine) != 0 ? 1 : 0;
  came |= mine;
  const std::uint32_t parity = barrier.parity;
  if (!ends_phase(number) && waits) {
    Exchange& exchange = lane_.exchange();
    exchange.value = number;
    exchange.mask = parity;
    exchange.how = 0;
    lane_.wait(LaneState::at_phase, place);
  }
  if (waits) order_.pass_phase(thread, number);
}

bool PhaseBarriers::find(std::uint64_t address_or_number, PhaseBarrier& barrier) const {
  if (address_or_number >= kNumbers) return barrier.load(address_or_number);
  barrier = block_.numbered[address_or_number];
  return true;
}

void PhaseBarriers::note_turn(Warp& warp) {
  const bool gets_on = (warp.in(LaneState::ready) | warp.in(LaneState::runnable)) != 0;
  if (warp.in(LaneState::log_full) != 0) ++progress_.log_fills;
  if (release(warp, true) || gets_on) ++progress_.steps;
}

bool PhaseBarriers::release(Warp& warp, bool looking_too) {
  std::uint32_t over = 0;
  std::uint32_t looking = 0;
  for_each_lane(warp.in(LaneState::at_phase), [&](unsigned lane) {
    const Exchange& waits = lanes_.lane(warp.first_thread + lane).exchange;
    // Threads that it was waiting for may have returned.
    if (waits.value < kNumbers) ends_phase(static_cast<std::uint32_t>(waits.value));
    PhaseBarrier barrier;
    // One that was overwritten meanwhile is found by the thread itself.
    const bool is_over = !find(waits.value, barrier) || barrier.parity != waits.mask;
    over |= (is_over ? 1U : 0U) << lane;
    looking |= (looking_too && waits.how == kLooksOnce ? 1U : 0U) << lane;
  });
  warp.move_all(over | looking, LaneState::at_phase, LaneState::runnable);
  return over != 0;
}

// A turn in which no thread of the block got on is one too many, unless some look again and again.
bool PhaseBarriers::is_stuck(const Progress& before) {
  if (progress_.steps != before.steps) turns_in_vain_ = 0;
  if (progress_.steps != before.steps || progress_.log_fills != before.log_fills) return false;
  bool some_look = false;
  bool some_wait = false;
  for (const Warp& warp : lanes_.warps()) {
    for_each_lane(warp.in(LaneState::at_phase), [&](unsigned lane) {
      some_wait = true;
      some_look |= lanes_.lane(warp.first_thread + lane).exchange.how == kLooksOnce;
    });
  }
  return some_wait && (!some_look || ++turns_in_vain_ > kMostTurnsInVain);
}

std::string PhaseBarriers::name_of_barrier(std::uint64_t address_or_number) const {
  if (address_or_number < kNumbers) return "barrier " + std::to_string(address_or_number);
  const Region* const region = memory_.find(address_or_number);
  return "barrier `" + (region == nullptr ? "" : region->name) + "`";
}

void PhaseBarriers::stop_stuck() {
  unsigned waiting = 0;
  unsigned at_barrier = 0;
  unsigned returned = 0;
  const Warp* first = nullptr;
  for (const Warp& warp : lanes_.warps()) {
    const auto count = [&](LaneState state) { return lanes_in(warp.in(state)); };
    waiting += count(LaneState::at_phase);
    at_barrier += count(LaneState::at_barrier);
    returned += count(LaneState::done);
    if (first == nullptr && warp.in(LaneState::at_phase) != 0) first = &warp;
  }
  const auto lane = static_cast<unsigned>(__builtin_ctz(first->in(LaneState::at_phase)));
  const std::uint64_t address = lanes_.lane(first->first_thread + lane).exchange.value;
  PhaseBarrier barrier;
  find(address, barrier);
  std::string message = "this wait cannot end: the phase of " + name_of_barrier(address) + " misses " +
                        std::to_string(barrier.pending) + " of its " + std::to_string(barrier.expected) +
                        " arrivals, and no thread of the block can go on (" + plural(waiting, "thread") +
                        " " + word_for(waiting, "waits", "wait") + " for a phase";
  if (at_barrier > 0) message += ", " + plural(at_barrier, "thread") + " at a __syncthreads()";
  if (returned > 0)
    message += ", " + plural(returned, "thread") + " " + word_for(returned, "has", "have") + " returned";
  faults_.stop =
      RawStop{FaultKind::divergent_barrier,
              message + ")",
              {first->stopped_at[lane], lane_.block(), first->first_thread + lane},
              std::nullopt,
              address < kNumbers
                  ? "in each phase as many threads must come as the barrier is for: bar.sync and bar.arrive "
                    "together"
                  : "in each phase as many threads must arrive as the barrier was initialised for: is an "
                    "arrival missing in some branch, or is the count of init() too large?"};
}

}  // namespace simt
