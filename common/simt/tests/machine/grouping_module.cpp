// Kernels whose lanes part and meet: what of it is one request? grouping_test.cpp says.
#include <iterator>

#include "grouping_places.h"
#include "hand_written.h"

namespace {

using namespace grouping_places;
using hand_written::access;
using hand_written::argument;
using hand_written::Code;
using hand_written::Context;
using hand_written::Place;
using hand_written::PlaceKind;
using hand_written::point;
using simt::abi::Shuffle;

constexpr Place kPlaces[] = {
    access(kIfLoad + 1, PlaceKind::load, 4),
    access(kElseLoad + 1, PlaceKind::load, 4),
    access(kAfterLoad + 1, PlaceKind::load, 4),

    access(kRoundsLoad + 1, PlaceKind::load, 4),
    point(kRoundsRound + 1, PlaceKind::round),
    access(kRoundsAfter + 1, PlaceKind::load, 4),

    access(kTurnsLoad + 1, PlaceKind::load, 4),
    point(kTurnsRound + 1, PlaceKind::round),

    point(kCallerCall + 1, PlaceKind::call),
    access(kCallerBetween + 1, PlaceKind::load, 4),
    point(kCallerSecondCall + 1, PlaceKind::call),
    access(kCallerAfter + 1, PlaceKind::load, 4),
    access(kCalleeLoad + 1, PlaceKind::load, 4),
    point(kCalleeLeave + 1, PlaceKind::leave),

    access(kLongAll + 1, PlaceKind::load, 4),
    access(kLongSome + 1, PlaceKind::load, 4),
    point(kLongRound + 1, PlaceKind::round),
    access(kLongAfter + 1, PlaceKind::load, 4),

    access(kWaitLoad + 1, PlaceKind::load, 4, simt::abi::kVolatile),
    point(kWaitRound + 1, PlaceKind::round),
    access(kWaitAfter + 1, PlaceKind::load, 4),
    access(kWaitStore + 1, PlaceKind::store, 4, simt::abi::kVolatile),

    access(kSpinLoad + 1, PlaceKind::load, 4, simt::abi::kVolatile),
    point(kSpinRound + 1, PlaceKind::round),
    access(kSpinStore + 1, PlaceKind::store, 4, simt::abi::kVolatile),

    point(kClockStart + 1, PlaceKind::intrinsic),
    access(kClockLoad + 1, PlaceKind::load, 4),
    access(kClockShared + 1, PlaceKind::load, 4),
    point(kClockEnd + 1, PlaceKind::intrinsic),
    access(kClockAfter + 1, PlaceKind::load, 4),

    point(kActiveIf + 1, PlaceKind::intrinsic),
    point(kActiveElse + 1, PlaceKind::intrinsic),

    point(kShuffle + 1, PlaceKind::intrinsic),
    access(kShuffleLoad + 1, PlaceKind::load, 4),

    access(kLocalStore + 1, PlaceKind::store, 4),
    access(kLocalLoad + 1, PlaceKind::load, 4),
    access(kLocalPast + 1, PlaceKind::load, 4, simt::abi::kLocal, "window"),

    access(kTwoArraysLoad + 1, PlaceKind::load, 4),

    point(kCountBarrier + 1, PlaceKind::intrinsic),

    point(kPrint + 1, PlaceKind::intrinsic),
};
static_assert(std::size(kPlaces) == kPlaceCount);

void branches(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const in = argument<const int*>(arguments, 0);
  if (lane.thread() % 2 == 0) {
    lane.load(kIfLoad, in + lane.thread());
  } else {
    lane.load(kElseLoad, in + lane.thread());
  }
  lane.load(kAfterLoad, in + lane.thread());
}

// A thread makes so many rounds as its number leaves over, divided by 4.
void rounds(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const in = argument<const int*>(arguments, 0);
  for (unsigned i = 0;; ++i) {
    lane.load(kRoundsLoad, in + lane.thread());
    if (i == lane.thread() % 4) break;
    lane.round(kRoundsRound);
  }
  lane.load(kRoundsAfter, in + lane.thread());
}

// Each round is another lane's turn.
void turns(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const in = argument<const int*>(arguments, 0);
  for (unsigned i = 0; i < 32; ++i) {
    if (i == lane.thread() % 32) lane.load(kTurnsLoad, in + lane.thread());
    lane.round(kTurnsRound);
  }
}

void callee(Code& lane, const int* in) {
  lane.load(kCalleeLoad, in + lane.thread());
  lane.leave(kCalleeLeave);
}

// The odd lanes call twice, the others at the second place only. The function's places have larger numbers.
void caller(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const in = argument<const int*>(arguments, 0);
  if (lane.thread() % 2 == 1) {
    lane.call(kCallerCall);
    callee(lane, in);
  }
  lane.load(kCallerBetween, in + lane.thread());
  lane.call(kCallerSecondCall);
  callee(lane, in);
  lane.load(kCallerAfter, in + lane.thread());
}

// `most` rounds, fewer for the later lanes; in each, every fourth lane loads once more.
void long_loops(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const in = argument<const int*>(arguments, 0);
  const auto most = argument<unsigned>(arguments, 1);
  const unsigned wanted = most - 100 * (lane.thread() % 32);
  for (unsigned i = 0; i < wanted; ++i) {
    lane.load(kLongAll, in + lane.thread());
    if (lane.thread() % 4 == 0) lane.load(kLongSome, in + lane.thread());
    lane.round(kLongRound);
  }
  lane.load(kLongAfter, in + lane.thread());
}

// The lanes of a warp wait for what its last lane stores behind the loop.
void wait_for_lane(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const flag = argument<int*>(arguments, 0);
  if (lane.thread() != 31) {
    while (lane.load(kWaitLoad, flag) == 0) lane.round(kWaitRound);
  }
  lane.load(kWaitAfter, flag + 1 + lane.thread());
  if (lane.thread() == 31) lane.store(kWaitStore, flag, 1);
}

// The first warp waits for the second.
void wait_for_warp(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const flag = argument<int*>(arguments, 0);
  if (lane.thread() < 32) {
    while (lane.load(kSpinLoad, flag) == 0) lane.round(kSpinRound);
  } else if (lane.thread() == 32) {
    lane.store(kSpinStore, flag, 1);
  }
}

// Only the first lane looks at the clock. The third argument is where its answer goes, unlogged.
void clocked(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const in = argument<const int*>(arguments, 0);
  auto* const cycles = argument<int*>(arguments, 1);
  std::uint64_t start = 0;
  if (lane.thread() == 0) start = lane.clock(kClockStart);
  lane.load(kClockLoad, in + lane.thread());
  auto* const words = reinterpret_cast<const int*>(lane.shared(0));
  lane.load(kClockShared, words + std::size_t{lane.thread()} * 32);
  if (lane.thread() == 0) *cycles = static_cast<int>(lane.clock(kClockEnd) - start);
  lane.load(kClockAfter, in + lane.thread());
}

void active(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const out = argument<std::uint32_t*>(arguments, 0);
  out[lane.thread()] = lane.thread() % 4 == 1 ? lane.active_mask(kActiveIf) : lane.active_mask(kActiveElse);
}

void shuffled(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const out = argument<int*>(arguments, 0);
  const auto how = static_cast<Shuffle>(argument<int>(arguments, 1));
  const int operand = argument<int>(arguments, 2);
  const int width = argument<int>(arguments, 3);
  const auto got = lane.shuffle(kShuffle, 100 + lane.thread(), how, operand, width);
  lane.load(kShuffleLoad, out + lane.thread());
  out[lane.thread()] = static_cast<int>(got);
}

// Local memory by way of a pointer: the machine is asked at each access.
void local(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const out = argument<int*>(arguments, 0);
  const int index = argument<int>(arguments, 1);
  auto* const window = reinterpret_cast<int*>(lane.take_local(64));
  for (int i = 0; i < 4; ++i) lane.store(kLocalStore, window + i, static_cast<int>(lane.thread()) + i);
  if (index < 16) {
    out[lane.thread()] = lane.load(kLocalLoad, window + (lane.thread() + static_cast<unsigned>(index)) % 4);
  } else {
    lane.load(kLocalPast, window + index, window);
  }
}

// Lanes choose between two arrays.
void two_arrays(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const in = argument<const int*>(arguments, 0);
  const auto* const other = argument<const int*>(arguments, 1);
  lane.load(kTwoArraysLoad, lane.thread() % 2 == 0 ? in + lane.thread() : other + lane.thread());
}

void counting_barrier(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const out = argument<int*>(arguments, 0);
  if (lane.thread() == 5) return;
  out[lane.thread()] = lane.barrier_count(kCountBarrier, lane.thread() % 3 == 0);
}

void prints(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const out = argument<int*>(arguments, 0);
  double pi = 3.25;
  char on_the_stack[] = "stack";
  std::uint64_t values[6] = {static_cast<std::uint64_t>(-7),
                             0,
                             reinterpret_cast<std::uint64_t>("text"),
                             reinterpret_cast<std::uint64_t>(out),
                             reinterpret_cast<std::uint64_t>(&on_the_stack[0]),
                             300};
  std::memcpy(&values[1], &pi, sizeof pi);
  lane.print(kPrint, "%d|%5.2f|%s|%s|%s|%hhu|%%\n", 6, values);
}

constexpr simt::abi::Parameter kOne[] = {hand_written::kPointer};
constexpr simt::abi::Parameter kTwo[] = {hand_written::kPointer, hand_written::kPointer};
constexpr simt::abi::Parameter kPointerAndNumber[] = {hand_written::kPointer,
                                                      {"", "unsigned", 4, 1, 0, 0, 0, 0, 0, nullptr, 0}};
constexpr simt::abi::Parameter kPointerAndNumbers[] = {hand_written::kPointer,
                                                       {"", "int", 4, 0, 0, 0, 0, 0, 0, nullptr, 0},
                                                       {"", "int", 4, 0, 0, 0, 0, 0, 0, nullptr, 0},
                                                       {"", "int", 4, 0, 0, 0, 0, 0, 0, nullptr, 0}};

using hand_written::kernel;
constexpr simt::abi::Kernel kKernels[] = {
    kernel<branches>("branches", kOne),
    kernel<rounds>("rounds", kOne),
    kernel<turns>("turns", kOne),
    kernel<caller>("caller", kOne),
    kernel<long_loops>("long_loops", kPointerAndNumber),
    kernel<wait_for_lane>("wait_for_lane", kOne),
    kernel<wait_for_warp>("wait_for_warp", kOne),
    kernel<clocked>("clocked", kTwo),
    kernel<active>("active", kOne),
    kernel<shuffled>("shuffled", kPointerAndNumbers),
    kernel<local>("local", kPointerAndNumbers),
    kernel<two_arrays>("two_arrays", kTwo),
    kernel<counting_barrier>("counting_barrier", kOne),
    kernel<prints>("prints", kOne),
};
constexpr simt::abi::SharedArray kArrays[] = {{"words", 0, 4096, 4}};

}  // namespace

extern "C" __attribute__((visibility("default"))) const simt::abi::Module simt_module =
    hand_written::module(kPlaces, kKernels, kArrays, 8192);
