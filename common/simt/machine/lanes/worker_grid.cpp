// The worker's part for cooperative launches, in which all blocks of the grid are resident at once.
//
// A worker runs each of its blocks to grid.sync() and keeps a copy of it there (resident_block.h). When all
// workers have done so, the barrier is complete if every thread of the grid waits at it, and the blocks go on
// one after another. Accesses before and after it are ordered as those of two launches are.
#include <utility>

#include "common/grid.h"
#include "lanes/worker.h"

namespace simt {
namespace {

// Leaves the barrier where a worker fails, as when memory runs out.
class Member {
 public:
  explicit Member(GridBarrier& barrier) : barrier_(barrier) {}
  ~Member() {
    if (!is_over_) barrier_.leave();
  }
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

  void finish() { is_over_ = true; }

 private:
  GridBarrier& barrier_;
  bool is_over_ = false;
};

std::string counted(std::uint64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

constexpr const char* kAllThreads =
    "every thread of the grid must come to the same grid.sync(): outside of every `if`, and with no `return` "
    "before it. A thread without an element skips its work, not the barrier";

}  // namespace

void Worker::wait_for_grid(std::uint32_t place) {
  if (!launch_->shape.is_cooperative) {
    stop(FaultKind::crash, "grid.sync() in a launch that is not cooperative", place,
         "launch the kernel with cudaLaunchCooperativeKernel(kernel, grid, block, arguments): `<<<…>>>` does "
         "not keep all blocks of the grid on the GPU at once. grid.is_valid() says which of the two it was");
  }
  waits_for_grid_ = true;
  wait_at_barrier(place, false);
}

void Worker::run_together() {
  Member member(*launch_->grid_barrier);
  resident_.clear();
  grid_phase_ = {};
  while (!faults_.stop && take_block()) {
    ResidentBlock resident;
    resident.block = block_;
    resident.born = order_.clock.birth();
    run_resident(resident);
    if (resident.waits_at != kNoPlace) resident_.push_back(std::move(resident));
  }
  for (;;) {
    grid_phase_.is_stopped = faults_.stop.has_value();
    grid_phase_.next_tick = order_.clock.next_tick();
    const auto tick = launch_->grid_barrier->meet(std::exchange(grid_phase_, {}),
                                                  [this](const GridPhase& all) { return grid_goes_on(all); });
    if (!tick) break;
    order_.clock.pass_grid_barrier(*tick);
    // Reports of races look up their blocks in this list. While no race was found, all accesses are of this
    // phase.
    if (!launch_->has_race_between_blocks.load()) blocks_begun_.clear();
    for (ResidentBlock& resident : resident_) {
      if (faults_.stop || resident.block > launch_->lowest_stop.load()) break;
      resume(resident);
      run_resident(resident);
    }
  }
  member.finish();
}

// The block that the lanes hold, to its next grid.sync() or its end.
void Worker::run_resident(ResidentBlock& resident) {
  resident.waits_at = kNoPlace;
  if (run_to_grid_barrier() == Reached::grid_barrier) {
    keep(resident);
    grid_phase_.waiting[resident.waits_at].add(block_);
  } else {
    grid_phase_.ended.add(block_);
  }
}

void Worker::keep(ResidentBlock& resident) {
  const std::size_t before = resident.bytes();
  resident.waits_at = barrier_place_;
  resident.phase = phase_ + 1;
  lanes_.save(resident.lanes);
  memory_.shared().save(resident.shared);
  resident.copies = judge_.copies();
  judge_.finish_block();  // the next block finds none of its marks
  const std::size_t more = resident.bytes() - before;
  if (launch_->resident_bytes.fetch_add(more) + more <= launch_->most_resident_bytes) return;
  throw Error("this computer has too little memory for a cooperative launch of " +
              counted(launch_->shape.grid.volume(), "block") + " of " +
              counted(launch_->shape.block.volume(), "thread") +
              ": those that wait at grid.sync() take more than half of it. Launch fewer blocks, and let each "
              "thread go round a loop over its elements");
}

void Worker::resume(const ResidentBlock& resident) {
  lanes_.restore(resident.lanes);
  memory_.shared().restore(resident.shared);
  judge_.copies() = resident.copies;
  made_barriers_.clear();  // every thread knows of what was made before the barrier
  order_.resume_block(resident.born, resident.waits_at);
  phase_ = resident.phase;
  set_block(resident.block);
  let_go_on();
}

// Some threads of the block have returned, so the grid would wait for them forever.
void Worker::stop_at_returned(unsigned waiting) {
  const auto returned = static_cast<unsigned>(lanes_.threads()) - waiting;
  unsigned thread = 0;
  for (const Warp& warp : lanes_.warps()) {
    if (const std::uint32_t lanes = warp.in(LaneState::at_barrier); lanes != 0) {
      thread = warp.first_thread + static_cast<unsigned>(__builtin_ctz(lanes));
      break;
    }
  }
  stop_block(FaultKind::divergent_barrier,
             "grid.sync() that not all threads of the grid reach: " + counted(returned, "thread") +
                 " of the block returned before it",
             barrier_place_, thread, kAllThreads);
}

// The worker that comes to the meeting last calls this.
bool Worker::grid_goes_on(const GridPhase& all) {
  if (all.is_stopped || all.waiting.empty()) return false;
  const auto* first = &*all.waiting.begin();
  for (const auto& at : all.waiting) {
    if (at.second.first < first->second.first) first = &at;
  }
  const auto& [place, here] = *first;
  BlocksAt elsewhere;
  std::optional<std::uint32_t> other_place;
  for (const auto& [other, blocks] : all.waiting) {
    if (is_same_line(other, place)) continue;
    if (blocks.first < elsewhere.first) other_place = other;
    elsewhere.add(blocks);
  }
  if (elsewhere.count == 0 && all.ended.count == 0) return true;
  std::string message = "grid.sync() that not all blocks reach: " + counted(here.count, "block") +
                        (here.count == 1 ? " waits here" : " wait here");
  if (elsewhere.count != 0) {
    message += ", " + counted(elsewhere.count, "block") + " at another grid.sync(), block " +
               coordinates(unfolded(elsewhere.first, launch_->shape.grid)) + " among them";
  }
  if (all.ended.count != 0) {
    message += ", " + counted(all.ended.count, "block") + " ended before it, block " +
               coordinates(unfolded(all.ended.first, launch_->shape.grid)) + " among them";
  }
  faults_.stop = RawStop{
      FaultKind::divergent_barrier, std::move(message), {place, here.first, 0}, other_place, kAllThreads};
  return false;
}

}  // namespace simt
