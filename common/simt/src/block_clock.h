// What orders the accesses of a launch: barriers, synchronisation of lanes, and the ends of launches.
//
// Time is counted in epochs. A worker's epoch goes on with each block, each barrier and each synchronisation
// of lanes, and no epoch is used twice while the program runs, so that shadow memory need never be cleared.
#pragma once

#include <array>
#include <cstdint>

#include "simt/request.h"

namespace simt {

// One access, as shadow memory remembers it, in 64 bits: when (38: tick and worker), who (11), which
// instruction (14: its InstructionIds number), and whether it was atomic (1). Later marks of one worker are
// larger.
class Mark {
 public:
  static constexpr unsigned kEpochShift = 26;
  static constexpr unsigned kThreadShift = 15;
  static constexpr std::uint64_t kMostInstructions = std::uint64_t{1} << 14U;

  // As thread: several threads of one warp (kSeveralOfWarp + the warp's index), of several warps, of several
  // blocks.
  static constexpr unsigned kSeveralOfWarp = 1024;
  static constexpr unsigned kSeveralBlocks = 2046;
  static constexpr unsigned kSeveral = 2047;

  constexpr Mark() = default;
  constexpr explicit Mark(std::uint64_t bits) : bits_(bits) {}

  static constexpr std::uint64_t instruction_bits(std::uint32_t id, bool atomic) {
    return std::uint64_t{id} << 1U | (atomic ? 1U : 0U);
  }
  static constexpr std::uint64_t lane_bits(std::uint64_t epoch, unsigned thread) {
    return epoch << kEpochShift | std::uint64_t{thread} << kThreadShift;
  }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr std::uint64_t epoch() const { return bits_ >> kEpochShift; }
  constexpr unsigned thread() const { return static_cast<unsigned>(bits_ >> kThreadShift) & 2047U; }
  constexpr std::uint32_t instruction() const {
    return static_cast<std::uint32_t>(bits_ >> 1U & (kMostInstructions - 1));
  }
  constexpr bool atomic() const { return (bits_ & 1U) != 0; }
  constexpr bool is_several() const { return thread() >= kSeveralOfWarp; }
  constexpr bool is_same_turn(Mark other) const { return (bits_ ^ other.bits_) >> kThreadShift == 0; }
  constexpr Mark with_thread(unsigned thread) const {
    return Mark((bits_ & ~(std::uint64_t{2047} << kThreadShift)) | std::uint64_t{thread} << kThreadShift);
  }

 private:
  std::uint64_t bits_ = 0;
};

class BlockClock {
 public:
  static constexpr unsigned kWorkerBits = 6;
  static constexpr unsigned kMostWorkers = 1U << kWorkerBits;
  static constexpr std::uint64_t kMostTicks = std::uint64_t{1} << (38 - kWorkerBits);

  // Ticks before `first_tick` belong to earlier launches.
  void begin_launch(unsigned worker, std::uint64_t first_tick) {
    worker_ = worker;
    tick_ = first_tick;
    launch_bits_ = first_tick << kWorkerBits << Mark::kEpochShift;
  }
  void begin_block() {
    barrier();
    block_begin_ = barrier_;
    block_bits_ = barrier_bits_;
  }
  void barrier() {
    barrier_ = advance();
    barrier_bits_ = barrier_ << Mark::kEpochShift;
  }
  // A warp runs on from a barrier; all its lanes meet there.
  void begin_warp() { lane_epoch_.fill(barrier_); }
  // The lanes of the running warp that `lanes` names have met.
  void warp_sync(std::uint32_t lanes) {
    const std::uint64_t epoch = advance();
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if ((lanes >> lane & 1U) != 0) lane_epoch_[lane] = epoch;
    }
  }
  std::uint64_t advance() { return ++tick_ << kWorkerBits | worker_; }

  std::uint64_t now() const { return tick_ << kWorkerBits | worker_; }
  std::uint64_t block_epoch() const { return block_begin_; }
  std::uint64_t next_tick() const { return tick_ + 1; }
  // A mark below these bits is older than the launch, the block, the last barrier.
  std::uint64_t launch_bits() const { return launch_bits_; }
  std::uint64_t block_bits() const { return block_bits_; }
  std::uint64_t barrier_bits() const { return barrier_bits_; }

  bool is_of_this_block(Mark mark) const {
    return mark.epoch() >= block_begin_ && (mark.epoch() & (kMostWorkers - 1)) == worker_;
  }

  // Whether an access of this launch may happen at the same time as what `thread` of this block does now.
  bool unordered(Mark mark, unsigned thread) const {
    const unsigned other = mark.thread();
    if (!is_of_this_block(mark) || other == Mark::kSeveralBlocks) return true;
    const std::uint64_t epoch = mark.epoch();
    if (epoch < barrier_ || other == thread) return false;
    const bool several_of_warp = mark.is_several() && other != Mark::kSeveral;
    const unsigned warp = several_of_warp ? other - Mark::kSeveralOfWarp : other / kWarpSize;
    if (other == Mark::kSeveral || warp != thread / kWarpSize) return true;
    const bool other_synced = several_of_warp || lane_epoch_[other % kWarpSize] > epoch;
    return !(other_synced && lane_epoch_[thread % kWarpSize] > epoch);
  }

 private:
  std::uint64_t worker_ = 0;
  std::uint64_t tick_ = 0;
  std::uint64_t launch_bits_ = 0;
  std::uint64_t block_bits_ = 0;
  std::uint64_t barrier_bits_ = 0;
  std::uint64_t block_begin_ = 0;
  std::uint64_t barrier_ = 0;
  std::array<std::uint64_t, kWarpSize> lane_epoch_{};  // when each lane of the running warp last met others
};

}  // namespace simt
