// What goes wrong while a worker runs blocks, noted cheaply: numbers, turned into words after the launch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memory/mark.h"
#include "simt/report.h"

namespace simt {

// A place in the kernel and in the grid.
struct RawPlace {
  std::uint32_t place = kNoPlace;
  std::uint64_t block = 0;  // linear
  unsigned thread = 0;      // linear in its block
};

// A fault that stops the launch.
struct RawStop {
  FaultKind kind = FaultKind::crash;
  std::string message;
  RawPlace at;
  std::optional<std::uint32_t> other_place;
  std::string advice;  // empty: that of its kind
};

// How far the asynchronous copies of a thread have come when another access meets one of them.
struct CopyState {
  enum class Stage : std::uint8_t {
    not_committed,
    not_waited_for,  // committed; the thread has not waited since
    left_out,        // …and its last wait left the copy's group out
    bound            // to a barrier's phase that is not over
  };
  Stage stage = Stage::not_committed;
  // The wait that left the copy out (left_out), and the number of groups that it allows to be unfinished
  std::uint32_t wait_place = 0;
  std::uint32_t groups = 0;
};

// A lane that did not come to a shuffle which reads it.
struct AbsentLane {
  enum class Why : std::uint8_t {
    left,      // it has returned from the kernel
    missing,   // the block has no such thread
    not_named  // the mask does not name it
  };
  Why why = Why::left;
  unsigned thread = 0;               // of the block
  std::uint32_t left_at = kNoPlace;  // where it left, if that is known
  std::uint32_t used_at = kNoPlace;  // where the value is used
};

// A race, a read of unwritten memory or of an absent lane: the first of its pair of places, and how many there were.
struct RawFinding {
  FaultKind kind = FaultKind::race;
  RawPlace at;
  Op op = Op::load;
  std::uint32_t other_place = kNoPlace;
  Op other_op = Op::store;
  Mark other;                    // in a race, the earlier access
  bool is_of_one_value = false;  // both store the same: a remark, no fault
  bool is_in_lockstep = false;   // lockstep orders the two, and nothing else does: a remark, no fault
  bool is_stale = false;         // a fetch from a texture of what the launch has stored
  bool between_blocks = false;   // a race of threads of two blocks
  bool is_outside_lock = false;  // the other access was made between taking a lock and the fence behind that
  bool lacks_acquire = false;    // the thread read what was released after the other access, without a fence
  // In a race within a block: the barrier that both accesses come after.
  std::uint32_t barrier_before = kNoPlace;
  // In a race within a block: the last __syncwarp() of any warp since the block's last barrier.
  std::uint32_t warp_sync = kNoPlace;
  // Set if the value comes from a shuffle.
  std::optional<AbsentLane> absent;
  // Set if the earlier access is an asynchronous copy that is not over.
  std::optional<CopyState> copy;
  std::uint64_t address = 0;
  Space space = Space::shared;
  std::string array;  // the array, and the element in it, for the message
  std::uint64_t count = 1;
};

// Threads that had returned when their block's others came to a barrier.
struct RawRemark {
  std::uint32_t place = kNoPlace;
  std::uint64_t block = 0;  // the lowest
  unsigned returned = 0;
};

struct FaultLog {
  std::optional<RawStop> stop;
  // The first read outside of an array, of the lowest block. It got zeros and the launch went on, so that what else is wrong
  // with the kernel is found as well.
  std::optional<RawStop> read_outside;
  std::vector<RawFinding> findings;
  std::vector<RawRemark> remarks;

  // Notes a finding. Each pair of places is one finding. Returns the one that is kept of several, so that it
  // can be named, or null if that is an older one.
  RawFinding* note(const RawFinding& finding);
  // Each place once.
  void note(const RawRemark& remark);
};

// Whether `one` stands for both findings, which are of the same places. Within a block the one of the lowest
// block and threads does, so that the result does not depend on the order in which lanes run. Between blocks,
// which meet in any order, the one of the lowest address does.
bool comes_first(const RawFinding& one, const RawFinding& other);

}  // namespace simt
