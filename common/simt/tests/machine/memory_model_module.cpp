// Kernels whose threads access the same memory: what orders them, and what does not? memory_model_test.cpp
// says.
#include <iterator>

#include "hand_written.h"
#include "memory_model_places.h"

namespace {

using namespace memory_model_places;
using hand_written::access;
using hand_written::argument;
using hand_written::Code;
using hand_written::Context;
using hand_written::Place;
using hand_written::PlaceKind;
using hand_written::point;
using simt::abi::Atomic;

constexpr unsigned kVolatile = simt::abi::kVolatile;

constexpr Place kPlaces[] = {
    access(kExchangeStore + 1, PlaceKind::store, 4),
    point(kExchangeShuffle + 1, PlaceKind::intrinsic),
    point(kExchangeSync + 1, PlaceKind::intrinsic),
    access(kExchangeLoad + 1, PlaceKind::load, 4),

    access(kHalvesStore + 1, PlaceKind::store, 4),
    point(kHalvesSync + 1, PlaceKind::intrinsic),
    point(kHalvesOtherSync + 1, PlaceKind::intrinsic),
    point(kHalvesWholeSync + 1, PlaceKind::intrinsic),
    access(kHalvesLoad + 1, PlaceKind::load, 4),

    access(kAddOwn + 1, PlaceKind::load, 4),
    access(kAddNext + 1, PlaceKind::load, 4),
    access(kAddStore + 1, PlaceKind::store, 4),

    access(kLockTake + 1, PlaceKind::atomic, 4),
    point(kLockRound + 1, PlaceKind::round),
    point(kLockFence + 1, PlaceKind::intrinsic),
    access(kLockLoad + 1, PlaceKind::load, 4),
    access(kLockStore + 1, PlaceKind::store, 4),
    point(kLockSecondFence + 1, PlaceKind::intrinsic),
    access(kLockGive + 1, PlaceKind::atomic, 4),

    access(kCasFirst + 1, PlaceKind::load, 4, simt::abi::kFeedsCompare),
    access(kCasSwap + 1, PlaceKind::atomic, 4),
    point(kCasRound + 1, PlaceKind::round),

    access(kChainWait + 1, PlaceKind::load, 4, kVolatile),
    point(kChainRound + 1, PlaceKind::round),
    point(kChainFence + 1, PlaceKind::intrinsic),
    access(kChainLoad + 1, PlaceKind::load, 4),
    access(kChainStore + 1, PlaceKind::store, 4),
    point(kChainSecondFence + 1, PlaceKind::intrinsic),
    access(kChainFlag + 1, PlaceKind::store, 4, kVolatile),

    access(kFlagData + 1, PlaceKind::store, 4),
    point(kFlagFence + 1, PlaceKind::intrinsic),
    access(kFlagStore + 1, PlaceKind::store, 4, kVolatile),
    access(kFlagWait + 1, PlaceKind::load, 4, kVolatile),
    point(kFlagRound + 1, PlaceKind::round),
    access(kFlagLoad + 1, PlaceKind::load, 4),

    point(kIfShuffle + 1, PlaceKind::intrinsic),
    point(kElseShuffle + 1, PlaceKind::intrinsic),
    point(kIfSync + 1, PlaceKind::intrinsic),
    point(kElseSync + 1, PlaceKind::intrinsic),
    point(kIfBallot + 1, PlaceKind::intrinsic),
    point(kBehindBarrier + 1, PlaceKind::intrinsic),

    access(kMixedAtomic + 1, PlaceKind::atomic, 4),
    access(kMixedLoad + 1, PlaceKind::load, 4),

    access(kPastLoad + 1, PlaceKind::load, 4),
    access(kPastStore + 1, PlaceKind::store, 4),

    access(kTakeStore + 1, PlaceKind::store, 4),
    access(kTakeLoad + 1, PlaceKind::load, 4),
};
static_assert(std::size(kPlaces) == kPlaceCount);

int* shared_words(const Code& lane) { return reinterpret_cast<int*>(lane.shared(0)); }

// A value for the neighbour, by shared memory. `how`: nothing in between, a shuffle, a __syncwarp().
void exchange(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const out = argument<int*>(arguments, 0);
  const int how = argument<int>(arguments, 1);
  int* const words = shared_words(lane);
  lane.store(kExchangeStore, words + lane.thread(), static_cast<int>(lane.thread()));
  if (how == 1) lane.shuffle(kExchangeShuffle, 0, simt::abi::Shuffle::index, 0);
  if (how == 2) lane.sync_warp(kExchangeSync);
  out[lane.thread()] = lane.load(kExchangeLoad, words + (lane.thread() ^ 1U));
}

// Each half of the warp meets by itself; then all read from the other half. `how` 1: all have met, too. 2:
// the halves and a pair of lanes, which passes on what it knows.
void halves(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const out = argument<int*>(arguments, 0);
  const int how = argument<int>(arguments, 1);
  int* const words = shared_words(lane);
  lane.store(kHalvesStore, words + lane.thread(), static_cast<int>(lane.thread()));
  lane.sync_warp(kHalvesSync, lane.thread() < 16 ? 0x0000FFFFU : 0xFFFF0000U);
  if (how == 1) lane.sync_warp(kHalvesWholeSync);
  constexpr std::uint32_t kPair = 1U << 3U | 1U << 20U;
  if (how == 2 && (kPair >> lane.thread() & 1U) != 0) lane.sync_warp(kHalvesOtherSync, kPair);
  const bool reads = how != 2 || lane.thread() == 3;
  if (reads) out[lane.thread()] = lane.load(kHalvesLoad, words + (lane.thread() ^ 16U));
}

// s[t] += s[t + 1], with no barrier in between.
void add_next(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const data = argument<int*>(arguments, 0);
  const int own = lane.load(kAddOwn, data + lane.thread());
  const int next = lane.load(kAddNext, data + lane.thread() + 1);
  lane.store(kAddStore, data + lane.thread(), own + next);
}

// A counter behind a lock. Without fences it is none.
enum class Fences { none, of_the_block, of_the_device };

void count_locked(Context* context, const void* const* arguments, Fences fences) {
  Code lane(context);
  auto* const data = argument<int*>(arguments, 0);
  auto* const lock = reinterpret_cast<std::uint32_t*>(data);
  int* const counter = data + 1;
  while (lane.atomic(kLockTake, Atomic::compare_and_swap, lock, 1, 0) != 0) lane.round(kLockRound);
  if (fences != Fences::none) lane.fence(kLockFence, fences == Fences::of_the_device);
  lane.store(kLockStore, counter, lane.load(kLockLoad, counter) + 1);
  if (fences != Fences::none) lane.fence(kLockSecondFence, fences == Fences::of_the_device);
  lane.atomic(kLockGive, Atomic::exchange, lock, 0);
}

void locked(Context* context, const void* const* arguments) {
  count_locked(context, arguments, Fences::of_the_device);
}
void locked_in_block(Context* context, const void* const* arguments) {
  count_locked(context, arguments, Fences::of_the_block);
}
void locked_without_fences(Context* context, const void* const* arguments) {
  count_locked(context, arguments, Fences::none);
}

// The programming guide's atomicAdd() by compare-and-swap.
void add_by_swaps(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const sum = argument<std::uint32_t*>(arguments, 0);
  std::uint32_t old = lane.load(kCasFirst, sum);
  for (;;) {
    const std::uint32_t found = lane.atomic(kCasSwap, Atomic::compare_and_swap, sum, old + 1, old);
    if (found == old) break;
    old = found;
    lane.round(kCasRound);
  }
}

// Each block waits for the one before it, adds to what that has left, and lets the next one go on.
void chain(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const flags = argument<int*>(arguments, 0);
  auto* const sums = argument<int*>(arguments, 1);
  if (lane.thread() != 0) return;
  int before = 0;
  if (lane.block() > 0) {
    while (lane.load(kChainWait, flags + lane.block() - 1) == 0) lane.round(kChainRound);
    lane.fence(kChainFence);
    before = lane.load(kChainLoad, sums + lane.block() - 1);
  }
  lane.store(kChainStore, sums + lane.block(), before + static_cast<int>(lane.block()));
  lane.fence(kChainSecondFence);
  lane.store(kChainFlag, flags + lane.block(), 1);
}

// Lane 1 waits for a volatile flag of lane 0, in shared memory (0) or in global memory; with 2 it does not fence behind it.
void flagged(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const data = argument<int*>(arguments, 0);
  int* const words = argument<int>(arguments, 1) == 0 ? shared_words(lane) : data + 32;
  if (lane.thread() == 0) {
    lane.store(kFlagData, data, 7);
    lane.fence(kFlagFence);
    lane.store(kFlagStore, words, 1);
  } else if (lane.thread() == 1) {
    while (lane.load(kFlagWait, words) != 1) lane.round(kFlagRound);
    if (argument<int>(arguments, 1) != 2) lane.fence(kFlagFence);
    lane.load(kFlagLoad, data);
  }
}

// Two lines, one mask. `how`: shuffles, a shuffle and a vote, __syncwarp() twice, a shuffle and a barrier.
void two_lines(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const out = argument<int*>(arguments, 0);
  const int how = argument<int>(arguments, 1);
  constexpr auto kIndex = simt::abi::Shuffle::index;
  if (lane.thread() < 16) {
    if (how == 2) {
      lane.sync_warp(kIfSync);
    } else {
      out[lane.thread()] = static_cast<int>(lane.shuffle(kIfShuffle, lane.thread(), kIndex, 0));
    }
  } else if (how == 0) {
    out[lane.thread()] = static_cast<int>(lane.shuffle(kElseShuffle, lane.thread(), kIndex, 0));
  } else if (how == 1) {
    lane.ballot(kIfBallot, true);
  } else if (how == 2) {
    lane.sync_warp(kElseSync);
  }
  lane.barrier(kBehindBarrier);
}

void mixed(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const counter = argument<std::uint32_t*>(arguments, 0);
  lane.atomic(kMixedAtomic, Atomic::add, counter, 1);
  if (lane.thread() == 40) lane.load(kMixedLoad, counter);
}

// Reads in[index] and writes out[index]; the pointers are known to the compiler.
void past(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const in = argument<const int*>(arguments, 0);
  auto* const out = argument<int*>(arguments, 1);
  const auto index = argument<long>(arguments, 2);
  if (index >= 0) {
    lane.store(kPastStore, out, lane.load(kPastLoad, in + index, in));
  } else {
    lane.store(kPastStore, out + index, 0, out);
  }
}

// The buffer that no parameter of the signature is said to be stored to is stored to all the same.
void take(Context* context, const void* const* arguments) {
  Code lane(context);
  auto* const data = argument<int*>(arguments, 0);
  lane.store(kTakeStore, data + lane.thread(), 1);
  lane.load(kTakeLoad, data + (lane.thread() + 1) % lane.threads());
}

using simt::abi::Parameter;
constexpr Parameter kInt{"", "int", 4, 0, 0, 0, 0, 0, 0, nullptr, 0};
constexpr Parameter kLong{"", "long", 8, 0, 0, 0, 0, 0, 0, nullptr, 0};
constexpr Parameter kConstPointer{"in", "const int*", 8, 4, 0, 1, 0, 4, 0, nullptr, 0};
constexpr Parameter kOne[] = {hand_written::kPointer};
constexpr Parameter kOneConst[] = {kConstPointer};
constexpr Parameter kTwo[] = {hand_written::kPointer, hand_written::kPointer};
constexpr Parameter kPointerAndInt[] = {hand_written::kPointer, kInt};
constexpr Parameter kInOutAndLong[] = {kConstPointer, hand_written::kPointer, kLong};

using hand_written::kernel;
constexpr simt::abi::Kernel bounded() {
  simt::abi::Kernel made = kernel<take>("bounded", kOneConst);
  made.written = "bounded<64>";
  made.most_threads = 64;
  made.static_shared_bytes = 40000;
  made.registers = made.wanted_registers = 16;
  return made;
}
constexpr std::uint32_t kHasFence = simt::abi::kHasFence;
constexpr simt::abi::Kernel kKernels[] = {
    kernel<exchange>("exchange", kPointerAndInt),
    kernel<halves>("halves", kPointerAndInt),
    kernel<halves>("halves_in_order", kPointerAndInt, kHasFence),
    kernel<add_next>("add_next", kOne),
    kernel<locked>("locked", kOne, kHasFence),
    kernel<locked_in_block>("locked_in_block", kOne, kHasFence),
    kernel<locked_without_fences>("locked_without_fences", kOne),
    kernel<add_by_swaps>("add_by_swaps", kOne),
    kernel<chain>("chain", kTwo, kHasFence),
    kernel<flagged>("flagged", kPointerAndInt, kHasFence),
    kernel<two_lines>("two_lines", kPointerAndInt),
    kernel<mixed>("mixed", kOne),
    kernel<past>("past", kInOutAndLong),
    kernel<take>("take", kOneConst),
    bounded(),
};
constexpr simt::abi::SharedArray kArrays[] = {{"words", 0, 4096, 4}};

}  // namespace

extern "C" __attribute__((visibility("default"))) const simt::abi::Module simt_module =
    hand_written::module(kPlaces, kKernels, kArrays, 8192);
