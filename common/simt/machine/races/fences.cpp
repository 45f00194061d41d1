#include "races/fences.h"

#include <algorithm>

namespace simt {

void Fences::add(std::uint64_t block_begin, std::uint64_t now) {
  const std::scoped_lock lock(mutex_);
  auto& fences = by_worker_[now % EpochClock::kMostWorkers];
  if (fences.empty() || fences.back().block_begin != block_begin) fences.push_back({block_begin, now});
  fences.back().last = now;
}

bool Fences::fenced_after(Mark mark) const {
  const std::scoped_lock lock(mutex_);
  const auto& fences = by_worker_[mark.epoch() % EpochClock::kMostWorkers];
  const auto after =
      std::upper_bound(fences.begin(), fences.end(), mark.epoch(),
                       [](std::uint64_t epoch, const Fence& fence) { return epoch < fence.block_begin; });
  return after != fences.begin() && std::prev(after)->last > mark.epoch();
}

}  // namespace simt
