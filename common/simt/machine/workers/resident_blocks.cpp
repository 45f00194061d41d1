#include "workers/resident_blocks.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "common/grid.h"
#include "lanes/block_barrier.h"
#include "simt/words.h"

namespace simt {

void ResidentBlocks::begin_launch(Launch& launch) {
  launch_ = &launch;
  all_.clear();
  phase_ = {};
}

ResidentBlock& ResidentBlocks::of(std::uint64_t block, std::uint64_t born) {
  const auto place =
      std::lower_bound(all_.begin(), all_.end(), block,
                       [](const ResidentBlock& one, std::uint64_t number) { return one.block < number; });
  if (place != all_.end() && place->block == block) return *place;
  ResidentBlock made;
  made.block = block;
  made.born = born;
  return *all_.insert(place, std::move(made));
}

bool ResidentBlocks::meet() {
  phase_.is_stopped = faults_.stop.has_value();
  phase_.next_tick = order_.clock.next_tick();
  const auto tick = launch_->grid_barrier->meet(std::exchange(phase_, {}),
                                                [this](const GridPhase& all) { return goes_on(all); });
  if (tick) order_.clock.pass_grid_barrier(*tick);
  return tick.has_value();
}

void ResidentBlocks::keep(ResidentBlock& resident, std::uint32_t place, std::uint64_t phase) {
  phase_.waiting[place].add(resident.block);
  const std::size_t bytes_before = resident.bytes();
  resident.waits_at = place;
  resident.phase = phase;
  lanes_.save(resident.lanes);
  memory_.shared().save(resident.shared, false);
  resident.copies = judge_.copies();
  lanes_.leave_block();
  judge_.finish_block();  // the next block finds none of its marks
  const std::size_t more = resident.bytes() - bytes_before;
  if (launch_->resident_bytes.fetch_add(more) + more <= launch_->most_resident_bytes) return;
  throw Error("this computer has too little memory for a cooperative launch of " +
              plural(launch_->shape.grid.volume(), "block") + " of " +
              plural(launch_->shape.block.volume(), "thread") +
              ": those that wait at grid.sync() take more than half of it. Launch fewer blocks, and let each "
              "thread go round a loop over its elements");
}

void ResidentBlocks::restore(const ResidentBlock& resident) {
  lanes_.restore(resident.lanes);
  memory_.shared().restore(resident.shared);
  judge_.copies() = resident.copies;
  order_.resume_block(resident.born, resident.waits_at);
}

// The worker that comes to the meeting last calls this.
bool ResidentBlocks::goes_on(const GridPhase& all) {
  if (all.is_stopped || all.waiting.empty()) return false;
  const auto* first = &*all.waiting.begin();
  for (const auto& at : all.waiting) {
    if (at.second.first < first->second.first) first = &at;
  }
  const auto& [place, here] = *first;
  BlocksAt elsewhere;
  std::optional<std::uint32_t> other_place;
  for (const auto& [other, blocks] : all.waiting) {
    if (launch_->is_same_line(other, place)) continue;
    if (blocks.first < elsewhere.first) other_place = other;
    elsewhere.add(blocks);
  }
  if (elsewhere.count == 0 && all.ended.count == 0) return true;
  std::string message = "grid.sync() that not all blocks reach: " + plural(here.count, "block") + " " +
                        word_for(here.count, "waits", "wait") + " here";
  if (elsewhere.count != 0) {
    message += ", " + plural(elsewhere.count, "block") + " at another grid.sync(), block " +
               coordinates(unfolded(elsewhere.first, launch_->shape.grid)) + " among them";
  }
  if (all.ended.count != 0) {
    message += ", " + plural(all.ended.count, "block") + " ended before it, block " +
               coordinates(unfolded(all.ended.first, launch_->shape.grid)) + " among them";
  }
  faults_.stop = RawStop{FaultKind::divergent_barrier,
                         std::move(message),
                         {place, here.first, 0},
                         other_place,
                         kAllThreadsOfTheGrid};
  return false;
}

}  // namespace simt
