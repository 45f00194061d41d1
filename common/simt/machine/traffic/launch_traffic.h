// What the model of time is given of a launch: what the warps of some blocks did, step by step; which of a sample of L2's
// lines all blocks touched, in the order of blocks; how often atomic operations passed each line.
//
// None of it depends on how many workers ran the launch.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "common/for_each_lane.h"
#include "contract/module_abi.h"
#include "simt/request.h"

namespace simt {

enum class StepKind : std::uint8_t {
  load,
  store,
  atomic,
  round,     // of a loop, or a call or its end: what was loaded before has arrived
  computed,  // a loop without accesses; `first`: its instructions
  side,      // a stretch of code that only some lanes come to, without accesses
  barrier,   // __syncthreads()
  copy_source,
  copy_commit,
  copy_wait,  // `first`: how many groups may be unfinished
};

// One step of a warp, or of those of its lanes that took it together.
struct Step {
  std::uint64_t first =
      0;  // lane 0's address, or the number of the first lane's address in BlockTraffic::addresses
  std::uint64_t step = 0;  // from one lane's address to the next
  std::uint32_t lanes = 0;
  std::uint16_t place = 0;
  std::uint16_t wavefronts =
      0;  // of shared memory and constants; for an atomic operation the sectors it passes
  StepKind kind = StepKind::round;
  Space space = Space::global;
  std::uint8_t width = 0;
  bool is_progression = true;
  bool are_halves =
      false;  // `first` is lane 0's address, and `step` is as apart() and step_in_half() read it

  // From one lane's address to the next in each half of the warp, and from lane 0's to lane 16's.
  std::int32_t step_in_half() const { return static_cast<std::int32_t>(step); }
  std::int32_t apart() const { return static_cast<std::int32_t>(step >> 32U); }
};

struct WarpTraffic {
  std::vector<Step> steps;      // the first ones
  std::uint64_t phase = 0;      // barriers that it has passed
  std::uint64_t addresses = 0;  // of its steps, in BlockTraffic::addresses
  std::uint32_t taken = 0;      // steps, those that are not kept among them
  // As BlockTraffic counts it, of this warp.
  std::uint64_t work = 0;
  std::uint64_t unrecorded_work = 0;
};

struct BlockTraffic {
  std::uint64_t block = 0;
  // Sectors, wavefronts and instructions of all its steps: how blocks are compared.
  std::uint64_t work = 0;
  std::uint64_t unrecorded_work = 0;  // of these, those of steps that are not kept
  std::uint64_t longest_work = 0;     // of the warp that has most of it
  std::uint64_t answers = 0;          // of atomic requests to global memory whose result is used
  std::vector<WarpTraffic> warps;
  std::vector<std::uint64_t> addresses;  // of lanes that are not evenly apart, request by request

  bool is_heavier_than(const BlockTraffic& other) const {
    return work != other.work ? work > other.work : block < other.block;
  }

  bool is_longer_than(const BlockTraffic& other) const {
    if (longest_work != other.longest_work) return longest_work > other.longest_work;
    return !warps.empty() && (other.warps.empty() || block < other.block);
  }

  // Adds up what its warps did.
  void sum_up() {
    work = unrecorded_work = longest_work = 0;
    for (const WarpTraffic& warp : warps) {
      work += warp.work;
      unrecorded_work += warp.unrecorded_work;
      longest_work = std::max(longest_work, warp.work);
    }
  }

  std::uint64_t address_of(const Step& step, unsigned lane) const {
    if (step.is_progression) return step.first + lane * step.step;
    if (step.are_halves) {
      constexpr unsigned kHalf = kWarpSize / 2;
      const std::int64_t behind = (lane < kHalf ? 0 : std::int64_t{step.apart()}) +
                                  std::int64_t{step.step_in_half()} * static_cast<int>(lane % kHalf);
      return step.first + static_cast<std::uint64_t>(behind);
    }
    return addresses[step.first + lanes_in(step.lanes & ((1U << lane) - 1))];
  }
};

// A request's bytes in one of the sampled lines, and those of the block's requests at the same place that follow soon.
struct LineTouch {
  std::uint64_t line = 0;  // its number: address / kLineBytes
  std::uint64_t block = 0;
  std::array<std::uint64_t, 2> bytes{};  // touched: bit i of word w is byte 64 w + i
  std::uint32_t place = 0;
  std::uint32_t step = 0;       // of its warp: how many it took before
  std::uint32_t last_step = 0;  // of the last of its requests
  std::uint32_t requests = 1;
  std::uint32_t at_once = 1;  // of these: in the same steps, so that they wait for the same fetch
  std::uint32_t sectors = 0;  // that they touched, the sum of all
  Op op = Op::load;
  bool is_regular = false;  // the request's lanes were evenly apart
};

// The sectors of a line of which bytes are touched, bit i of word w for byte 64 w + i: a bit for each.
inline unsigned sectors_of(const std::array<std::uint64_t, 2>& bytes) {
  unsigned sectors = 0;
  for (unsigned sector = 0; sector < kSectorsALine; ++sector) {
    const std::uint64_t of_sector = bytes[sector / 2] >> (sector % 2 * kSectorBytes) & 0xFFFFFFFFULL;
    sectors |= of_sector != 0 ? 1U << sector : 0U;
  }
  return sectors;
}

// Which slice of L2 an address belongs to, so that neighbours are told apart: atomics on 256, 512, 1,024, 2,048 and 4,096 bytes
// were served by 1, 2, 2, 4 and 8 slices at a time (H200, docs/measurements/time_model.md).
inline std::uint64_t slice_of(std::uint64_t address) { return (address >> 8U & 1U) | address >> 10U << 1U; }

// Sectors share so many counters of what atomic operations do to each of them.
inline constexpr std::size_t kSectorCounters = 1024;
inline std::size_t counter_of(std::uint64_t sector) {
  return (sector * 0x9E3779B97F4A7C15ULL >> 32U) % kSectorCounters;
}

struct LaunchTraffic {
  const abi::Module* module = nullptr;
  std::vector<BlockTraffic> blocks;  // those sampled, sorted by number
  BlockTraffic heaviest;
  BlockTraffic longest;            // the block of the warp that has the most work
  std::uint64_t work = 0;          // of all blocks
  unsigned sample_shift = 0;       // one line in 2^this is sampled
  std::vector<LineTouch> touches;  // sorted by block, in each in its order
  // Of each slice of L2: how often it passes over one of its sectors for atomic operations.
  std::unordered_map<std::uint64_t, std::uint64_t> atomic_passes;
  // By counter_of(): the passes over sectors, in tenths of one for an integer. Empty if there are none.
  std::vector<std::uint64_t> sector_passes;
  // Of each word: in how many requests compare-and-swap found it, and how often another atomic operation did, which gives a lock back.
  std::unordered_map<std::uint64_t, std::uint64_t> swaps;
  std::unordered_map<std::uint64_t, std::uint64_t> claims;  // of these, those that expect a constant
  std::unordered_map<std::uint64_t, std::uint64_t> releases;
  bool has_looks = false;  // loads found what a compare-and-swap was to expect
};

// The blocks that are sampled: as many as the busiest SM of 132 gets while all take as long, one of each round in which every SM gets
// one. The last round may be short.
inline constexpr std::uint64_t kSampledApart = 132;
inline constexpr std::uint64_t kMostSampled = 96;
inline bool is_sampled(std::uint64_t block, std::uint64_t blocks) {
  const std::uint64_t round = block / kSampledApart;
  const std::uint64_t of_round = std::min(blocks - round * kSampledApart, kSampledApart);
  const std::uint64_t middle = std::min(blocks, kSampledApart) / 2;
  return block % kSampledApart == (of_round > middle ? middle : of_round / 2) && round < kMostSampled;
}

// Small launches have few lines: all are sampled.
unsigned sample_shift_of(std::uint64_t threads);

inline bool is_sampled_line(std::uint64_t line, unsigned shift) {
  return ((line * 0x9E3779B97F4A7C15ULL) >> 40U & ((1U << shift) - 1)) == 0;
}

}  // namespace simt
