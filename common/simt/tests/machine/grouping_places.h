// The places of grouping_module.cpp.
#pragma once

#include <cstdint>

namespace grouping_places {

// The places are in the order of the program, kernel by kernel.
enum : std::uint32_t {
  kIfLoad,
  kElseLoad,
  kAfterLoad,

  kRoundsLoad,
  kRoundsRound,
  kRoundsAfter,

  kTurnsLoad,
  kTurnsRound,

  kCallerCall,
  kCallerBetween,
  kCallerSecondCall,
  kCallerAfter,
  kCalleeLoad,
  kCalleeLeave,

  kLongAll,
  kLongSome,
  kLongRound,
  kLongAfter,

  kWaitLoad,
  kWaitRound,
  kWaitAfter,
  kWaitStore,

  kSpinLoad,
  kSpinRound,
  kSpinStore,

  kClockStart,
  kClockLoad,
  kClockShared,
  kClockEnd,
  kClockAfter,

  kActiveIf,
  kActiveElse,

  kShuffle,
  kShuffleLoad,

  kLocalStore,
  kLocalLoad,
  kLocalPast,

  kTwoArraysLoad,

  kCountBarrier,

  kPrint,

  kPlaceCount
};

}  // namespace grouping_places
