// The log of a warp: what each lane did, entry by entry (module_abi.h), and how far it has been read.
//
// Entry n of lane l is at rows[n * 32 + l], so that what 32 lanes did together is contiguous. A warp takes
// a log when it begins or continues after a barrier, and gives it back at the next.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "contract/module_abi.h"
#include "memory/reservation.h"
#include "races/warp_syncs.h"

namespace simt {

class WarpLog {
 public:
  // Lanes are asked to pause when they have logged so many entries: a loop's way back is where they are
  // asked.
  static constexpr std::uint32_t kEntries = 256;

  // In a launch in which lanes were seen to wait for others: enough to see that they do, so that a wait costs little in a block.
  static constexpr std::uint32_t kEntriesOfPolls = 24;

  // A log for a program of so many places.
  explicit WarpLog(std::uint32_t places) : memory_(bytes_for(places)) { memory_.commit(0, memory_.size()); }

  // `lanes`: those that the warp has.
  void reset(std::uint32_t lanes, bool may_poll) {
    next.fill(0);
    end.fill(0);
    checked.fill(0);
    looked_at.fill(0);
    is_next_even = is_end_even = true;
    polls = may_poll;
    syncs.reset(lanes);
    if (meetings != nullptr) meetings->reset(lanes);
  }
  // These lanes have met at a __syncwarp().
  void meet(std::uint32_t lanes, std::uint64_t now, std::uint32_t place) {
    syncs.meet(lanes, now, place);
    if (meetings != nullptr) meetings->meet(lanes, now, place);
  }
  // The lane's entries have all been read.
  void restart(unsigned lane) {
    next[lane] = end[lane] = checked[lane] = looked_at[lane] = 0;
    is_next_even = is_end_even = false;
  }

  std::uint64_t* rows() const { return reinterpret_cast<std::uint64_t*>(memory_.begin()); }
  std::uint32_t entries() const { return polls ? kEntriesOfPolls : kEntries; }
  // The last entries of a full log that show what a loop does.
  std::uint32_t entries_to_look_at() const { return polls ? 16 : 64; }
  std::uint64_t* limit() const { return rows() + std::size_t{entries()} * abi::kLanes; }
  const std::uint64_t* row(std::uint32_t number) const { return rows() + std::size_t{number} * abi::kLanes; }
  std::uint64_t& entry(std::uint32_t number, unsigned lane) const {
    return rows()[std::size_t{number} * abi::kLanes + lane];
  }

  bool is_used_up(unsigned lane) const { return next[lane] == end[lane]; }
  std::uint64_t* end_of(unsigned lane) const { return &entry(end[lane], lane); }
  void set_end(unsigned lane, const std::uint64_t* written_to) {
    end[lane] = static_cast<std::uint32_t>(static_cast<std::size_t>(written_to - rows()) / abi::kLanes);
    is_end_even = false;
  }
  // All lanes have written as far as the first one.
  void set_all_ends(const std::uint64_t* written_to) {
    set_end(0, written_to);
    end.fill(end[0]);
    is_end_even = true;
  }
  void set_all_next(std::uint32_t row) {
    next.fill(row);
    is_next_even = true;
  }
  // Nobody wants to know what the lanes did.
  void skip_all() {
    next = end;
    is_next_even = is_end_even;
  }
  // The lane's next entry has been read.
  void pass(unsigned lane) {
    ++next[lane];
    is_next_even = false;
  }
  void append(unsigned lane, std::uint64_t value) {
    entry(end[lane]++, lane) = value;
    is_end_even = false;
  }
  // The lane's last entries, which repeat those before them, need not be read.
  void drop(unsigned lane, std::uint32_t entries) {
    end[lane] -= entries;
    is_end_even = false;
    checked[lane] = std::min(checked[lane], end[lane]);
    looked_at[lane] = std::min(looked_at[lane], end[lane]);
  }

  // For each lane: how many entries have been read, how many there are (kept while the lane does not run),
  // in a kernel with fences, how many were checked for races, and in a launch with marked values, how many ReadBacks has seen.
  alignas(64) std::array<std::uint32_t, abi::kLanes> next;
  alignas(64) std::array<std::uint32_t, abi::kLanes> end;
  alignas(64) std::array<std::uint32_t, abi::kLanes> checked;
  alignas(64) std::array<std::uint32_t, abi::kLanes> looked_at;
  // All lanes have as much of it; if not said so, they may all the same.
  bool is_next_even = true;
  bool is_end_even = true;
  bool polls = false;  // whether its lanes are expected to wait for others
  WarpSyncs syncs;
  // In lockstep, where every access is a meeting: those at a __syncwarp() alone. Null otherwise.
  std::unique_ptr<WarpSyncs> meetings;

 private:
  // Enough rows for kEntries and one more for each place: a lane is asked to pause before it passes a place
  // twice.
  static std::size_t bytes_for(std::uint32_t places) {
    constexpr std::size_t kSlack = 64;
    return (kEntries + places + kSlack) * abi::kLanes * sizeof(std::uint64_t);
  }

  Reservation memory_;
};

}  // namespace simt
