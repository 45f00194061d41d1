// A warp of the running block: what its lanes are doing, and what is known of their requests.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "requests/bytes_in_flight.h"
#include "requests/warp_log.h"

namespace simt {

// ready: has not begun. runnable: was stopped, and may resume. at_barrier: waits for the block. at_exchange:
// waits for lanes of its warp at a shuffle, a vote, a __syncwarp(). converging: at __activemask(), waits
// until the others are as far as they come. asks_time: the same at clock64(). at_access: waits until those who come to the
// same atomic operation, or in lockstep to the same access, are there. log_full: may go on when its log has been read. at_phase: waits for the end of a
// barrier's phase. done: returned.
enum class LaneState : std::uint8_t {
  ready,
  runnable,
  at_barrier,
  at_exchange,
  converging,
  asks_time,
  at_access,
  log_full,
  at_phase,
  done
};
inline constexpr std::size_t kLaneStates = 10;

// The modelled clock of a warp: see request_clock.h. It starts when it is first read.
struct WarpClock {
  bool is_read = false;
  std::uint64_t cycles = 0;
  std::uint64_t cycles_read = 0;  // `cycles` at the last reading
  unsigned idle_readings = 0;     // readings in a row, with no request between them

  // A warp that does nothing but look at the clock waits for time to pass. It passes then, twice as fast at
  // every look, so that a wait of any length ends soon.
  void let_time_pass() {
    constexpr unsigned kLooks = 16;  // so many readings are free
    constexpr unsigned kMostDoublings = 24;
    idle_readings = cycles == cycles_read ? idle_readings + 1 : 0;
    if (idle_readings > kLooks)
      cycles += std::uint64_t{1} << std::min(idle_readings - kLooks, kMostDoublings);
    cycles_read = cycles;
  }
};

struct Warp {
  unsigned number = 0;
  unsigned first_thread = 0;
  std::uint32_t lanes = 0;                            // the lanes that the warp has
  std::array<std::uint32_t, kLaneStates> in_state{};  // the lanes in each state
  std::array<std::uint32_t, abi::kLanes>
      stopped_at{};                // the place where a lane stopped last, or left the kernel
  std::uint32_t told_leaving = 0;  // the lanes that said where they leave it
  // The lanes that go on from a point of their code, and hold no stack; and the stacks that others hold, by the lanes whose they were.
  std::uint32_t without_stack = 0;
  std::uint32_t held_stacks = 0;
  bool is_at_one_point = false;  // all its lanes go on from one point, without a stack
  std::uint32_t with_local = 0;  // the lanes whose functions may have taken local memory
  WarpLog* log = nullptr;        // while the warp is between two barriers
  WarpClock clock;
  WarpInFlight in_flight;
  std::vector<std::uint32_t> calls;  // functions that lanes are in, the innermost last: which lanes
  std::uint16_t exchanges = 0;       // how often lanes have met
  // For each lane whose asynchronous copy has read its source but not yet written its target: the entry of
  // its log.
  std::array<std::uint64_t, abi::kLanes> copied_from{};

  std::uint32_t& in(LaneState state) { return in_state[static_cast<std::size_t>(state)]; }
  std::uint32_t in(LaneState state) const { return in_state[static_cast<std::size_t>(state)]; }
  // They have come to the barrier, or to the end.
  std::uint32_t arrived() const { return in(LaneState::at_barrier) | in(LaneState::done); }
  std::uint32_t live() const { return lanes & ~in(LaneState::done); }

  void move_all(std::uint32_t several, LaneState from, LaneState to) {
    in(from) &= ~several;
    in(to) |= several;
  }
};

}  // namespace simt
