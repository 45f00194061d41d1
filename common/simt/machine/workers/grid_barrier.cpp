#include "workers/grid_barrier.h"

#include <algorithm>

namespace simt {

void BlocksAt::add(std::uint64_t block) { add(BlocksAt{1, block}); }

void BlocksAt::add(const BlocksAt& others) {
  count += others.count;
  first = std::min(first, others.first);
}

void GridPhase::add(const GridPhase& other) {
  for (const auto& [place, blocks] : other.waiting) waiting[place].add(blocks);
  ended.add(other.ended);
  is_stopped |= other.is_stopped;
  next_tick = std::max(next_tick, other.next_tick);
}

void GridBarrier::begin(unsigned workers) {
  workers_ = workers;
  arrived_ = 0;
  somebody_left_ = false;
  all_ = {};
}

std::optional<std::uint64_t> GridBarrier::meet(const GridPhase& phase,
                                               const std::function<bool(const GridPhase&)>& goes_on) {
  std::unique_lock<std::mutex> lock(mutex_);
  all_.add(phase);
  const std::uint64_t meeting = meetings_;
  if (++arrived_ == workers_) {
    finish(goes_on(all_));
  } else {
    finished_.wait(lock, [&] { return meetings_ != meeting; });
  }
  return tick_;
}

void GridBarrier::leave() {
  const std::scoped_lock lock(mutex_);
  somebody_left_ = true;
  --workers_;
  if (arrived_ == workers_) finish(false);
}

void GridBarrier::finish(bool goes_on) {
  tick_ = goes_on && !somebody_left_ ? std::optional(all_.next_tick) : std::nullopt;
  arrived_ = 0;
  all_ = {};
  ++meetings_;
  finished_.notify_all();
}

}  // namespace simt
