// What the parts of a worker see of the lane that calls them, on its fiber: who it is, what it logs, how it
// waits, and how it stops the launch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "contract/module_abi.h"
#include "faults/fault_log.h"
#include "lanes/lane_scheduler.h"
#include "loading/launch.h"
#include "requests/request_judge.h"

namespace simt {

class RunningLane {
 public:
  // `context` is what the module's code sees of the lane.
  RunningLane(abi::Context& context, LaneScheduler& lanes, RequestJudge& judge, FaultLog& faults)
      : context_(context), lanes_(lanes), judge_(judge), faults_(faults) {}

  void begin_launch(const Launch& launch) {
    launch_ = &launch;
    places_ = launch.module.table->places;
    has_fences_ = launch.has(abi::kHasFence);
    begin_block(0);
  }
  void begin_block(std::uint64_t block) {
    block_ = block;
    stored_ = {};
    reads_outside_ = 0;
    rounds_since_read_ = 0;
  }

  std::uint64_t block() const { return block_; }  // linear
  unsigned thread() const { return lanes_.running_thread(); }
  const abi::Place& place(std::uint32_t number) const { return places_[number]; }
  Exchange& exchange() const { return lanes_.lane(thread()).exchange; }
  // The end of the local memory that the lane's functions have taken.
  std::uint64_t local_end() const { return reinterpret_cast<std::uint64_t>(context_.local); }
  // Whether the kernel has fences: then accesses are checked when they are made (RequestJudge::check_now).
  bool has_fences() const { return has_fences_; }

  // Whether the place may access the address without asking. `shift`: log2 of the access's width.
  bool is_in_window(std::uint32_t place, std::uint64_t address, unsigned shift) const {
    const abi::Window& window = context_.windows[place];
    const std::uint64_t distance = address - window.begin;
    return (distance & ((std::uint64_t{1} << shift) - 1)) == 0 && distance >> shift < window.count;
  }

  void log(std::uint32_t place, std::uint64_t address) {
    *context_.log = abi::entry(place, address);
    context_.log += abi::kLanes;
  }
  // Of abi::kVectorLanes lanes that run side by side.
  void log_row(std::uint32_t place, const std::uint64_t* addresses) {
    for (unsigned lane = 0; lane < abi::kVectorLanes; ++lane)
      context_.log[lane] = abi::entry(place, addresses[lane]);
    context_.log += abi::kLanes;
  }
  // The place of the lane's last entry, as far as the lane has said.
  std::uint32_t last_place() const {
    const Warp& warp = lanes_.running_warp();
    if (warp.log == nullptr || context_.log < warp.log->rows() + abi::kLanes) return kNoPlace;
    return abi::place_of(*(context_.log - abi::kLanes));
  }

  // The lane stops at this place; returns when it resumes.
  [[gnu::always_inline]] void wait(LaneState state, std::uint32_t place) { lanes_.stop(state, place); }
  // The lane brings this to an exchange; returns what it gets.
  [[gnu::always_inline]] std::uint64_t exchange_at(std::uint32_t place, const Exchange& brought) {
    Exchange& mine = exchange();
    mine = brought;
    wait(LaneState::at_exchange, place);
    return mine.result;
  }

  // Checks for races what the lane did since its last check, in a kernel with fences.
  void check_pending() { check_pending_of(thread()); }
  void check_pending_of(unsigned thread) {
    WarpLog& logged = *lanes_.running_warp().log;
    const unsigned lane = thread % kWarpSize;
    logged.set_end(lane, context_.log);
    for (std::uint32_t& checked = logged.checked[lane]; checked < logged.end[lane]; ++checked)
      note_changed(logged.entry(checked, lane), judge_.check_now(logged.entry(checked, lane), thread));
  }
  // What lanes of the block have stored to shared memory since it began, went on, or this was asked last: in a kernel with fences.
  struct Stored {
    bool anywhere = true;
    std::vector<std::pair<std::uint64_t, unsigned>> words;  // else: addresses and bytes
  };
  Stored take_stored() { return std::exchange(stored_, {false, {}}); }

  // A text of the module that the lane says, as a message.
  std::string text(const char* begin) const {
    const char* const known = launch_->module.text_at(reinterpret_cast<std::uintptr_t>(begin));
    return known == nullptr ? "(a message that is no text of the module)" : known;
  }

  // Stops the launch with a fault of the lane, and never returns: the lane is dropped, so nothing on its stack may
  // still own memory. A fault without advice gets that of its kind.
  [[noreturn]] void stop(FaultKind kind, std::string message, std::uint32_t place, std::string advice = {}) {
    faults_.stop =
        RawStop{kind, std::move(message), {place, block_, thread()}, std::nullopt, std::move(advice)};
    lanes_.abandon();
  }

  // Whether the lane goes on after a read outside of an array. A block whose index is wrong altogether would run long, for
  // nothing.
  bool goes_on_after_read() {
    constexpr unsigned kMost = 1024;
    return ++reads_outside_ <= kMost;
  }
  // Whether a loop that has filled the log may go on: the zeros that such a read got may keep it going for ever.
  bool may_go_round() {
    constexpr unsigned kMost = 1U << 14U;
    return reads_outside_ == 0 || ++rounds_since_read_ <= kMost;
  }
  // Such a read is told of if it is the first of the lowest block.
  bool is_told_of() const { return !faults_.read_outside || block_ < faults_.read_outside->at.block; }
  void note_read_outside(std::string message, std::uint32_t place, std::string advice) {
    faults_.read_outside = RawStop{FaultKind::out_of_bounds,
                                   std::move(message),
                                   {place, block_, thread()},
                                   std::nullopt,
                                   std::move(advice)};
  }

 private:
  void note_changed(std::uint64_t entry, RequestJudge::Changed changed) {
    constexpr std::size_t kMost = 256;  // beyond so many all of it is looked at
    if (changed == RequestJudge::Changed::nothing || stored_.anywhere) return;
    stored_.anywhere = changed == RequestJudge::Changed::anything || stored_.words.size() == kMost;
    if (!stored_.anywhere)
      stored_.words.emplace_back(abi::address_of(entry), places_[abi::place_of(entry)].width);
  }

  abi::Context& context_;
  LaneScheduler& lanes_;
  RequestJudge& judge_;
  FaultLog& faults_;
  const Launch* launch_ = nullptr;
  const abi::Place* places_ = nullptr;
  bool has_fences_ = false;
  std::uint64_t block_ = 0;
  Stored stored_;
  unsigned reads_outside_ = 0;      // of the block since it began or went on
  unsigned rounds_since_read_ = 0;  // times that its lanes filled their log since
};

}  // namespace simt
