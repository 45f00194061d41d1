// The frames of a block's lanes: where each that holds no stack goes on, and what its code keeps until then (compiler/back/lane_code.h).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "contract/module_abi.h"
#include "lanes/lane.h"

namespace simt {

class LaneFrames {
 public:
  // `frame_bytes`: abi::Kernel::frame_bytes. Each frame begins a line of the cache.
  void begin_launch(std::uint32_t frame_bytes, const std::vector<Lane>& lanes) {
    frame_bytes_ = std::max<std::size_t>(frame_bytes, sizeof(abi::Frame));
    count_ = (lanes.size() + abi::kVectorLanes - 1) / abi::kVectorLanes;
    memory_.resize(bytes() + kLine);
    const auto begin = reinterpret_cast<std::uintptr_t>(memory_.data());
    begin_ = reinterpret_cast<std::uint8_t*>((begin + kLine - 1) / kLine * kLine);
    for (unsigned thread = 0; thread < lanes.size(); ++thread) {
      abi::Frame& frame = of(thread);
      const unsigned number = thread % abi::kVectorLanes;
      frame.x[number] = lanes[thread].index[0];
      frame.y[number] = lanes[thread].index[1];
      frame.z[number] = lanes[thread].index[2];
    }
  }
  // All lanes are at the kernel's beginning.
  void begin_block() {
    for (unsigned frame = 0; frame < count_; ++frame)
      std::fill_n(of(frame * abi::kVectorLanes).point, abi::kVectorLanes, 0U);
  }

  // The frame that the thread shares with its neighbours.
  abi::Frame& of(unsigned thread) const {
    return *reinterpret_cast<abi::Frame*>(begin_ + thread / abi::kVectorLanes * frame_bytes_);
  }
  // All of them, to be copied.
  std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(begin_); }
  std::size_t bytes() const { return count_ * frame_bytes_; }

 private:
  static constexpr std::size_t kLine = 64;

  std::vector<std::uint8_t> memory_;
  std::uint8_t* begin_ = nullptr;
  std::size_t frame_bytes_ = 0;  // of abi::kVectorLanes lanes
  std::size_t count_ = 0;
};

}  // namespace simt
