#include "workers/waiting_blocks.h"

#include <algorithm>
#include <utility>

#include "simt/words.h"

namespace simt {

void WaitingBlocks::begin_launch(Launch& launch) {
  launch_ = &launch;
  blocks_.clear();
  most_ = std::max<std::uint64_t>(launch.resident_blocks / launch.workers, 1);
}

void WaitingBlocks::add(WaitingBlock&& block) {
  block.bytes = sizeof block + block.lanes.bytes() + block.shared.bytes();
  if (launch_->resident_bytes.fetch_add(block.bytes) + block.bytes > launch_->most_resident_bytes) {
    throw Error("this computer has too little memory for a launch of " +
                plural(launch_->shape.grid.volume(), "block") +
                " that wait for each other: those that wait take more than half of it. Launch fewer blocks");
  }
  blocks_.push_back(std::move(block));
}

bool WaitingBlock::may_find_more() const {
  return polled.empty() || std::any_of(polled.begin(), polled.end(),
                                       [](const PolledValue& one) { return one.read() != one.value; });
}

WaitingBlock WaitingBlocks::take() {
  auto next = std::find_if(blocks_.begin(), blocks_.end(),
                           [](const WaitingBlock& block) { return block.may_find_more(); });
  if (next == blocks_.end()) next = blocks_.begin();
  WaitingBlock block = std::move(*next);
  blocks_.erase(next);
  launch_->resident_bytes.fetch_sub(block.bytes);
  return block;
}

}  // namespace simt
