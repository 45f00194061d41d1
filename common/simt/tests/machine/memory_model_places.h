// The places of memory_model_module.cpp.
#pragma once

#include <cstdint>

namespace memory_model_places {

// The places are in the order of the program, kernel by kernel.
enum : std::uint32_t {
  kExchangeStore,
  kExchangeShuffle,
  kExchangeSync,
  kExchangeLoad,

  kHalvesStore,
  kHalvesSync,
  kHalvesOtherSync,
  kHalvesWholeSync,
  kHalvesLoad,

  kAddOwn,
  kAddNext,
  kAddStore,

  kLockTake,
  kLockRound,
  kLockFence,
  kLockLoad,
  kLockStore,
  kLockSecondFence,
  kLockGive,

  kCasFirst,
  kCasSwap,
  kCasRound,

  kChainWait,
  kChainRound,
  kChainFence,
  kChainLoad,
  kChainStore,
  kChainSecondFence,
  kChainFlag,

  kFlagData,
  kFlagFence,
  kFlagStore,
  kFlagWait,
  kFlagRound,
  kFlagLoad,

  kIfShuffle,
  kElseShuffle,
  kIfSync,
  kElseSync,
  kIfBallot,
  kBehindBarrier,

  kMixedAtomic,
  kMixedLoad,

  kPastLoad,
  kPastStore,

  kTakeStore,
  kTakeLoad,

  kPlaceCount
};

}  // namespace memory_model_places
